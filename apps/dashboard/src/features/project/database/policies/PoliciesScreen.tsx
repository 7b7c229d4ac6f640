import { dropPolicy, forceRowSecurity, setRowSecurity } from '@stoa/sql/ddl'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { ObjectsPage } from '../objects/ObjectsPage.tsx'
import { useObjectChange } from '../objects/use-object-change.ts'
import { type PolicyAct, TablePolicies } from './TablePolicies.tsx'

const PolicySheet = lazyDialog(async () => (await import('./PolicySheet.tsx')).PolicySheet)
const TryOutSheet = lazyDialog(async () => (await import('./TryOutSheet.tsx')).TryOutSheet)

const WORDS = {
  title: 'Policies',
  description: 'Which rows of a table each role sees and writes, once row level security is on.',
  one: 'a table or policy',
  many: 'tables',
  empty: 'Policies belong to tables. Make one, and it is listed here.',
}

/** Row level security: tables, their policies, and what each role may really do. */
export function PoliciesScreen() {
  const { ref, name } = useProject()
  usePageTitle('Policies', name)
  const list = useQuery({
    ...orpc.project.database.policies.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'policies', 'tables', 'roles'),
  })
  const changes = useObjectChange(ref)
  const [open, setOpen] = useState<PolicyAct | null>(null)

  const onAct = (act: PolicyAct) => {
    const { table } = act
    const { schema, name: tableName } = table
    if (act.what === 'drop') {
      changes.review({
        title: `Drop the policy ${act.policy.name}`,
        statements: [dropPolicy({ schema, table: tableName, name: act.policy.name })],
        label: 'Drop',
        done: `Dropped ${act.policy.name}`,
        losses: [
          act.policy.permissive
            ? `Rows that only this policy shows are no longer reached through it.`
            : `Rows that this policy kept away are reached by other policies from then on.`,
        ],
      })
    } else if (act.what === 'turn') {
      const on = !table.rls_enabled
      changes.review({
        title: `Turn row level security of ${tableName} ${on ? 'on' : 'off'}`,
        statements: [setRowSecurity(schema, tableName, on)],
        label: on ? 'Turn on' : 'Turn off',
        done: `Row level security of ${tableName} is ${on ? 'on' : 'off'}`,
        losses: on
          ? table.policies.length === 0
            ? ['There are no policies yet: requests reach none of its rows until there are.']
            : []
          : ['Whoever has a privilege on the table reaches every row of it. With the anon key that may be everybody.'],
      })
    } else if (act.what === 'force') {
      const on = !table.rls_forced
      changes.review({
        title: on
          ? `Hold the owner of ${tableName} to its policies`
          : `Let the owner of ${tableName} pass its policies`,
        statements: [forceRowSecurity(schema, tableName, on)],
        label: on ? 'Force' : 'Do not force',
        done: on
          ? `Policies of ${tableName} hold for its owner too`
          : `Policies of ${tableName} do not hold for its owner`,
        losses: on ? ['postgres passes row level security in any case; other owners do not.'] : [],
      })
    } else setOpen(act)
  }
  const close = () => setOpen(null)
  // What is looked at may have changed meanwhile.
  const table = list.data?.find(({ id }) => id === open?.table.id) ?? open?.table

  return (
    <ObjectsPage
      words={WORDS}
      asked={list}
      rows={list.data}
      rowKey={({ id }) => String(id)}
      schemaOf={({ schema }) => schema}
      textOf={(one) => `${one.schema}.${one.name} ${one.policies.map((policy) => policy.name).join(' ')}`}
      columns={[{ key: 'name', header: 'Table', cell: (one) => one.name }]}
      create={null}
      render={(shown) =>
        shown.map((one) => (
          <TablePolicies key={one.id} table={one} disabledReason={changes.disabledReason} onAct={onAct} />
        ))
      }
    >
      <Suspense fallback={null}>
        {open === null || table === undefined ? null : open.what === 'try' ? (
          <TryOutSheet projectRef={ref} table={table} disabledReason={changes.disabledReason} onClose={close} />
        ) : (
          <PolicySheet
            projectRef={ref}
            table={table}
            policy={open.what === 'edit' ? open.policy : null}
            changes={changes}
            onClose={close}
          />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}
