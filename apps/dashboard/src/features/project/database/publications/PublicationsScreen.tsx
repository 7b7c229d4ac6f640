import type { DatabasePublication } from '@stoa/contract'
import { dropPublication } from '@stoa/sql/ddl'
import { ActionsMenu, actionsColumn, Badge, type Column, MenuItem, MenuSeparator } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { NameButton } from '../objects/NameButton.tsx'
import { ObjectsPage } from '../objects/ObjectsPage.tsx'
import { useObjectChange } from '../objects/use-object-change.ts'
import { OPERATIONS, REALTIME, tablesWords } from './words.ts'

const PublicationSheet = lazyDialog(async () => (await import('./PublicationSheet.tsx')).PublicationSheet)

const WORDS = {
  title: 'Publications',
  description:
    'What changes of which tables are told to subscribers. supabase_realtime is the one that realtime listens to.',
  one: 'a publication',
  many: 'publications',
  empty: 'A publication tells other servers and realtime what changes.',
}

/** Publications of the database. */
export function PublicationsScreen() {
  const { ref, name } = useProject()
  usePageTitle('Publications', name)
  const list = useQuery({
    ...orpc.project.database.publications.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'tables'),
  })
  const changes = useObjectChange(ref)
  const [open, setOpen] = useState<DatabasePublication | 'new' | null>(null)

  const drop = (publication: DatabasePublication) =>
    changes.review({
      title: `Drop the publication ${publication.name}`,
      statements: [dropPublication(publication.name)],
      label: 'Drop',
      done: `Dropped ${publication.name}`,
      losses: ['Who listens to it hears nothing any more. The tables stay as they are.'],
      typed: publication.name,
    })

  const columns: Column<DatabasePublication>[] = [
    {
      key: 'name',
      header: 'Name',
      width: '30%',
      clip: true,
      narrow: 'title',
      cell: (publication) => (
        <NameButton
          name={publication.name}
          label={`Edit the publication ${publication.name}`}
          onOpen={() => setOpen(publication)}
        >
          {publication.name === REALTIME ? <Badge>platform</Badge> : null}
        </NameButton>
      ),
    },
    { key: 'tables', header: 'Tables', clip: true, narrow: 'sub', cell: tablesWords },
    {
      key: 'operations',
      header: 'Changes',
      width: '26%',
      clip: true,
      cell: (publication) => OPERATIONS.filter((operation) => publication[operation]).join(', '),
    },
    { key: 'owner', header: 'Owner', clip: true, width: 110, cell: ({ owner }) => owner },
    actionsColumn((publication) => (
      <ActionsMenu of={publication.name}>
        <MenuItem icon={Pencil} onSelect={() => setOpen(publication)}>
          Edit
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          destructive
          disabledReason={changes.disabledReason ?? (publication.name === REALTIME && 'Realtime listens to it')}
          onSelect={() => drop(publication)}
        >
          Drop
        </MenuItem>
      </ActionsMenu>
    )),
  ]

  return (
    <ObjectsPage
      words={WORDS}
      asked={list}
      rows={list.data?.publications}
      rowKey={({ id }) => String(id)}
      textOf={(publication) => `${publication.name} ${tablesWords(publication)}`}
      columns={columns}
      create={{ label: 'New publication', disabledReason: changes.disabledReason, onClick: () => setOpen('new') }}
    >
      <Suspense fallback={null}>
        {open === null || list.data === undefined ? null : (
          <PublicationSheet
            key={open === 'new' ? 'new' : open.id}
            projectRef={ref}
            publication={open === 'new' ? null : open}
            tables={list.data.tables}
            changes={changes}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}
