import type { CompositeType } from '@stoa/contract'
import { alterComposite, type CompositeShape, createComposite } from '@stoa/sql/ddl'
import { Input } from '@stoa/ui'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { EditableList } from '../objects/EditableList.tsx'
import { compositeProblem } from './problems.ts'
import { type TypeKind, TypeSheet } from './TypeSheet.tsx'

const NEW_FIELD = { name: '', data_type: 'text', before: null }
const newShape: CompositeShape = { schema: 'public', name: '', comment: null, fields: [NEW_FIELD] }
const shapeOf = ({ schema, name, comment, fields }: CompositeType): CompositeShape => ({
  ...{ schema, name, comment },
  fields: fields.map((field) => ({ ...field, before: field.name })),
})

const KIND: TypeKind<CompositeShape> = {
  id: 'composite',
  word: 'type',
  newTitle: 'New composite type',
  description:
    'A value of this type holds all of its fields. While a column of a table is of it, Postgres changes no types of fields.',
  problem: compositeProblem,
  create: createComposite,
  alter: alterComposite,
  losses(before, after) {
    const kept = new Set(after.fields.map((field) => field.before))
    return before.fields
      .filter(({ name }) => !kept.has(name))
      .map(({ name }) => `The field ${name} goes, in every value of the type.`)
  },
}

/** A type of several fields: its name, and its fields in their order. */
export function CompositeSheet({
  projectRef: ref,
  type,
  changes,
  onClose,
}: {
  projectRef: string
  /** Null for a new one. */
  type: CompositeType | null
  changes: SchemaChanges
  onClose: () => void
}) {
  return (
    <TypeSheet
      projectRef={ref}
      kind={KIND}
      type={type}
      first={type === null ? newShape : shapeOf(type)}
      changes={changes}
      onClose={onClose}
    >
      {({ shape, patch, reason }) => {
        const set = (index: number, more: Partial<CompositeShape['fields'][number]>) =>
          patch({ fields: shape.fields.map((field, at) => (at === index ? { ...field, ...more } : field)) })
        return (
          <EditableList
            legend="Fields"
            word="field"
            items={shape.fields}
            nameOf={({ name }) => name}
            reason={reason}
            row={({ name, data_type }, index) => (
              <>
                <Input
                  size="sm"
                  className="min-w-0 flex-1"
                  aria-label={`Name of field ${index + 1}`}
                  placeholder="name"
                  value={name}
                  spellCheck={false}
                  autoCapitalize="off"
                  disabledReason={reason}
                  onChange={(event) => set(index, { name: event.target.value })}
                />
                <Input
                  size="sm"
                  mono
                  className="min-w-0 flex-1"
                  aria-label={`Type of field ${index + 1}`}
                  placeholder="type"
                  value={data_type}
                  spellCheck={false}
                  disabledReason={reason}
                  onChange={(event) => set(index, { data_type: event.target.value })}
                />
              </>
            )}
            onAdd={() => patch({ fields: [...shape.fields, NEW_FIELD] })}
            onRemove={(index) => patch({ fields: shape.fields.toSpliced(index, 1) })}
          />
        )
      }}
    </TypeSheet>
  )
}
