import type { DatabaseFunction } from '@stoa/contract'
import { alterRoutine, createRoutine, type RoutineShape } from '@stoa/sql/ddl'
import { Field, Input, Note, RadioGroup, Select, Switch } from '@stoa/ui'
import { useState } from 'react'
import { client } from '../../../../api/client.ts'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { CommentField, NameAndSchema } from '../objects/CommonFields.tsx'
import { lookAgain } from '../objects/look-again.ts'
import { ObjectSheet } from '../objects/ObjectSheet.tsx'
import { SqlField } from '../objects/SqlField.tsx'
import { useDraft } from '../objects/use-draft.ts'
import { shapeOf } from './shape.ts'

const IN_PLACE = 'What calls it relies on its arguments and its result. Make another function, then drop this one'
const LANGUAGES = ['plpgsql', 'sql']

/** Makes a function or a procedure, or changes one in its place. */
export function FunctionSheet({
  projectRef: ref,
  routine,
  isCopy,
  changes,
  onClose,
}: {
  projectRef: string
  /** Null to make one. */
  routine: DatabaseFunction | null
  /** Whether it only is what a new one begins as. */
  isCopy: boolean
  changes: SchemaChanges
  onClose: () => void
}) {
  const [before] = useState(() => shapeOf(routine))
  const isNew = routine === null || isCopy
  const first = isCopy ? { ...before, name: `${before.name}_copy` } : before
  const draft = useDraft(`function ${ref} ${routine?.id ?? 'new'} ${isCopy}`, first)
  const { shape, patch } = draft
  const [asked, setAsked] = useState(false)
  const readOnly = changes.disabledReason !== undefined
  const fixed = changes.disabledReason ?? (isNew ? undefined : IN_PLACE)
  const nameError = asked && shape.name.trim() === '' ? 'A function needs a name' : undefined
  // Postgres has read a body that stands between BEGIN ATOMIC and END already, and keeps no text of it.
  const isParsed = routine !== null && routine.body === '' && routine.language === 'sql'

  const review = () => {
    setAsked(true)
    if (shape.name.trim() === '') return
    const made = {
      title: `Create the ${shape.kind} ${shape.name}`,
      statements: createRoutine(shape),
      label: 'Create',
      done: `Created ${shape.name}`,
      losses:
        shape.securityDefiner && shape.searchPath === null
          ? [
              'It runs with the rights of its owner and without a search path of its own, so that callers decide what its names mean.',
            ]
          : [],
    }
    const find = async (signal: AbortSignal) => {
      const all = await client.project.database.functions({ ref }, { signal })
      const found = all.find(({ id }) => id === routine?.id)
      return found && shapeOf(found)
    }
    const changed = !isNew && {
      ...made,
      title: `Change the ${shape.kind} ${before.name}`,
      statements: alterRoutine(before, shape, routine.identity_arguments),
      label: 'Change',
      done: `Changed ${shape.name}`,
      check: lookAgain(before, find, made),
    }
    changes.review(changed || made, () => {
      draft.discard()
      onClose()
    })
  }

  return (
    <ObjectSheet
      title={isNew ? 'New function' : before.name}
      draft={draft}
      isNew={isNew}
      disabledReason={changes.disabledReason ?? (isParsed ? 'It is changed by its whole statement' : undefined)}
      width={680}
      onReview={review}
      onClose={onClose}
    >
      {isParsed ? (
        <Note>Its body is SQL that Postgres has read. Change it by running its statement in the SQL editor.</Note>
      ) : null}
      {isNew ? (
        <RadioGroup
          label="Kind"
          orientation="horizontal"
          value={shape.kind}
          onValueChange={(kind) => patch({ kind, returns: kind === 'procedure' ? null : (shape.returns ?? 'void') })}
          options={[
            { value: 'function', label: 'Function', hint: 'Gives a result, and is called in queries' },
            { value: 'procedure', label: 'Procedure', hint: 'Is called by itself, and may commit' },
          ]}
        />
      ) : null}
      <NameAndSchema
        projectRef={ref}
        shape={shape}
        error={nameError}
        disabledReason={changes.disabledReason}
        onChange={patch}
      >
        <Field label="Arguments" hint="Such as order_id bigint, note text default ''">
          <Input
            mono
            spellCheck={false}
            disabledReason={fixed}
            value={shape.arguments}
            onChange={(event) => patch({ arguments: event.target.value })}
          />
        </Field>
        {shape.kind === 'procedure' ? null : (
          <Field label="Returns" hint="Such as void, trigger, setof orders, table (day date)">
            <Input
              mono
              spellCheck={false}
              disabledReason={fixed}
              value={shape.returns ?? ''}
              onChange={(event) => patch({ returns: event.target.value })}
            />
          </Field>
        )}
      </NameAndSchema>
      <SqlField
        projectRef={ref}
        label={isParsed ? 'Statement' : 'Body'}
        value={isParsed ? routine.definition : shape.body}
        height={300}
        readOnly={readOnly || isParsed}
        onChange={(body) => patch({ body })}
      />
      <div className="grid grid-cols-2 gap-4 max-wide:grid-cols-1">
        <Field label="Language">
          <Select
            value={shape.language}
            disabledReason={changes.disabledReason}
            onValueChange={(language) => patch({ language })}
            options={[...new Set([...LANGUAGES, shape.language])].map((value) => ({ value, label: value }))}
          />
        </Field>
        {shape.kind === 'procedure' ? null : <Volatility shape={shape} patch={patch} reason={changes.disabledReason} />}
      </div>
      <Security shape={shape} patch={patch} reason={changes.disabledReason} />
      <CommentField comment={shape.comment} disabledReason={changes.disabledReason} onChange={patch} />
    </ObjectSheet>
  )
}

type PartProps = {
  shape: RoutineShape
  patch: (change: Partial<RoutineShape>) => void
  reason: string | undefined
}

function Volatility({ shape, patch, reason }: PartProps) {
  return (
    <Field label="Promises">
      <Select
        value={shape.volatility}
        disabledReason={reason}
        onValueChange={(volatility) => patch({ volatility })}
        options={[
          { value: 'volatile', label: 'volatile', hint: 'may change data' },
          { value: 'stable', label: 'stable', hint: 'only reads' },
          { value: 'immutable', label: 'immutable', hint: 'depends on its arguments alone' },
        ]}
      />
    </Field>
  )
}

function Security({ shape, patch, reason }: PartProps) {
  return (
    <>
      <Switch
        label="Security definer"
        hint="Runs with the rights of its owner, who passes row level security, and not with those of whoever calls it."
        checked={shape.securityDefiner}
        disabledReason={reason}
        onCheckedChange={(securityDefiner) => patch({ securityDefiner })}
      />
      <Switch
        label="A search path of its own"
        hint="What its names mean is then the same for whoever calls it."
        checked={shape.searchPath !== null}
        disabledReason={reason}
        onCheckedChange={(own) => patch({ searchPath: own ? '' : null })}
      />
      {shape.searchPath === null ? null : (
        <Field label="Search path" hint="Schemas between commas. Empty means that every name in it says its schema.">
          <Input
            mono
            spellCheck={false}
            disabledReason={reason}
            value={shape.searchPath}
            onChange={(event) => patch({ searchPath: event.target.value })}
          />
        </Field>
      )}
      {shape.kind === 'procedure' ? null : (
        <Switch
          label="Strict"
          hint="Gives NULL without running when one of its arguments is NULL."
          checked={shape.strict}
          disabledReason={reason}
          onCheckedChange={(strict) => patch({ strict })}
        />
      )}
    </>
  )
}
