import type { DatabaseConnection } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { EndDialog } from '../../../../parts/tokens/EndDialog.tsx'
import { ownerWords } from './words.ts'

/** A connection that is about to be told to stop, and how. */
export type Stopping = { readonly how: 'cancel' | 'terminate'; readonly connection: DatabaseConnection }

const WORDS = {
  cancel: {
    title: 'Cancel the query',
    description: 'fails with “canceling statement due to user request”. The connection stays.',
    label: 'Cancel query',
    busyLabel: 'Canceling',
    done: 'Told the query to stop',
    failed: 'Failed to cancel the query',
  },
  terminate: {
    title: 'End the connection',
    description: 'is disconnected, and what its open transaction did is undone. Programs usually connect again.',
    label: 'End connection',
    busyLabel: 'Ending',
    done: 'Ended the connection',
    failed: 'Failed to end the connection',
  },
} as const

/** Asks before somebody's work is stopped. */
export function StopDialog({
  projectRef: ref,
  stopping: { how, connection },
  onClose,
}: {
  projectRef: string
  stopping: Stopping
  onClose: () => void
}) {
  const queries = useQueryClient()
  const { pid, started_at, application } = connection
  const words = WORDS[how]
  const refresh = () =>
    queries.invalidateQueries({ queryKey: orpc.project.database.connections.list.key({ input: { ref } }) })
  const stop = useMutation({
    mutationFn: () => client.project.database.connections[how]({ ref, pid, started_at }),
    onSuccess: async () => {
      toast.success(`${words.done} of ${pid}`)
      onClose()
      await refresh()
    },
    onError: async (error) => {
      toast.error({ title: words.failed, description: errorMessage(error) })
      onClose()
      await refresh()
    },
  })
  const who = [ownerWords(connection), application].filter((part) => part !== '').join(', ')
  return (
    <EndDialog
      title={`${words.title} of ${pid}?`}
      description={`${who} ${words.description}`}
      label={words.label}
      busy={stop.isPending}
      busyLabel={words.busyLabel}
      onConfirm={() => stop.mutate()}
      onClose={onClose}
    />
  )
}
