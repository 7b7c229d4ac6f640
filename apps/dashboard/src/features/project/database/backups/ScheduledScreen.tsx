import { BACKUP_POLL_MS, projectLifecycle, projectPermissions } from '@stoa/contract'
import { Button, formatDateTime, Note, Page, PageHeader, Section, toast } from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { usePermission } from '../../../../api/permissions.ts'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { type BackupAct, BackupList } from './BackupList.tsx'
import { RemoveBackup } from './RemoveBackup.tsx'
import { RestoreInPlace } from './RestoreInPlace.tsx'
import { RestoreToNew } from './RestoreToNew.tsx'
import { ScheduleForm } from './ScheduleForm.tsx'

/** A project's daily backups and those taken on demand: what there is, and what can be done with it. */
export function ScheduledScreen() {
  const project = useProject()
  const { ref } = project
  usePageTitle('Backups', project.name)
  const queries = useQueryClient()
  const list = useQuery({
    ...orpc.project.database.backups.list.queryOptions({ input: { ref } }),
    refetchInterval: ({ state }) =>
      state.data?.proving.length ||
      state.data?.backups.some(({ status }) => status === 'PENDING' || status === 'RUNNING')
        ? BACKUP_POLL_MS
        : false,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: orpc.project.database.backups.key() })
  const take = useMutation({
    ...orpc.project.database.backups.create.mutationOptions(),
    onSuccess: () => refresh(),
    onError: (error) => toast.error(`Failed to take a backup: ${errorMessage(error)}`),
  })
  const prove = useMutation({
    ...orpc.project.database.backups.verify.mutationOptions(),
    onSuccess: () => refresh(),
    onError: (error) => toast.error(`Failed to prove the backup: ${errorMessage(error)}`),
  })
  const { reason } = usePermission(projectPermissions.takeBackups, { ref })
  const [act, setAct] = useState<BackupAct | null>(null)
  const close = () => setAct(null)
  const running = list.data?.backups.some(({ status }) => status === 'PENDING' || status === 'RUNNING')
  const finished = list.data?.backups.find(
    ({ status, isPhysicalBackup }) => status === 'COMPLETED' && !isPhysicalBackup,
  )
  const beside = finished?.left_out ?? []
  const takeReason =
    reason ??
    (project.status === 'ACTIVE_HEALTHY'
      ? running && 'A backup is being taken'
      : `Not while the project’s status is “${projectLifecycle.states[project.status].label}”`)

  return (
    <Page>
      <PageHeader
        title="Backups"
        description="Everything in the database “postgres” as one file, taken while the project serves. Some are restored into a scratch server now and then, to prove that they are good."
        actions={
          <Button
            variant="primary"
            size="sm"
            icon={DatabaseBackup}
            busy={take.isPending}
            disabledReason={takeReason}
            onClick={() => take.mutate({ ref })}
          >
            Take a backup
          </Button>
        }
      />
      {list.data?.failed_restore ? (
        <Note tone="warn" className="mb-6">
          The restore that ended {formatDateTime(list.data.failed_restore.at)} failed: {list.data.failed_restore.reason}
          . The project’s data is as it was before.
        </Note>
      ) : null}
      {beside.length === 0 ? null : (
        <Note tone="warn" className="mb-6">
          The latest backup does not hold {beside.length === 1 ? 'the database' : 'the databases'} {beside.join(', ')}:
          only “postgres” is written down. Point in time recovery keeps every database of the server.
        </Note>
      )}
      <Section title="Backups" count={list.data?.backups.filter((backup) => !backup.isPhysicalBackup).length}>
        <BackupList
          project={project}
          list={list}
          onAct={(chosen) => (chosen.kind === 'prove' ? prove.mutate({ ref, id: chosen.backup.id }) : setAct(chosen))}
        />
      </Section>
      <Section title="Daily backup">
        <ScheduleForm projectRef={ref} list={list.data} status={project.status} disabledReason={reason} />
      </Section>
      {act?.kind === 'restore' ? (
        <RestoreInPlace project={project} source={{ id: act.backup.id, at: act.backup.inserted_at }} onClose={close} />
      ) : null}
      {act?.kind === 'clone' ? (
        <RestoreToNew project={project} source={{ id: act.backup.id, at: act.backup.inserted_at }} onClose={close} />
      ) : null}
      {act?.kind === 'remove' ? <RemoveBackup projectRef={ref} backup={act.backup} onClose={close} /> : null}
    </Page>
  )
}
