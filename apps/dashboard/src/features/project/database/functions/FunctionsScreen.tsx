import type { DatabaseFunction } from '@stoa/contract'
import { dropRoutine } from '@stoa/sql/ddl'
import { ActionsMenu, actionsColumn, Badge, type Column, MenuItem, MenuSeparator } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { NameButton } from '../objects/NameButton.tsx'
import { ObjectsPage } from '../objects/ObjectsPage.tsx'
import { useObjectChange } from '../objects/use-object-change.ts'

const FunctionSheet = lazyDialog(async () => (await import('./FunctionSheet.tsx')).FunctionSheet)

const WORDS = {
  title: 'Functions',
  description: 'Functions and procedures of the database. Those of extensions are left out.',
  one: 'a function',
  many: 'functions',
  empty: 'A function is called in queries, by triggers, in policies, and over the data API as /rpc.',
}

/** What is open: a function to change, or a new one, which may begin as a copy. */
type Open = { readonly of: DatabaseFunction | null; readonly isCopy: boolean }

/** Functions and procedures. */
export function FunctionsScreen() {
  const { ref, name } = useProject()
  usePageTitle('Functions', name)
  const list = useQuery({
    ...orpc.project.database.functions.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'functions'),
  })
  const changes = useObjectChange(ref)
  const [open, setOpen] = useState<Open | null>(null)

  const drop = (routine: DatabaseFunction) => {
    const { kind, schema, id } = routine
    const named = { kind, schema, name: routine.name, identity: routine.identity_arguments }
    changes.review({
      title: `Drop the ${kind} ${routine.name}`,
      statements: [dropRoutine(named)],
      label: 'Drop',
      done: `Dropped ${routine.name}`,
      typed: routine.name,
      drops: { objects: [{ kind: 'function', id }], cascade: [dropRoutine(named, true)] },
    })
  }

  const columns: Column<DatabaseFunction>[] = [
    {
      key: 'name',
      header: 'Name',
      width: '26%',
      clip: true,
      narrow: 'title',
      cell: (routine) => (
        <NameButton
          name={routine.name}
          label={`Edit the ${routine.kind} ${routine.name}`}
          onOpen={() => setOpen({ of: routine, isCopy: false })}
        >
          {routine.kind === 'procedure' ? <Badge>procedure</Badge> : null}
          {routine.security_definer ? <Badge tone="warn">security definer</Badge> : null}
        </NameButton>
      ),
    },
    { key: 'schema', header: 'Schema', clip: true, width: 110, narrow: 'sub-end', cell: ({ schema }) => schema },
    {
      key: 'arguments',
      header: 'Arguments',
      clip: true,
      narrow: 'sub',
      cell: (routine) =>
        routine.arguments === '' ? (
          <span className="text-fg-3">none</span>
        ) : (
          <code className="ui-mono text-12" title={routine.arguments}>
            {routine.arguments}
          </code>
        ),
    },
    {
      key: 'returns',
      header: 'Returns',
      clip: true,
      width: '16%',
      cell: ({ returns }) =>
        returns === null ? null : (
          <code className="ui-mono text-12" title={returns}>
            {returns}
          </code>
        ),
    },
    { key: 'language', header: 'Language', width: 92, narrow: 'end', cell: ({ language }) => language },
    actionsColumn((routine) => (
      <ActionsMenu of={routine.name}>
        <MenuItem icon={Pencil} onSelect={() => setOpen({ of: routine, isCopy: false })}>
          Edit
        </MenuItem>
        <MenuItem
          icon={Copy}
          disabledReason={changes.disabledReason}
          onSelect={() => setOpen({ of: routine, isCopy: true })}
        >
          Duplicate
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} destructive disabledReason={changes.disabledReason} onSelect={() => drop(routine)}>
          Drop
        </MenuItem>
      </ActionsMenu>
    )),
  ]

  return (
    <ObjectsPage
      words={WORDS}
      asked={list}
      rows={list.data}
      rowKey={({ id }) => String(id)}
      schemaOf={({ schema }) => schema}
      textOf={(routine) => `${routine.schema}.${routine.name} ${routine.arguments} ${routine.comment ?? ''}`}
      columns={columns}
      create={{
        label: 'New function',
        disabledReason: changes.disabledReason,
        onClick: () => setOpen({ of: null, isCopy: false }),
      }}
    >
      <Suspense fallback={null}>
        {open === null ? null : (
          <FunctionSheet
            key={`${open.of?.id ?? 'new'} ${open.isCopy}`}
            projectRef={ref}
            routine={open.of}
            isCopy={open.isCopy}
            changes={changes}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}
