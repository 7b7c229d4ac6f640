import { BACKUP_POLL_MS, type Project, projectPermissions } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { client, orpc } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { usePermission } from '../../api/permissions.ts'
import { startDownload } from './start-download.ts'

export const NO_BACKUP_TOOLTIP = 'No available backups to download'
const BEING_WRITTEN = 'The backup of this project is still being written'
const NO_BACKUP = 'No backups available for download'

/** Downloading one backup of a project, by its id. Says in a toast how it went. */
export function useBackupDownload(ref: string) {
  return useMutation({
    mutationFn: (id: number) => client.project.database.backups.download({ ref, id }),
    onSuccess: ({ fileUrl }) => {
      startDownload(fileUrl)
      toast.success('Downloading database backup')
    },
    onError: (error) => toast.error(`Failed to download backup: ${errorMessage(error)}`),
  })
}

/** Downloading the latest backup of a project that can be downloaded, with the reason why it cannot be. */
export function useLatestBackup({ ref }: Pick<Project, 'ref'>) {
  const { reason } = usePermission(projectPermissions.downloadBackups, { ref })
  const query = orpc.project.database.backups.downloadable.queryOptions({ input: { ref } })
  const list = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.being_written ? BACKUP_POLL_MS : false),
  })
  const download = useBackupDownload(ref)
  const latest = list.data?.backups.find((backup) => !backup.isPhysicalBackup)
  const beingWritten = list.data?.being_written ?? false
  return {
    latest,
    /** A newer one is on its way. */
    beingWritten,
    pending: download.isPending,
    disabledReason:
      reason ??
      (list.isPending ? 'The backups of this project are not known yet' : undefined) ??
      (list.isSuccess && latest === undefined ? (beingWritten ? BEING_WRITTEN : NO_BACKUP_TOOLTIP) : undefined),
    async download(): Promise<void> {
      // The list may be older than what was removed since, and may not have come at all.
      const { data, error } = await list.refetch()
      if (error) toast.error(`Failed to download backup: ${errorMessage(error)}`)
      const first = data?.backups.find((backup) => !backup.isPhysicalBackup)
      if (first) download.mutate(first.id)
      else if (!error) toast.error(NO_BACKUP)
    },
  }
}
