import type { DatabaseView } from '@stoa/contract'
import { alterView, createView, type ViewShape } from '@stoa/sql/ddl'
import { Field, RadioGroup, Select, Switch } from '@stoa/ui'
import { useState } from 'react'
import { client } from '../../../../api/client.ts'
import type { Restated, SchemaChange } from '../../../../parts/schema-change/change.ts'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { CommentField, NameAndSchema } from '../objects/CommonFields.tsx'
import { lookAgain } from '../objects/look-again.ts'
import { ObjectSheet } from '../objects/ObjectSheet.tsx'
import { SqlField } from '../objects/SqlField.tsx'
import { useDraft } from '../objects/use-draft.ts'

const NEW: ViewShape = {
  kind: 'view',
  schema: 'public',
  name: '',
  query: '',
  securityInvoker: true,
  checkOption: null,
  comment: null,
}

const shapeOf = (view: DatabaseView): ViewShape => ({
  kind: view.kind,
  schema: view.schema,
  name: view.name,
  query: view.definition.replace(/;\s*$/, ''),
  securityInvoker: view.security_invoker === true,
  securityBarrier: view.security_barrier,
  checkOption: view.check_option,
  comment: view.comment,
})

/** Makes a view, or changes one. */
export function ViewSheet({
  projectRef: ref,
  view,
  changes,
  onClose,
}: {
  projectRef: string
  /** Null to make one. */
  view: DatabaseView | null
  changes: SchemaChanges
  onClose: () => void
}) {
  const [before] = useState(() => (view === null ? NEW : shapeOf(view)))
  const draft = useDraft(`view ${ref} ${view?.id ?? 'new'}`, { ...before, recreate: false })
  const { shape, patch } = draft
  const [asked, setAsked] = useState(false)
  const readOnly = changes.disabledReason !== undefined
  const isStored = shape.kind === 'materialized_view'
  const nameError = asked && shape.name.trim() === '' ? 'A view needs a name' : undefined
  const queryError = asked && shape.query.trim() === '' ? 'A view needs a query' : undefined

  const changeOf = (view: DatabaseView, after: ViewShape, recreate: boolean, made: Restated): SchemaChange => {
    const statements = alterView(before, after, recreate)
    const lost = isStored ? 'privileges that were given on it, and its indexes,' : 'privileges that were given on it'
    const find = async (signal: AbortSignal) => {
      const found = (await client.project.database.views({ ref }, { signal })).find(({ id }) => id === view.id)
      return found && shapeOf(found)
    }
    return {
      title: `Change the view ${before.name}`,
      statements,
      label: 'Change',
      done: `Changed ${after.name}`,
      losses: statements[0]?.startsWith('drop') ? [`It is dropped and made anew: ${lost} are lost.`] : [],
      check: lookAgain(before, find, made),
    }
  }

  const review = () => {
    setAsked(true)
    if (shape.name.trim() === '' || shape.query.trim() === '') return
    const { recreate, ...after } = shape
    const made = {
      title: `Create the view ${after.name}`,
      statements: createView(after),
      label: 'Create',
      done: `Created ${after.name}`,
      losses: [],
    }
    changes.review(view === null ? made : changeOf(view, after, recreate, made), () => {
      draft.discard()
      onClose()
    })
  }

  return (
    <ObjectSheet
      title={view === null ? 'New view' : view.name}
      draft={draft}
      isNew={view === null}
      disabledReason={changes.disabledReason}
      width={640}
      onReview={review}
      onClose={onClose}
    >
      {view === null ? (
        <RadioGroup
          label="Kind"
          orientation="horizontal"
          value={shape.kind}
          onValueChange={(kind) => patch({ kind, checkOption: null })}
          options={[
            { value: 'view', label: 'View', hint: 'Runs its query when it is read' },
            { value: 'materialized_view', label: 'Materialized view', hint: 'Stores rows until it is refreshed' },
          ]}
        />
      ) : null}
      <NameAndSchema
        projectRef={ref}
        shape={shape}
        error={nameError}
        disabledReason={changes.disabledReason}
        onChange={patch}
      />
      <SqlField
        projectRef={ref}
        label="Query"
        error={queryError}
        value={shape.query}
        height={260}
        readOnly={readOnly}
        onChange={(query) => patch({ query })}
      />
      {isStored ? null : (
        <>
          <Switch
            label="Read as whoever asks"
            hint="Policies and privileges of the person who reads hold. Otherwise those of the view’s owner do, who passes row level security."
            checked={shape.securityInvoker}
            disabledReason={changes.disabledReason}
            onCheckedChange={(securityInvoker) => patch({ securityInvoker })}
          />
          <Field label="Rows that are written through it">
            <Select
              value={shape.checkOption ?? 'none'}
              disabledReason={changes.disabledReason}
              onValueChange={(value) => patch({ checkOption: value === 'none' ? null : value })}
              options={[
                { value: 'none', label: 'are not checked' },
                { value: 'local', label: 'have to be rows of this view' },
                { value: 'cascaded', label: 'have to be rows of this view and of views below it' },
              ]}
            />
          </Field>
        </>
      )}
      {view === null || isStored ? null : (
        <Switch
          label="Drop it and make it anew"
          hint="Needed where columns go, change their names or their types. Otherwise it is replaced in its place."
          checked={shape.recreate}
          disabledReason={changes.disabledReason}
          onCheckedChange={(recreate) => patch({ recreate })}
        />
      )}
      <CommentField comment={shape.comment} disabledReason={changes.disabledReason} onChange={patch} />
    </ObjectSheet>
  )
}
