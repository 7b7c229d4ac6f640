import type { DatabaseSchema } from '@stoa/contract'
import { alterSchema, createSchema } from '@stoa/sql/ddl'
import { Field, Input, Note, Select, Switch } from '@stoa/ui'
import { useState } from 'react'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { CommentField } from '../objects/CommonFields.tsx'
import { ObjectSheet } from '../objects/ObjectSheet.tsx'
import { useDraft } from '../objects/use-draft.ts'
import { contentWords } from './words.ts'

/** What is wrong with the name of a schema; undefined when nothing is. */
function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'A schema needs a name'
  if (/^pg_/i.test(name)) return 'Names that begin with pg_ belong to Postgres'
  return undefined
}

/** Makes a schema, or changes one. */
export function SchemaSheet({
  projectRef: ref,
  schema,
  kept,
  owners,
  changes,
  onClose,
}: {
  projectRef: string
  /** Null to make one. */
  schema: DatabaseSchema | null
  /** Why this one cannot be changed. */
  kept: string | undefined
  owners: readonly string[]
  changes: SchemaChanges
  onClose: () => void
}) {
  const [before] = useState(() => ({
    name: schema?.name ?? '',
    owner: schema?.owner ?? 'postgres',
    comment: schema?.comment ?? null,
  }))
  const draft = useDraft(`schema ${ref} ${schema?.id ?? 'new'}`, { ...before, forApi: false })
  const { shape, patch } = draft
  const [asked, setAsked] = useState(false)
  const reason = changes.disabledReason ?? kept
  const error = asked && schema?.name !== shape.name ? nameProblem(shape.name) : undefined
  const content = schema === null ? null : contentWords(schema)

  const review = () => {
    setAsked(true)
    if (schema?.name !== shape.name && nameProblem(shape.name) !== undefined) return
    const { forApi, ...after } = shape
    const isRenamed = schema !== null && before.name !== after.name
    changes.review(
      {
        title: `${schema === null ? 'Create' : 'Change'} the schema ${schema === null ? after.name : before.name}`,
        statements: schema === null ? createSchema(after, forApi) : alterSchema(before, after),
        label: schema === null ? 'Create' : 'Change',
        done: `${schema === null ? 'Created' : 'Changed'} ${after.name}`,
        losses: isRenamed
          ? ['Texts that name it, such as bodies of functions and queries of your apps, still say the old name.']
          : [],
      },
      () => {
        draft.discard()
        onClose()
      },
    )
  }

  return (
    <ObjectSheet
      title={schema === null ? 'New schema' : schema.name}
      description={content === null ? undefined : `Holds ${content}`}
      draft={draft}
      isNew={schema === null}
      disabledReason={reason}
      onReview={review}
      onClose={onClose}
    >
      {kept === undefined ? null : <Note>{kept}. It is shown as it is.</Note>}
      <Field label="Name" error={error}>
        <Input
          mono
          spellCheck={false}
          disabledReason={reason}
          value={shape.name}
          onChange={(event) => patch({ name: event.target.value })}
        />
      </Field>
      <Field label="Owner">
        <Select
          value={shape.owner}
          disabledReason={reason}
          onValueChange={(owner) => patch({ owner })}
          options={[...new Set([...owners, shape.owner])].map((value) => ({ value, label: value }))}
        />
      </Field>
      <CommentField comment={shape.comment} disabledReason={reason} onChange={patch} />
      {schema === null ? (
        <Switch
          label="Let the API’s roles use it"
          hint="anon, authenticated and service_role may use it and what is made in it. To show it in the data API, name it in the API settings as well."
          checked={shape.forApi}
          disabledReason={reason}
          onCheckedChange={(forApi) => patch({ forApi })}
        />
      ) : (
        <p className="text-12 text-fg-2">
          {schema.visible_to.length === 0
            ? 'None of the API’s roles may use it.'
            : `${schema.visible_to.join(', ')} may use it.`}
        </p>
      )}
    </ObjectSheet>
  )
}
