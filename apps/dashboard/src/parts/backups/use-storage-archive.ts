import { type Project, projectPermissions } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'
import { errorMessage, errorStatus } from '../../api/errors.ts'
import { usePermission } from '../../api/permissions.ts'
import { useShell } from '../../api/shell.ts'
import { startDownload } from './start-download.ts'

const FLAG = 'storage-archive'
const NOT_FOUND = 404
/** How often it is asked whether the archive is there, in ms. */
const POLL_MS = 5_000
const WAITING = 'Retrieving storage archive. This may take a few minutes depending on the size of your storage objects.'

/** The address of the archive; null as long as there is none, which the server says by not finding it. */
async function findArchive(ref: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await client.project.storage.getArchive({ ref }, { signal })).fileUrl
  } catch (error) {
    if (errorStatus(error) === NOT_FOUND) return null
    throw error
  }
}

/** Having a project's objects archived, waiting for it, and downloading it, with the reason why it cannot be. */
export function useStorageArchive({ ref }: Pick<Project, 'ref'>) {
  const shell = useShell()
  const { reason } = usePermission(projectPermissions.archiveStorage, { ref })
  const [request, setRequest] = useState<number | null>(null)
  const toastId = `storage-archive-${ref}`
  const create = useMutation({
    mutationFn: () => client.project.storage.createArchive({ ref }),
    onMutate: () => void toast.work({ id: toastId, title: WAITING }),
    onSuccess: () => setRequest(Date.now()),
    onError: (error) => {
      toast.dismiss(toastId)
      toast.error(`Failed to create storage archive: ${errorMessage(error)}`)
    },
  })
  const { data: fileUrl, error } = useQuery({
    queryKey: ['storage-archive', ref, request],
    queryFn: ({ signal }) => findArchive(ref, signal),
    enabled: request !== null,
    refetchInterval: ({ state }) => (state.data || state.status === 'error' ? false : POLL_MS),
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (request === null) return
    // Nobody waits any more: it is there, it failed, or the page was left.
    return () => toast.dismiss(toastId)
  }, [request, toastId])
  useEffect(() => {
    if (request === null || !(fileUrl || error)) return
    setRequest(null)
    if (fileUrl) {
      startDownload(fileUrl)
      toast.success('Downloading storage objects')
    } else toast.error(`Failed to create storage archive: ${errorMessage(error)}`)
  }, [request, fileUrl, error])
  return {
    disabledReason: shell.flags[FLAG]
      ? (reason ?? (create.isPending || request !== null ? 'The archive is being made' : undefined))
      : 'Downloading storage objects is not available yet',
    download: () => create.mutate(),
  }
}
