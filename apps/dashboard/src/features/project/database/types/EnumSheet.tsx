import type { EnumType } from '@stoa/contract'
import { alterEnum, createEnum, type EnumShape } from '@stoa/sql/ddl'
import { IconButton, Input } from '@stoa/ui'
import { ListPlus } from 'lucide-react'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { EditableList } from '../objects/EditableList.tsx'
import { enumProblem } from './problems.ts'
import { type TypeKind, TypeSheet } from './TypeSheet.tsx'

const STAYS = 'Postgres cannot take a value away from a type. Make a new type without it, and let the columns use that'

const newShape: EnumShape = { schema: 'public', name: '', comment: null, values: [{ value: '', before: null }] }
const shapeOf = ({ schema, name, comment, values }: EnumType): EnumShape => ({
  ...{ schema, name, comment },
  values: values.map((value) => ({ value, before: value })),
})

const KIND: TypeKind<EnumShape> = {
  id: 'enum',
  word: 'type',
  newTitle: 'New enumerated type',
  description: 'A column of this type holds one of its values. They are sorted in this order.',
  problem: enumProblem,
  create: createEnum,
  alter: alterEnum,
}

/** An enumerated type: its name and its values in their order. */
export function EnumSheet({
  projectRef: ref,
  type,
  changes,
  onClose,
}: {
  projectRef: string
  /** Null for a new one. */
  type: EnumType | null
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
        const insert = (at: number) => patch({ values: shape.values.toSpliced(at, 0, { value: '', before: null }) })
        return (
          <EditableList
            legend="Values"
            word="value"
            items={shape.values}
            nameOf={({ value }) => value}
            reason={reason}
            staysFor={({ before }) => before !== null && STAYS}
            row={({ value, before }, index) => (
              <Input
                size="sm"
                className="min-w-0 flex-1"
                aria-label={`Value ${index + 1}`}
                value={value}
                spellCheck={false}
                disabledReason={reason}
                onChange={(event) => patch({ values: shape.values.with(index, { value: event.target.value, before }) })}
              />
            )}
            more={({ value }, index) => (
              <IconButton
                icon={ListPlus}
                size="xs"
                label={`Add a value after ${value === '' ? `value ${index + 1}` : value}`}
                disabledReason={reason}
                onClick={() => insert(index + 1)}
              />
            )}
            onAdd={() => insert(shape.values.length)}
            onRemove={(index) => patch({ values: shape.values.toSpliced(index, 1) })}
          />
        )
      }}
    </TypeSheet>
  )
}
