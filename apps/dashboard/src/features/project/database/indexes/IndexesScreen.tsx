import type { TableIndex } from '@stoa/contract'
import { dropIndex, reindex } from '@stoa/sql/ddl'
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
import { Code, RefreshCw, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { ObjectsPage } from '../objects/ObjectsPage.tsx'
import { useObjectChange } from '../objects/use-object-change.ts'
import { IndexProgress } from './IndexProgress.tsx'

const IndexSheet = lazyDialog(async () => (await import('./IndexSheet.tsx')).IndexSheet)
const IndexDefinition = lazyDialog(async () => (await import('./IndexSheet.tsx')).IndexDefinition)

const WORDS = {
  title: 'Indexes',
  description: 'What Postgres finds rows by without reading all of a table. Each one makes writing a little slower.',
  one: 'an index',
  many: 'indexes',
  empty: 'A primary key brings an index along. Others help the queries that filter or sort by other columns.',
}
const INVALID = 'The making of this index was broken off. It slows writing and helps no query: rebuild or drop it'

/** The indexes of a database: what they hold, how large they are, and whether anything uses them. */
export function IndexesScreen() {
  const { ref, name } = useProject()
  usePageTitle('Indexes', name)
  const list = useQuery({
    ...orpc.project.database.indexes.list.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'indexes'),
  })
  const changes = useObjectChange(ref)
  const [open, setOpen] = useState<'new' | TableIndex | null>(null)
  const drop = (index: TableIndex) =>
    changes.review({
      title: `Drop the index ${index.name}`,
      statements: [dropIndex(index.schema, index.name, true)],
      label: 'Drop index',
      done: `Dropped ${index.name}`,
      losses: [
        index.scans === 0
          ? 'No query has used it since the statistics began.'
          : `Queries have used it ${formatCompact(index.scans)} times, and may become slow without it.`,
      ],
      isAlone: true,
    })
  const rebuild = (index: TableIndex) =>
    changes.review({
      title: `Rebuild the index ${index.name}`,
      statements: [reindex(index.schema, index.name)],
      label: 'Rebuild',
      done: `Rebuilt ${index.name}`,
      isAlone: true,
      progress: <IndexProgress projectRef={ref} />,
    })

  const columns: Column<TableIndex>[] = [
    {
      key: 'name',
      header: 'Name',
      width: '30%',
      clip: true,
      narrow: 'title',
      cell: (index) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="clip font-medium">{index.name}</span>
          {index.is_valid ? null : (
            <span title={INVALID}>
              <Badge tone="bad">not valid</Badge>
            </span>
          )}
          {index.is_primary ? <Badge>primary</Badge> : index.is_unique ? <Badge>unique</Badge> : null}
        </span>
      ),
    },
    {
      key: 'table',
      header: 'Table',
      clip: true,
      narrow: 'sub',
      cell: ({ schema, table }) => (schema === 'public' ? table : `${schema}.${table}`),
    },
    {
      key: 'keys',
      header: 'Columns',
      clip: true,
      narrow: 'sub-end',
      cell: ({ keys, method, predicate }) => (
        <span className="clip block text-fg-2" title={predicate === null ? undefined : `where ${predicate}`}>
          {keys.join(', ')}
          <span className="text-fg-3">
            {method === 'btree' ? '' : ` ${method}`}
            {predicate === null ? '' : ', partial'}
          </span>
        </span>
      ),
    },
    {
      key: 'scans',
      header: 'Used',
      align: 'end',
      width: 88,
      cell: ({ scans }) => <span className={`num ${scans === 0 ? 'text-fg-3' : ''}`}>{formatCompact(scans)}</span>,
    },
    {
      key: 'size',
      header: 'Size',
      align: 'end',
      width: 96,
      narrow: 'end',
      cell: ({ bytes }) => <span className="num text-fg-2">{formatBytes(bytes)}</span>,
    },
    actionsColumn((index) => (
      <ActionsMenu of={index.name}>
        <MenuItem icon={Code} onSelect={() => setOpen(index)}>
          Definition
        </MenuItem>
        <MenuItem icon={RefreshCw} disabledReason={changes.disabledReason} onSelect={() => rebuild(index)}>
          Rebuild
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          destructive
          disabledReason={
            changes.disabledReason ??
            (index.constraint !== null && `It belongs to the constraint ${index.constraint}, and goes with that`)
          }
          onSelect={() => drop(index)}
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
      textOf={(index) => `${index.schema}.${index.table} ${index.name} ${index.keys.join(' ')}`}
      columns={columns}
      note={<IndexProgress projectRef={ref} />}
      create={{ label: 'New index', disabledReason: changes.disabledReason, onClick: () => setOpen('new') }}
    >
      <Suspense fallback={null}>
        {open === null ? null : open === 'new' ? (
          <IndexSheet projectRef={ref} changes={changes} onClose={close} />
        ) : (
          <IndexDefinition index={open} onClose={close} />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}
