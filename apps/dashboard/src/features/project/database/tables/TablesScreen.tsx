import type { MetaTable } from '@stoa/contract'
import {
  ActionsMenu,
  actionsColumn,
  Badge,
  type Column,
  formatBytes,
  formatCompact,
  MenuItem,
  MenuSeparator,
} from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Code, Columns3, Pencil, Table2, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { dropTable } from '../../../../parts/table-form/drop-table.ts'
import type { TableTask } from '../../../../parts/table-form/TableSheet.tsx'
import { NameButton } from '../objects/NameButton.tsx'
import { ObjectsPage, useObjectFilter } from '../objects/ObjectsPage.tsx'
import { useObjectChange } from '../objects/use-object-change.ts'

const TableSheet = lazyDialog(async () => (await import('../../../../parts/table-form/TableSheet.tsx')).TableSheet)
const DefinitionDialog = lazyDialog(
  async () => (await import('../../../../parts/table-form/DefinitionDialog.tsx')).DefinitionDialog,
)

const WORDS = {
  title: 'Tables',
  description: 'What the rows of this database are kept in. Rows and sizes are what Postgres estimates.',
  one: 'a table',
  many: 'tables',
  empty: 'A table is made of columns, and every row has a value or none in each.',
}

type Open = TableTask | { readonly kind: 'definition'; readonly schema: string; readonly name: string } | null

/** The tables of a database: what they hold, and making, changing and dropping them. */
export function TablesScreen() {
  const { ref, name } = useProject()
  usePageTitle('Tables', name)
  const list = useQuery({
    ...orpc.project.database.meta.tables.queryOptions({ input: { ref, include_columns: false } }),
    meta: showsLists(ref, 'tables'),
  })
  const changes = useObjectChange(ref)
  const filter = useObjectFilter()
  const [open, setOpen] = useState<Open>(null)

  const columns: Column<MetaTable>[] = [
    {
      key: 'name',
      header: 'Name',
      width: '36%',
      clip: true,
      narrow: 'title',
      cell: (table) => (
        <NameButton
          name={table.name}
          label={`Edit the table ${table.name}`}
          onOpen={() => setOpen({ kind: 'edit', id: table.id })}
        >
          {table.comment === null ? null : <span className="clip text-12 text-fg-3">{table.comment}</span>}
        </NameButton>
      ),
    },
    { key: 'schema', header: 'Schema', clip: true, narrow: 'sub', cell: ({ schema }) => schema },
    {
      key: 'rls',
      header: 'Row level security',
      width: 150,
      narrow: 'sub-end',
      cell: ({ rls_enabled }) => (rls_enabled ? <Badge tone="ok">on</Badge> : <Badge tone="warn">off</Badge>),
    },
    {
      key: 'rows',
      header: 'Rows',
      align: 'end',
      width: 96,
      cell: ({ live_rows_estimate }) => <span className="num">{formatCompact(live_rows_estimate)}</span>,
    },
    {
      key: 'size',
      header: 'Size',
      align: 'end',
      width: 96,
      narrow: 'end',
      cell: ({ bytes }) => <span className="num text-fg-2">{formatBytes(bytes)}</span>,
    },
    actionsColumn((table) => (
      <ActionsMenu of={table.name}>
        <MenuItem icon={Pencil} onSelect={() => setOpen({ kind: 'edit', id: table.id })}>
          Edit
        </MenuItem>
        <MenuItem
          icon={Columns3}
          disabledReason={changes.disabledReason}
          onSelect={() => setOpen({ kind: 'edit', id: table.id, column: null })}
        >
          Add a column
        </MenuItem>
        <MenuItem
          icon={Table2}
          link={
            <Link to="/project/$ref/editor" params={{ ref }} search={{ schema: table.schema, table: table.name }} />
          }
        >
          Open its rows
        </MenuItem>
        <MenuItem icon={Code} onSelect={() => setOpen({ kind: 'definition', schema: table.schema, name: table.name })}>
          Definition
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          destructive
          disabledReason={changes.disabledReason}
          onSelect={() => changes.review(dropTable(table))}
        >
          Drop
        </MenuItem>
      </ActionsMenu>
    )),
  ]
  const close = () => setOpen(null)
  return (
    <ObjectsPage
      words={WORDS}
      asked={list}
      rows={list.data}
      rowKey={({ id }) => String(id)}
      schemaOf={({ schema }) => schema}
      textOf={(table) => `${table.schema}.${table.name} ${table.comment ?? ''}`}
      columns={columns}
      create={{
        label: 'New table',
        disabledReason: changes.disabledReason,
        onClick: () => setOpen({ kind: 'new', schema: filter.schema === '' ? 'public' : filter.schema }),
      }}
    >
      <Suspense fallback={null}>
        {open === null ? null : open.kind === 'definition' ? (
          <DefinitionDialog projectRef={ref} schema={open.schema} name={open.name} onClose={close} />
        ) : (
          <TableSheet projectRef={ref} task={open} onClose={close} />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}
