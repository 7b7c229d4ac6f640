import { SqlCode } from '../../../../parts/sql-code/SqlCode.tsx'
import { useCatalog } from '../../../../parts/sql-code/use-catalog.ts'

/** The SQL editor in a form. It brings the editor along, so load it late. */
export function SqlBox({
  projectRef,
  label,
  value,
  readOnly,
  onChange,
}: {
  projectRef: string
  label: string
  value: string
  readOnly: boolean
  onChange: (value: string) => void
}) {
  const catalog = useCatalog(projectRef)
  return <SqlCode label={label} value={value} readOnly={readOnly} onChange={onChange} catalog={catalog} />
}
