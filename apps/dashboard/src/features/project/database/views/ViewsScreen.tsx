import type { DatabaseView } from '@stoa/contract'
import { dropView, refreshView } from '@stoa/sql/ddl'
import {
  ActionsMenu,
  actionsColumn,
  Badge,
  type Column,
  formatBytes,
  formatNumber,
  MenuItem,
  MenuSeparator,
} from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil, RefreshCw, Table2, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { NameButton } from '../objects/NameButton.tsx'
import { ObjectsPage } from '../objects/ObjectsPage.tsx'
import { useObjectChange } from '../objects/use-object-change.ts'

const ViewSheet = lazyDialog(async () => (await import('./ViewSheet.tsx')).ViewSheet)

const WORDS = {
  title: 'Views',
  description:
    'Queries that are read like tables. A materialized view stores what its query gave until it is refreshed.',
  one: 'a view',
  many: 'views',
  empty: 'A view gives a query a name, so that it can be read like a table.',
}
const KINDS = { view: 'view', materialized_view: 'materialized view' } as const

/** Views and materialized views. */
export function ViewsScreen() {
  const { ref, name } = useProject()
  usePageTitle('Views', name)
  const list = useQuery({
    ...orpc.project.database.views.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'tables'),
  })
  const changes = useObjectChange(ref)
  const [open, setOpen] = useState<DatabaseView | 'new' | null>(null)

  const drop = (view: DatabaseView) =>
    changes.review({
      title: `Drop the ${KINDS[view.kind]} ${view.name}`,
      statements: [dropView(view)],
      label: 'Drop',
      done: `Dropped ${view.name}`,
      losses: view.kind === 'view' ? [] : ['The rows that it stores are gone with it. The tables below it stay.'],
      typed: view.name,
      drops: { objects: [{ kind: 'relation', id: view.id }], cascade: [dropView(view, true)] },
    })
  const refresh = (view: DatabaseView) =>
    changes.review({
      title: `Refresh ${view.name}`,
      statements: [refreshView(view.schema, view.name, view.refreshes_concurrently && view.is_populated)],
      label: 'Refresh',
      done: `Refreshed ${view.name}`,
      losses: view.refreshes_concurrently
        ? []
        : ['Nobody can read it while it is refreshed. With a unique index over all its rows it stays readable.'],
    })

  const columns: Column<DatabaseView>[] = [
    {
      key: 'name',
      header: 'Name',
      width: '34%',
      clip: true,
      narrow: 'title',
      cell: (view) => (
        <NameButton name={view.name} label={`Edit the ${KINDS[view.kind]} ${view.name}`} onOpen={() => setOpen(view)}>
          {view.kind === 'materialized_view' ? <Badge>materialized</Badge> : null}
          {view.is_populated ? null : <Badge tone="warn">not filled</Badge>}
        </NameButton>
      ),
    },
    { key: 'schema', header: 'Schema', clip: true, narrow: 'sub', cell: ({ schema }) => schema },
    {
      key: 'rights',
      header: 'Reads as',
      cell: ({ security_invoker: invoker, owner }) =>
        invoker === null ? (
          <span className="text-fg-3">stored rows</span>
        ) : invoker ? (
          'whoever asks'
        ) : (
          <>its owner, {owner}</>
        ),
    },
    {
      key: 'columns',
      header: 'Columns',
      align: 'end',
      width: 96,
      cell: ({ columns: all }) => <span className="num">{formatNumber(all.length)}</span>,
    },
    {
      key: 'size',
      header: 'Size',
      align: 'end',
      width: 96,
      narrow: 'end',
      cell: ({ bytes }) => <span className="num text-fg-2">{bytes === null ? '' : formatBytes(bytes)}</span>,
    },
    actionsColumn((view) => (
      <ActionsMenu of={view.name}>
        <MenuItem icon={Pencil} onSelect={() => setOpen(view)}>
          Edit
        </MenuItem>
        <MenuItem
          icon={Table2}
          link={<Link to="/project/$ref/editor" params={{ ref }} search={{ schema: view.schema, table: view.name }} />}
        >
          Open its rows
        </MenuItem>
        {view.kind === 'materialized_view' ? (
          <MenuItem icon={RefreshCw} disabledReason={changes.disabledReason} onSelect={() => refresh(view)}>
            Refresh
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem icon={Trash2} destructive disabledReason={changes.disabledReason} onSelect={() => drop(view)}>
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
      textOf={(view) => `${view.schema}.${view.name} ${view.comment ?? ''}`}
      columns={columns}
      create={{ label: 'New view', disabledReason: changes.disabledReason, onClick: () => setOpen('new') }}
    >
      <Suspense fallback={null}>
        {open === null ? null : (
          <ViewSheet
            key={open === 'new' ? 'new' : open.id}
            projectRef={ref}
            view={open === 'new' ? null : open}
            changes={changes}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}
