import type { DatabasePublication, PublishableTable } from '@stoa/contract'
import { alterPublication, createPublication, type PublicationShape } from '@stoa/sql/ddl'
import { Checkbox, Field, Input, Note, SearchField, Switch } from '@stoa/ui'
import { useState } from 'react'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { ObjectSheet } from '../objects/ObjectSheet.tsx'
import { useDraft } from '../objects/use-draft.ts'
import { OPERATIONS, REALTIME } from './words.ts'

const NEW: PublicationShape = {
  name: '',
  insert: true,
  update: true,
  delete: true,
  truncate: true,
  viaRoot: false,
  tables: [],
}
/** From so many tables on they are searched rather than read. */
const SEARCHED_FROM = 12

const shapeOf = (publication: DatabasePublication): PublicationShape => ({
  name: publication.name,
  insert: publication.insert,
  update: publication.update,
  delete: publication.delete,
  truncate: publication.truncate,
  viaRoot: publication.via_root,
  tables: publication.tables.map(({ schema, name }) => ({ schema, name })),
})

/** Makes a publication, or changes one. */
export function PublicationSheet({
  projectRef: ref,
  publication,
  tables,
  changes,
  onClose,
}: {
  projectRef: string
  /** Null to make one. */
  publication: DatabasePublication | null
  tables: readonly PublishableTable[]
  changes: SchemaChanges
  onClose: () => void
}) {
  const [before] = useState(() => (publication === null ? NEW : shapeOf(publication)))
  const draft = useDraft(`publication ${ref} ${publication?.id ?? 'new'}`, before)
  const { shape, patch } = draft
  const [problem, setProblem] = useState<string | undefined>()
  const [typed, setTyped] = useState('')
  const reason = changes.disabledReason
  const isRealtime = publication?.name === REALTIME
  const isIn = (table: PublishableTable) =>
    shape.tables.some(({ schema, name }) => schema === table.schema && name === table.name)
  const nameless = (shape.update || shape.delete) && tables.filter((table) => isIn(table) && !table.has_identity)
  const wanted = typed.trim().toLowerCase()
  const shown = tables.filter(({ schema, name }) => `${schema}.${name}`.toLowerCase().includes(wanted))

  const review = () => {
    const wrong =
      shape.name.trim() === ''
        ? 'A publication needs a name'
        : OPERATIONS.some((operation) => shape[operation])
          ? undefined
          : 'Choose at least one kind of change'
    setProblem(wrong)
    if (wrong !== undefined) return
    changes.review(
      {
        title: `${publication === null ? 'Create' : 'Change'} the publication ${publication === null ? shape.name : before.name}`,
        statements: publication === null ? [createPublication(shape)] : alterPublication(before, shape),
        label: publication === null ? 'Create' : 'Change',
        done: `${publication === null ? 'Created' : 'Changed'} ${shape.name}`,
        losses:
          nameless && nameless.length > 0
            ? [
                `Postgres refuses updates and deletes of ${nameless.map(({ name }) => name).join(', ')} from then on: without a primary key or a replica identity their rows cannot be told apart.`,
              ]
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
      title={publication === null ? 'New publication' : publication.name}
      draft={draft}
      isNew={publication === null}
      disabledReason={reason}
      error={problem}
      onReview={review}
      onClose={onClose}
    >
      <Field label="Name">
        <Input
          mono
          spellCheck={false}
          disabledReason={reason ?? (isRealtime && 'Realtime listens to it by this name')}
          value={shape.name}
          onChange={(event) => patch({ name: event.target.value })}
        />
      </Field>
      <fieldset>
        <legend className="ui-label mb-2">Changes that are told</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {OPERATIONS.map((operation) => (
            <Checkbox
              key={operation}
              label={operation}
              checked={shape[operation]}
              disabledReason={reason}
              onCheckedChange={(on) => patch({ [operation]: on })}
            />
          ))}
        </div>
      </fieldset>
      <Switch
        label="Tell changes of partitions as those of the table above them"
        checked={shape.viaRoot}
        disabledReason={reason}
        onCheckedChange={(viaRoot) => patch({ viaRoot })}
      />
      {publication?.all_tables ? (
        <Note>It is about all tables, those to come included. Only a superuser can change that.</Note>
      ) : (
        <fieldset>
          <legend className="ui-label mb-2">Tables</legend>
          {publication !== null && publication.schemas.length > 0 ? (
            <Note>All tables of {publication.schemas.join(', ')} are in it already.</Note>
          ) : null}
          {tables.length < SEARCHED_FROM ? null : (
            <SearchField label="Find a table" value={typed} onValueChange={setTyped} />
          )}
          {tables.length === 0 ? <p className="text-fg-2">There are no tables yet.</p> : null}
          <div className="mt-2 grid max-h-72 gap-2 overflow-auto">
            {shown.map((table) => (
              <Checkbox
                key={`${table.schema}.${table.name}`}
                label={`${table.schema}.${table.name}`}
                hint={table.has_identity ? undefined : 'Without a primary key'}
                checked={isIn(table)}
                disabledReason={reason}
                onCheckedChange={(on) =>
                  patch({
                    tables: on
                      ? [...shape.tables, { schema: table.schema, name: table.name }]
                      : shape.tables.filter(({ schema, name }) => schema !== table.schema || name !== table.name),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </ObjectSheet>
  )
}
