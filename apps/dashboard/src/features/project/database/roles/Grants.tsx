import type { DatabaseRole, SchemaGrants } from '@stoa/contract'
import { changeGrants, type GrantChange } from '@stoa/sql/ddl'
import { Button, Checkbox, Empty, ErrorState, Field, Note, Select, SkeletonRows, Table, Th } from '@stoa/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { failureOf } from '../../../../api/failure.ts'
import { useQueryParams } from '../../../../parts/query-params/use-query-params.ts'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { useObjectFilter } from '../objects/ObjectsPage.tsx'
import { SchemaSelect } from '../objects/SchemaSelect.tsx'
import { GrantedRows } from './GrantedRows.tsx'
import { granted, matrixChanges, PRIVILEGES } from './grants.ts'

const EVERYBODY = 'public'
const textOf = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? value : fallback

/** What a role may do with each table of a schema, to be given and taken. */
export function Grants({
  projectRef: ref,
  roles,
  changes,
}: {
  projectRef: string
  roles: readonly DatabaseRole[]
  changes: SchemaChanges
}) {
  const [params, setParams] = useQueryParams()
  const schema = textOf(params.schema, 'public')
  const role = textOf(params.role, 'anon')
  const grants = useQuery({
    ...orpc.project.database.roles.grants.queryOptions({ input: { ref, schema } }),
    meta: showsLists(ref, 'tables', 'schemas', 'roles'),
    placeholderData: keepPreviousData,
  })
  // What was pressed and is not written yet, by table and privilege.
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map())
  const choose = (change: Record<string, string>) => {
    setWanted(new Map())
    setParams(change)
  }
  const { data } = grants
  const { words } = useObjectFilter()
  const staged = data ? matrixChanges(data, role, wanted) : []
  const own = roles.find(({ name }) => name === role)

  const review = (list: readonly GrantChange[]) =>
    changes.review(
      {
        title: `Change the privileges of ${role} in ${schema}`,
        statements: changeGrants(list),
        label: 'Change',
        done: `Changed the privileges of ${role}`,
        losses: list.some(({ give }) => !give)
          ? [`What ${role} does by the privileges that end is refused from then on.`]
          : [],
      },
      () => setWanted(new Map()),
    )

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Role">
          <Select
            value={role}
            onValueChange={(next) => choose({ role: next })}
            options={[
              { value: EVERYBODY, label: 'everybody (public)', text: 'everybody' },
              ...roles.filter(({ origin }) => origin !== 'postgres').map(({ name }) => ({ value: name, label: name })),
            ]}
          />
        </Field>
        <Field label="Schema">
          <SchemaSelect
            projectRef={ref}
            value={schema}
            disabledReason={undefined}
            onChange={(next) => choose({ schema: next })}
          />
        </Field>
        <span className="ml-auto flex gap-2">
          <Button disabledReason={staged.length === 0 && 'Nothing has changed'} onClick={() => setWanted(new Map())}>
            Discard
          </Button>
          <Button
            variant="primary"
            disabledReason={changes.disabledReason ?? (staged.length === 0 && 'Nothing has changed')}
            onClick={() => review(staged)}
          >
            Review SQL
          </Button>
        </span>
      </div>
      {own?.superuser ? <Note>{role} is a superuser: it may do everything.</Note> : null}
      {grants.isError && data === undefined ? (
        <ErrorState title="Failed to load privileges" {...failureOf(grants)} />
      ) : data === undefined ? (
        <SkeletonRows rows={6} />
      ) : data === null ? (
        <Empty title={`There is no schema ${schema}`} text="It may have been dropped or renamed. Choose another." />
      ) : (
        <Matrix
          data={{ ...data, tables: data.tables.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase())) }}
          role={role}
          wanted={wanted}
          reason={changes.disabledReason}
          onWant={(key, give) => setWanted(new Map(wanted).set(key, give))}
        />
      )}
    </div>
  )
}

function Matrix({
  data,
  role,
  wanted,
  reason,
  onWant,
}: {
  data: SchemaGrants
  role: string
  wanted: ReadonlyMap<string, boolean>
  reason: string | undefined
  onWant: (key: string, give: boolean) => void
}) {
  const usage = granted(data.grants, role, 'USAGE')
  const usageKey = ' USAGE'
  return (
    <>
      <div className="flex flex-wrap gap-5">
        {(['USAGE', 'CREATE'] as const).map((privilege) => {
          const key = ` ${privilege}`
          return (
            <Checkbox
              key={key}
              label={privilege === 'USAGE' ? `May use the schema ${data.name}` : 'May make things in it'}
              checked={wanted.get(key) ?? granted(data.grants, role, privilege)}
              disabledReason={reason ?? (data.owner === role && 'It owns the schema')}
              onCheckedChange={(give) => onWant(key, give)}
            />
          )
        })}
      </div>
      {(wanted.get(usageKey) ?? usage) ? null : (
        <Note tone="warn">Without the use of the schema, {role} reaches nothing in it, whatever is checked below.</Note>
      )}
      {data.tables.length === 0 ? (
        <Empty
          title={`No tables of ${data.name} to show`}
          text="Privileges are given on tables, views and sequences. A search may leave them out."
        />
      ) : (
        <div className="ui-list-scroll">
          <Table aria-label={`Privileges of ${role} in ${data.name}`} data-narrow="scroll">
            <thead>
              <tr>
                <Th>Table</Th>
                {PRIVILEGES.map((privilege) => (
                  <Th key={privilege}>{privilege.toLowerCase()}</Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.tables.map((table) => (
                <GrantedRows
                  key={table.name}
                  table={table}
                  role={role}
                  wanted={wanted}
                  reason={reason}
                  onWant={onWant}
                />
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </>
  )
}
