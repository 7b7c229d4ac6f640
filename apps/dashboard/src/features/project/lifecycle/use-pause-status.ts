import { PAUSE_EXPIRY_FLAG, type Project } from '@stoa/contract'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'
import { useShell } from '../../../api/shell.ts'

/** Until when a paused project can be restored. It is only asked for where pauses can expire. */
export function usePauseStatus({ ref }: Pick<Project, 'ref'>) {
  const expires = useShell().flags[PAUSE_EXPIRY_FLAG] ?? false
  const query = useQuery({
    ...orpc.project.lifecycle.pauseStatus.queryOptions({ input: { ref } }),
    enabled: expires,
  })
  return { ...query, expires }
}
