import type { DatabasePolicy, PolicyTable } from '@stoa/contract'
import { POLICY_COMMANDS } from '@stoa/contract'
import { alterPolicy, createPolicy, type PolicyShape, setRowSecurity } from '@stoa/sql/ddl'
import { Checkbox, Field, Input, Note, RadioGroup, Select } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { ObjectSheet } from '../objects/ObjectSheet.tsx'
import { ConditionField } from '../objects/SqlField.tsx'
import { useDraft } from '../objects/use-draft.ts'
import { policyTemplates } from './templates.ts'

const EVERYBODY = 'public'

const shapeOf = ({ schema, name: table }: PolicyTable, policy: DatabasePolicy | null): PolicyShape =>
  policy === null
    ? { schema, table, name: '', permissive: true, command: 'SELECT', roles: [], using: '', check: '' }
    : {
        schema,
        table,
        name: policy.name,
        permissive: policy.permissive,
        comment: policy.comment,
        command: policy.command,
        roles: policy.roles.filter((role) => role !== EVERYBODY),
        using: policy.using ?? '',
        check: policy.check ?? '',
      }

/** Makes a policy, from a template or not, or changes one. */
export function PolicySheet({
  projectRef: ref,
  table,
  policy,
  changes,
  onClose,
}: {
  projectRef: string
  table: PolicyTable
  /** Null to make one. */
  policy: DatabasePolicy | null
  changes: SchemaChanges
  onClose: () => void
}) {
  const [before] = useState(() => shapeOf(table, policy))
  const draft = useDraft(`policy ${ref} ${table.id} ${policy?.id ?? 'new'}`, before)
  const { shape, patch } = draft
  const [template, setTemplate] = useState<string | undefined>()
  const [problem, setProblem] = useState<string | undefined>()
  const reason = changes.disabledReason
  const known = useQuery(orpc.project.database.roles.list.queryOptions({ input: { ref } }))
  const all = known.data?.roles.filter(({ superuser, origin }) => !superuser && origin !== 'postgres') ?? []
  const roles = [...new Set([...['anon', 'authenticated'], ...shape.roles, ...all.map(({ name }) => name)])]
  const hasUsing = shape.command !== 'INSERT'
  const hasCheck = shape.command !== 'SELECT' && shape.command !== 'DELETE'

  const review = () => {
    const wrong =
      shape.name.trim() === ''
        ? 'A policy needs a name'
        : (hasUsing ? shape.using : shape.check).trim() === '' && (hasCheck ? shape.check : shape.using).trim() === ''
          ? 'Write a condition; true stands for every row'
          : undefined
    setProblem(wrong)
    if (wrong !== undefined) return
    const turnsOn = policy === null && !table.rls_enabled
    changes.review(
      {
        title: `${policy === null ? 'Create' : 'Change'} the policy ${policy === null ? shape.name : before.name}`,
        statements:
          policy === null
            ? [createPolicy(shape), ...(turnsOn ? [setRowSecurity(table.schema, table.name, true)] : [])]
            : alterPolicy(before, shape),
        label: policy === null ? 'Create' : 'Change',
        done: `${policy === null ? 'Created' : 'Changed'} ${shape.name}`,
        losses: turnsOn
          ? [
              `Row level security of ${table.name} is turned on with it: requests then reach only rows that a policy lets them.`,
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
      title={policy === null ? `New policy on ${table.name}` : policy.name}
      description={policy === null ? undefined : `On ${table.schema}.${table.name}`}
      draft={draft}
      isNew={policy === null}
      disabledReason={reason}
      error={problem}
      width={620}
      onReview={review}
      onClose={onClose}
    >
      {policy === null ? (
        <Field label="Begin with">
          <Select
            placeholder="A template, or an empty policy"
            value={template}
            disabledReason={reason}
            onValueChange={(id) => {
              setTemplate(id)
              const found = policyTemplates(table).find((one) => one.id === id)
              if (found !== undefined) patch(found.shape)
            }}
            options={policyTemplates(table).map(({ id, title }) => ({ value: id, label: title }))}
          />
        </Field>
      ) : null}
      {template === undefined ? null : <Note>{policyTemplates(table).find(({ id }) => id === template)?.about}</Note>}
      <Field label="Name">
        <Input disabledReason={reason} value={shape.name} onChange={(event) => patch({ name: event.target.value })} />
      </Field>
      <div className="grid grid-cols-2 gap-4 max-wide:grid-cols-1">
        <Field label="For">
          <Select
            value={shape.command}
            disabledReason={reason}
            onValueChange={(command) => patch({ command })}
            options={POLICY_COMMANDS.map((value) => ({ value, label: value.toLowerCase() }))}
          />
        </Field>
        <RadioGroup
          label="Together with other policies"
          value={shape.permissive ? 'permissive' : 'restrictive'}
          onValueChange={(value) => patch({ permissive: value === 'permissive' })}
          options={[
            { value: 'permissive', label: 'one of them is enough', disabledReason: reason },
            { value: 'restrictive', label: 'this one has to hold as well', disabledReason: reason },
          ]}
        />
      </div>
      <fieldset>
        <legend className="ui-label mb-2">For these roles; none means everybody</legend>
        <div className="flex max-h-40 flex-wrap gap-x-5 gap-y-2 overflow-auto">
          {roles.map((role) => (
            <Checkbox
              key={role}
              label={role}
              checked={shape.roles.includes(role)}
              disabledReason={reason}
              onCheckedChange={(on) =>
                patch({ roles: on ? [...shape.roles, role] : shape.roles.filter((one) => one !== role) })
              }
            />
          ))}
        </div>
      </fieldset>
      {hasUsing ? (
        <Field
          label="Rows that are there (using)"
          hint={
            shape.command === 'SELECT'
              ? 'What has to hold for a row to be seen.'
              : 'What has to hold for a row to be seen, changed or deleted.'
          }
        >
          <ConditionField
            value={shape.using}
            readOnly={reason !== undefined}
            placeholder="true"
            onChange={(using) => patch({ using })}
          />
        </Field>
      ) : null}
      {hasCheck ? (
        <Field
          label="Rows that are written (with check)"
          hint={hasUsing ? 'Left empty, it is the condition above.' : 'What has to hold for a new row.'}
        >
          <ConditionField value={shape.check} readOnly={reason !== undefined} onChange={(check) => patch({ check })} />
        </Field>
      ) : null}
    </ObjectSheet>
  )
}
