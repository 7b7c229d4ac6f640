import type { DatabaseTrigger, TriggerTarget } from '@stoa/contract'
import { alterTrigger, createTrigger, type TriggerEvent, type TriggerShape } from '@stoa/sql/ddl'
import { Checkbox, Field, Input, Note, RadioGroup, Select } from '@stoa/ui'
import { useState } from 'react'
import { Statements } from '../../../../parts/schema-change/Statements.tsx'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { ObjectSheet } from '../objects/ObjectSheet.tsx'
import { ConditionField } from '../objects/SqlField.tsx'
import { useDraft } from '../objects/use-draft.ts'

const NEW: TriggerShape = {
  schema: '',
  table: '',
  name: '',
  timing: 'BEFORE',
  events: ['INSERT'],
  updateColumns: [],
  forEach: 'ROW',
  condition: '',
  functionSchema: '',
  functionName: '',
  arguments: [],
  comment: null,
}
const EVENTS: readonly TriggerEvent[] = ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']

const shapeOf = (trigger: DatabaseTrigger): TriggerShape => ({
  schema: trigger.schema,
  table: trigger.table,
  name: trigger.name,
  timing: trigger.timing,
  events: trigger.events,
  updateColumns: trigger.update_columns,
  forEach: trigger.for_each,
  // Postgres prints a condition between parentheses of its own.
  condition: trigger.condition?.replace(/^\((.*)\)$/s, '$1') ?? '',
  functionSchema: trigger.function_schema,
  functionName: trigger.function_name,
  arguments: trigger.arguments,
  comment: trigger.comment,
})

const pair = (schema: string, name: string): string => JSON.stringify([schema, name])
const unpair = (value: string): readonly [string, string] => JSON.parse(value) as [string, string]

/** What is wrong with a trigger, in a sentence; null when nothing is. */
function problemOf({ table, name, events, functionName, timing, forEach }: TriggerShape): string | null {
  if (name.trim() === '') return 'A trigger needs a name'
  if (table === '') return 'Choose the table that it watches'
  if (functionName === '') return 'Choose the function that it runs'
  if (events.length === 0) return 'Choose what it waits for'
  if (events.includes('TRUNCATE') && forEach === 'ROW') return 'TRUNCATE is told once for a statement, not for each row'
  if (timing === 'INSTEAD OF' && forEach === 'STATEMENT') return 'INSTEAD OF runs for each row'
  return null
}

/** Makes a trigger, or changes one. */
export function TriggerSheet({
  projectRef: ref,
  trigger,
  targets,
  functions,
  changes,
  onClose,
}: {
  projectRef: string
  /** Null to make one. */
  trigger: DatabaseTrigger | null
  targets: readonly TriggerTarget[]
  functions: readonly { readonly schema: string; readonly name: string }[]
  changes: SchemaChanges
  onClose: () => void
}) {
  const [before] = useState(() => (trigger === null ? NEW : shapeOf(trigger)))
  const draft = useDraft(`trigger ${ref} ${trigger?.id ?? 'new'}`, before)
  const { shape, patch } = draft
  const [problem, setProblem] = useState<string | null>(null)
  const reason =
    changes.disabledReason ??
    (trigger?.is_special ? 'It says more than this form does. Change it in the SQL editor' : undefined)
  const target = targets.find(({ schema, name }) => schema === shape.schema && name === shape.table)

  const review = () => {
    const found = problemOf(shape)
    setProblem(found)
    if (found !== null) return
    changes.review(
      {
        title: `${trigger === null ? 'Create' : 'Change'} the trigger ${trigger === null ? shape.name : before.name}`,
        statements: trigger === null ? createTrigger(shape) : alterTrigger(before, shape, trigger.enabled),
        label: trigger === null ? 'Create' : 'Change',
        done: `${trigger === null ? 'Created' : 'Changed'} ${shape.name}`,
      },
      () => {
        draft.discard()
        onClose()
      },
    )
  }

  return (
    <ObjectSheet
      title={trigger === null ? 'New trigger' : trigger.name}
      draft={draft}
      isNew={trigger === null}
      disabledReason={reason}
      error={problem ?? undefined}
      onReview={review}
      onClose={onClose}
    >
      {trigger?.is_special ? (
        <>
          <Note>It says more than this form does, such as that it is a constraint. It is shown as it is.</Note>
          <Statements statements={[trigger.definition]} />
        </>
      ) : null}
      <Field label="Name">
        <Input
          mono
          spellCheck={false}
          disabledReason={reason}
          value={shape.name}
          onChange={(event) => patch({ name: event.target.value })}
        />
      </Field>
      <Field label="Table">
        <Select
          placeholder="Choose a table"
          value={shape.table === '' ? undefined : pair(shape.schema, shape.table)}
          disabledReason={reason ?? (trigger === null ? undefined : 'A trigger stays on its table')}
          onValueChange={(value) => {
            const [schema, table] = unpair(value)
            const kind = targets.find((one) => one.schema === schema && one.name === table)?.kind
            patch({ schema, table, updateColumns: [], timing: kind === 'view' ? 'INSTEAD OF' : 'BEFORE' })
          }}
          options={targets.map(({ schema, name, kind }) => ({
            value: pair(schema, name),
            label: `${schema}.${name}`,
            hint: kind === 'table' ? undefined : kind.replace('_', ' '),
          }))}
        />
      </Field>
      <RadioGroup
        label="Runs"
        orientation="horizontal"
        value={shape.timing}
        onValueChange={(timing) => patch({ timing })}
        options={[
          { value: 'BEFORE', label: 'before', disabledReason: reason },
          { value: 'AFTER', label: 'after', disabledReason: reason },
          {
            value: 'INSTEAD OF',
            label: 'instead of',
            disabledReason: reason ?? (target !== undefined && target.kind !== 'view' && 'Only on a view'),
          },
        ]}
      />
      <fieldset>
        <legend className="ui-label mb-2">Events</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {EVENTS.map((event) => (
            <Checkbox
              key={event}
              label={event.toLowerCase()}
              checked={shape.events.includes(event)}
              disabledReason={reason}
              onCheckedChange={(on) =>
                patch({ events: on ? [...shape.events, event] : shape.events.filter((one) => one !== event) })
              }
            />
          ))}
        </div>
      </fieldset>
      {shape.events.includes('UPDATE') && target !== undefined && target.kind !== 'view' ? (
        <fieldset>
          <legend className="ui-label mb-2">Only when an update sets one of these; none means any</legend>
          <div className="flex max-h-40 flex-wrap gap-x-5 gap-y-2 overflow-auto">
            {target.columns.map((column) => (
              <Checkbox
                key={column}
                label={column}
                checked={shape.updateColumns.includes(column)}
                disabledReason={reason}
                onCheckedChange={(on) =>
                  patch({
                    updateColumns: on
                      ? [...shape.updateColumns, column]
                      : shape.updateColumns.filter((one) => one !== column),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      ) : null}
      <RadioGroup
        label="Once for"
        orientation="horizontal"
        value={shape.forEach}
        onValueChange={(forEach) => patch({ forEach })}
        options={[
          { value: 'ROW', label: 'each row', disabledReason: reason },
          { value: 'STATEMENT', label: 'each statement', disabledReason: reason },
        ]}
      />
      <Field label="Only when" hint="A condition on old and new, such as old.price is distinct from new.price">
        <ConditionField
          value={shape.condition}
          readOnly={reason !== undefined}
          onChange={(condition) => patch({ condition })}
        />
      </Field>
      <Field
        label="Function"
        hint={functions.length === 0 ? 'There is none yet: make a function that returns trigger first.' : undefined}
      >
        <Select
          placeholder="Choose a function that returns trigger"
          value={shape.functionName === '' ? undefined : pair(shape.functionSchema, shape.functionName)}
          disabledReason={reason}
          onValueChange={(value) => {
            const [functionSchema, functionName] = unpair(value)
            patch({ functionSchema, functionName })
          }}
          options={functions.map(({ schema, name }) => ({ value: pair(schema, name), label: `${schema}.${name}` }))}
        />
      </Field>
      <Field label="Arguments" hint="Texts between commas, which the function finds in tg_argv.">
        <Input
          mono
          spellCheck={false}
          disabledReason={reason}
          value={shape.arguments.join(', ')}
          onChange={(event) =>
            patch({
              arguments: event.target.value === '' ? [] : event.target.value.split(',').map((one) => one.trim()),
            })
          }
        />
      </Field>
    </ObjectSheet>
  )
}
