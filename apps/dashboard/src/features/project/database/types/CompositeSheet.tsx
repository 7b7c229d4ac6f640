import type { CompositeType } from '@stoa/contract'
import { alterComposite, type CompositeShape, createComposite } from '@stoa/sql/ddl'
import { Button, IconButton, Input } from '@stoa/ui'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { CommentField, NameAndSchema } from '../objects/CommonFields.tsx'
import { ObjectSheet } from '../objects/ObjectSheet.tsx'
import { useDraft } from '../objects/use-draft.ts'
import { compositeProblem } from './problems.ts'
import { renamed } from './renamed.ts'

const NEW_FIELD = { name: '', data_type: 'text', before: null }
const newShape: CompositeShape = { schema: 'public', name: '', comment: null, fields: [NEW_FIELD] }
const shapeOf = ({ schema, name, comment, fields }: CompositeType): CompositeShape => ({
  ...{ schema, name, comment },
  fields: fields.map((field) => ({ ...field, before: field.name })),
})

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
  const first = type === null ? newShape : shapeOf(type)
  const draft = useDraft(`${ref} composite ${type?.id ?? 'new'}`, first)
  const [problem, setProblem] = useState<string | null>(null)
  const { shape, patch } = draft
  const reason = changes.disabledReason
  const review = () => {
    const found = compositeProblem(shape)
    setProblem(found)
    if (found !== null) return
    const statements = type === null ? createComposite(shape) : alterComposite(first, shape)
    if (statements.length === 0) return
    const kept = new Set(shape.fields.map(({ before }) => before))
    const lost = first.fields.filter(({ name }) => type !== null && !kept.has(name))
    changes.review(
      {
        title: type === null ? `Create the type ${shape.name}` : `Change the type ${type.name}`,
        statements,
        label: type === null ? 'Create type' : 'Change type',
        done: type === null ? `Created ${shape.name}` : `Changed ${shape.name}`,
        ...renamed(type, shape),
        ...(lost.length > 0 && {
          losses: lost.map(({ name }) => `The field ${name} goes, in every value of the type.`),
        }),
      },
      () => {
        draft.discard()
        onClose()
      },
    )
  }
  const set = (index: number, more: Partial<CompositeShape['fields'][number]>) =>
    patch({ fields: shape.fields.map((field, at) => (at === index ? { ...field, ...more } : field)) })
  return (
    <ObjectSheet
      title={type === null ? 'New composite type' : `Edit type ${type.name}`}
      description="A value of this type holds all of its fields. While a column of a table is of it, Postgres changes no types of fields."
      draft={draft}
      isNew={type === null}
      disabledReason={reason}
      error={problem ?? undefined}
      onReview={review}
      onClose={onClose}
    >
      <NameAndSchema projectRef={ref} shape={shape} disabledReason={reason} onChange={patch} />
      <fieldset className="grid gap-1.5">
        <legend className="ui-label mb-1.5">Fields</legend>
        {shape.fields.map(({ name, data_type }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a type are their order.
          <div key={index} className="flex items-center gap-1">
            <Input
              size="sm"
              className="flex-1"
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
              className="flex-1"
              aria-label={`Type of field ${index + 1}`}
              placeholder="type"
              value={data_type}
              spellCheck={false}
              disabledReason={reason}
              onChange={(event) => set(index, { data_type: event.target.value })}
            />
            <IconButton
              icon={Trash2}
              size="xs"
              label={`Remove ${name === '' ? `field ${index + 1}` : name}`}
              disabledReason={reason}
              onClick={() => patch({ fields: shape.fields.toSpliced(index, 1) })}
            />
          </div>
        ))}
        <Button
          size="sm"
          icon={Plus}
          className="justify-self-start"
          disabledReason={reason}
          onClick={() => patch({ fields: [...shape.fields, NEW_FIELD] })}
        >
          Add field
        </Button>
      </fieldset>
      <CommentField comment={shape.comment} disabledReason={reason} onChange={patch} />
    </ObjectSheet>
  )
}
