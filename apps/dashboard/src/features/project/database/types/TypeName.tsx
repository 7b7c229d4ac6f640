import { Field, Input } from '@stoa/ui'
import { SchemaSelect } from '../objects/SchemaSelect.tsx'

type Named = { readonly schema: string; readonly name: string }

/** Where a type is and what it is called. */
export function TypeName({
  projectRef,
  shape,
  disabledReason,
  onChange,
}: {
  projectRef: string
  shape: Named
  disabledReason: string | undefined
  onChange: (change: Partial<Named>) => void
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-3">
      <Field label="Schema">
        <SchemaSelect
          projectRef={projectRef}
          value={shape.schema}
          disabledReason={disabledReason}
          onChange={(schema) => onChange({ schema })}
        />
      </Field>
      <Field label="Name">
        <Input
          value={shape.name}
          spellCheck={false}
          autoCapitalize="off"
          disabledReason={disabledReason}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
    </div>
  )
}

/** What a type is for. */
export function TypeComment({
  comment,
  disabledReason,
  onChange,
}: {
  comment: string | null
  disabledReason: string | undefined
  onChange: (change: { comment: string | null }) => void
}) {
  return (
    <Field label="Comment">
      <Input
        value={comment ?? ''}
        disabledReason={disabledReason}
        onChange={(event) => onChange({ comment: event.target.value === '' ? null : event.target.value })}
      />
    </Field>
  )
}

/** What has to be known when a type gets another name or schema; columns of it keep it. */
export const renamed = (before: Named | null, after: Named): { warnings?: string[] } =>
  before !== null && (before.name !== after.name || before.schema !== after.schema)
    ? { warnings: ['Queries and functions that use the old name will not find the type any more.'] }
    : {}
