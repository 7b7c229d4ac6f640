import type { Migration } from '@stoa/contract'
import { type Column, Dialog, ErrorState, formatNumber, SkeletonRows } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { failureOf } from '../../../../api/failure.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { Statements } from '../../../../parts/schema-change/Statements.tsx'
import { NameButton } from '../objects/NameButton.tsx'
import { ObjectsPage } from '../objects/ObjectsPage.tsx'
import { useObjectChange } from '../objects/use-object-change.ts'
import { useCompareFiles } from './CompareFiles.tsx'

const ApplySheet = lazyDialog(async () => (await import('./ApplySheet.tsx')).ApplySheet)

const WORDS = {
  title: 'Migrations',
  description: 'Changes of the schema that were applied and kept, newest first, to be made again elsewhere.',
  one: 'a migration',
  many: 'migrations',
  empty: 'Tick “Save as migration” when you change something, or apply a file of SQL.',
}

/** The time that a version stands for, as `2026-03-14 09:15:00`; null when it is no time. */
function timeOf(version: string): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(version)
  return parts === null ? null : `${parts[1]}-${parts[2]}-${parts[3]} ${parts[4]}:${parts[5]}:${parts[6]}`
}

/** The migrations of a database: what each did, and applying another one. */
export function MigrationsScreen() {
  const { ref, name } = useProject()
  usePageTitle('Migrations', name)
  const list = useQuery(orpc.project.database.migrations.list.queryOptions({ input: { ref } }))
  const changes = useObjectChange(ref)
  const compared = useCompareFiles(
    ref,
    list.data?.map(({ version }) => version),
  )
  const [open, setOpen] = useState<'apply' | Migration | null>(null)
  const columns: Column<Migration>[] = [
    {
      key: 'name',
      header: 'Name',
      clip: true,
      narrow: 'title',
      cell: (migration) => (
        <NameButton
          name={migration.name || 'Without a name'}
          label={`Show the migration ${migration.name || migration.version}`}
          onOpen={() => setOpen(migration)}
        />
      ),
    },
    {
      key: 'version',
      header: 'Version',
      width: 180,
      narrow: 'sub',
      cell: ({ version }) => <span className="ui-mono text-12 text-fg-2">{version}</span>,
    },
    {
      key: 'time',
      header: 'Made at (UTC)',
      width: 180,
      cell: ({ version }) => <span className="num text-fg-3">{timeOf(version) ?? ''}</span>,
    },
    {
      key: 'statements',
      header: 'Statements',
      align: 'end',
      width: 110,
      narrow: 'end',
      cell: ({ statements }) => (
        <span className="num text-fg-2">{statements === null ? 'not kept' : formatNumber(statements)}</span>
      ),
    },
  ]
  const close = () => setOpen(null)
  return (
    <ObjectsPage
      words={WORDS}
      asked={list}
      rows={list.data}
      rowKey={({ version }) => version}
      textOf={(migration) => `${migration.version} ${migration.name ?? ''}`}
      columns={columns}
      tools={compared.tools}
      note={compared.note}
      create={{ label: 'Apply a file', disabledReason: changes.disabledReason, onClick: () => setOpen('apply') }}
    >
      <Suspense fallback={null}>
        {open === null ? null : open === 'apply' ? (
          <ApplySheet
            projectRef={ref}
            applied={list.data?.map(({ version }) => version) ?? []}
            changes={changes}
            onClose={close}
          />
        ) : (
          <MigrationSheet projectRef={ref} migration={open} onClose={close} />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}

/** What a migration did. */
function MigrationSheet({
  projectRef: ref,
  migration,
  onClose,
}: {
  projectRef: string
  migration: Migration
  onClose: () => void
}) {
  const { version } = migration
  const whole = useQuery(orpc.project.database.migrations.get.queryOptions({ input: { ref, version } }))
  return (
    <Dialog
      variant="sheet"
      width={680}
      onClose={onClose}
      title={migration.name || version}
      description={<span className="ui-mono text-12">{version}</span>}
    >
      {whole.data !== undefined ? (
        whole.data.statements.length === 0 ? (
          <p>Its statements were not kept.</p>
        ) : (
          <Statements statements={whole.data.statements} isTall />
        )
      ) : whole.isError ? (
        <ErrorState title="Failed to load the migration" {...failureOf(whole)} />
      ) : (
        <SkeletonRows rows={8} rowHeight={20} />
      )}
    </Dialog>
  )
}
