import { Field, Input } from '@stoa/ui'
import type { ReactNode } from 'react'
import { SchemaSelect } from './SchemaSelect.tsx'

type Named = { readonly schema: string; readonly name: string }

/**
 * What an object is called and the schema that it lies in.
 * @param error what is wrong with the name
 * @param children further fields of the same grid
 */
export function NameAndSchema({
  projectRef,
  shape,
  error,
  disabledReason,
  onChange,
  children,
}: {
  projectRef: string
  shape: Named
  error?: string | undefined
  disabledReason: string | undefined
  onChange: (change: Partial<Named>) => void
  children?: ReactNode
}) {
  return (
    <div className="grid grid-cols-2 gap-4 max-wide:grid-cols-1">
      <Field label="Name" error={error}>
        <Input
          mono
          spellCheck={false}
          autoCapitalize="off"
          value={shape.name}
          disabledReason={disabledReason}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label="Schema">
        <SchemaSelect
          projectRef={projectRef}
          value={shape.schema}
          disabledReason={disabledReason}
          onChange={(schema) => onChange({ schema })}
        />
      </Field>
      {children}
    </div>
  )
}

/** What an object is for, as its comment says. An empty one is none. */
export function CommentField({
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
