import { Select } from '@stoa/ui'
import { useSchemas } from './use-schemas.ts'

/** The schemas that something can be put into. */
export function SchemaSelect({
  projectRef,
  value,
  disabledReason,
  onChange,
}: {
  projectRef: string
  value: string
  disabledReason: string | undefined
  onChange: (schema: string) => void
}) {
  const { names } = useSchemas(projectRef)
  const shown = names.includes(value) ? names : [value, ...names]
  return (
    <Select
      value={value}
      disabledReason={disabledReason}
      onValueChange={onChange}
      options={shown.map((name) => ({ value: name, label: name }))}
    />
  )
}
