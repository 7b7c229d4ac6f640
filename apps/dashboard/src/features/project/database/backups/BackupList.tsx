import {
  BACKUP_NOT_FINISHED,
  BACKUP_REASON_WORDS,
  type Backup,
  organizationPermissions,
  type Project,
  projectLifecycle,
  projectPermissions,
} from '@stoa/contract'
import {
  ActionsMenu,
  actionsColumn,
  type Column,
  Dash,
  DataList,
  Empty,
  formatAge,
  formatBytes,
  formatDate,
  formatDateTime,
  formatNumber,
  MenuItem,
  MenuSeparator,
  Status,
} from '@stoa/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { Copy, Download, History, ShieldCheck, Trash2 } from 'lucide-react'
import { listFailure } from '../../../../api/failure.ts'
import { usePermission } from '../../../../api/permissions.ts'
import { useBackupDownload } from '../../../../parts/backups/use-database-backup.ts'
import { postgresVersion } from '../../../../parts/project/words.ts'

export type BackupAct = { readonly kind: 'restore' | 'clone' | 'remove' | 'prove'; readonly backup: Backup }
export type Listed = { readonly backups: readonly Backup[]; readonly proving: readonly number[] }

const STATES = {
  PENDING: { tone: 'work', word: 'Waiting' },
  RUNNING: { tone: 'work', word: 'Running' },
  COMPLETED: { tone: 'ok', word: 'Finished' },
  FAILED: { tone: 'bad', word: 'Failed' },
} as const

/** All backups that are files, newest first, each with what can be done with it. */
export function BackupList({
  project,
  list,
  onAct,
}: {
  project: Project
  list: UseQueryResult<Listed>
  onAct: (act: BackupAct) => void
}) {
  const proving = list.data?.proving ?? []
  const columns: Column<Backup>[] = [
    {
      key: 'when',
      header: 'Taken',
      clip: true,
      width: '30%',
      narrow: 'title',
      cell: (backup) => (
        <span className="min-w-0">
          <span className="clip block font-medium">{formatDateTime(backup.inserted_at)}</span>
          <span className="clip block text-12 text-fg-3">
            {BACKUP_REASON_WORDS[backup.reason]}, Postgres {postgresVersion(backup.version)}
          </span>
          {backup.left_out.length === 0 ? null : (
            <span className="clip block text-12 text-warn-fg" title={backup.left_out.join(', ')}>
              without {backup.left_out.join(', ')}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      clip: true,
      narrow: 'sub',
      cell: (backup) => (
        <span className="min-w-0">
          <Status tone={STATES[backup.status].tone}>
            <span className={backup.status === 'COMPLETED' ? 'text-fg-3' : undefined}>
              {STATES[backup.status].word}
            </span>
          </Status>
          {backup.error === null ? null : (
            <span className="clip block text-12 text-bad-fg max-wide:max-w-[45vw]" title={backup.error}>
              {backup.error}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'proven',
      header: 'Last proven',
      clip: true,
      narrow: 'sub-end',
      cell: (backup) => <Proof backup={backup} proving={proving.includes(backup.id)} />,
    },
    {
      key: 'kept',
      header: 'Kept until',
      width: 120,
      cell: (backup) =>
        backup.expires_at === null ? <Dash /> : <span className="text-fg-3">{formatDate(backup.expires_at)}</span>,
    },
    {
      key: 'size',
      header: 'Size',
      align: 'end',
      width: 90,
      narrow: 'end',
      cell: (backup) =>
        backup.size_bytes === null ? <Dash /> : <span className="num">{formatBytes(backup.size_bytes)}</span>,
    },
    actionsColumn((backup) => (
      <BackupMenu project={project} backup={backup} proving={proving.includes(backup.id)} onAct={onAct} />
    )),
  ]
  return (
    <DataList
      tall
      label="Backups"
      columns={columns}
      rows={list.data?.backups.filter((backup) => !backup.isPhysicalBackup)}
      rowKey={(backup) => String(backup.id)}
      loadingRows={3}
      {...listFailure(list, 'Failed to load backups')}
      empty={
        <Empty
          title="No backups yet"
          text="One is taken every day at the hour below, and with every pause. You can also take one now."
        />
      }
    />
  )
}

/** When a backup was last restored into a scratch server, and what was found in it. */
function Proof({ backup, proving }: { backup: Backup; proving: boolean }) {
  if (proving) return <Status tone="work">Proving</Status>
  if (backup.verify_error !== null)
    return (
      <span className="block min-w-0 max-wide:max-w-[45vw]" title={backup.verify_error}>
        <Status tone="bad">Not proven</Status>
        <span className="clip block text-12 text-bad-fg">{backup.verify_error}</span>
      </span>
    )
  if (backup.verified_at === null) return <span className="text-fg-3">Not proven yet</span>
  const [tables, rows] = [backup.verified_tables ?? 0, backup.verified_rows ?? 0]
  return (
    <span className="min-w-0" title={formatDateTime(backup.verified_at)}>
      <span className="clip block">
        <span className="wide:hidden">Proven </span>
        {formatAge(backup.verified_at)}
      </span>
      <span className="clip block text-12 text-fg-3">
        {formatNumber(tables)} {tables === 1 ? 'table' : 'tables'}, {formatNumber(rows)} {rows === 1 ? 'row' : 'rows'}
      </span>
    </span>
  )
}

function BackupMenu({
  project,
  backup,
  proving,
  onAct,
}: {
  project: Project
  backup: Backup
  proving: boolean
  onAct: (act: BackupAct) => void
}) {
  const { ref, organization_slug: slug } = project
  const download = useBackupDownload(ref)
  const may = {
    download: usePermission(projectPermissions.downloadBackups, { ref }).reason,
    take: usePermission(projectPermissions.takeBackups, { ref }).reason,
    restore: usePermission(projectPermissions.restoreBackups, { ref }).reason,
    create: usePermission(organizationPermissions.createProject, { slug }).reason,
  }
  const unfinished = backup.status === 'COMPLETED' ? undefined : BACKUP_NOT_FINISHED
  const running = backup.status === 'PENDING' || backup.status === 'RUNNING'
  const status = projectLifecycle.can(project.status, 'restoreBackup')
    ? undefined
    : `Not while the project’s status is “${projectLifecycle.states[project.status].label}”`
  return (
    <ActionsMenu of={`the backup of ${formatDateTime(backup.inserted_at)}`}>
      <MenuItem icon={Download} disabledReason={may.download ?? unfinished} onSelect={() => download.mutate(backup.id)}>
        Download
      </MenuItem>
      <MenuItem
        icon={ShieldCheck}
        disabledReason={may.take ?? unfinished ?? (proving && 'It is being proven')}
        onSelect={() => onAct({ kind: 'prove', backup })}
      >
        Prove now
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={History}
        disabledReason={may.restore ?? unfinished ?? status}
        onSelect={() => onAct({ kind: 'restore', backup })}
      >
        Restore
      </MenuItem>
      <MenuItem
        icon={Copy}
        disabledReason={may.restore ?? may.create ?? unfinished}
        onSelect={() => onAct({ kind: 'clone', backup })}
      >
        Restore to a new project
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        destructive
        disabledReason={may.take ?? (running && 'It is still being taken')}
        onSelect={() => onAct({ kind: 'remove', backup })}
      >
        Remove
      </MenuItem>
    </ActionsMenu>
  )
}
