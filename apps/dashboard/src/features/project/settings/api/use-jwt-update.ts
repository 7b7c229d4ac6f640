import { JWT_POLL_MS } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { orpc } from '../../../../api/client.ts'
import { projectQuery } from '../../../../parts/project/project.ts'

export const JWT_UPDATE_FAILED = 'JWT secret update failed, new API key may have issues'

/**
 * Follows the latest change of a project's JWT secret, wherever it was begun. When one ends, what depends on the keys
 * is asked for again: the keys themselves and the configuration of the data API.
 */
export function useJwtUpdate(ref: string) {
  const queries = useQueryClient()
  const followed = useQuery(
    orpc.project.settings.api.secretsUpdateStatus.queryOptions({
      input: { ref },
      refetchInterval: ({ state }) => (state.data?.update_status?.status === 'Updating' ? JWT_POLL_MS : false),
    }),
  )
  const update = followed.data?.update_status
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (update === undefined || update === null) return
    // A change that had ended before the page was opened is no news.
    if (before.current === 'Updating' && update.status !== 'Updating') {
      if (update.status === 'Updated') {
        toast.success('Replaced the JWT secret and both API keys')
        void queries.invalidateQueries({ queryKey: orpc.project.settings.api.dataApi.key() })
      } else toast.error(JWT_UPDATE_FAILED)
      void queries.invalidateQueries({ queryKey: orpc.project.settings.api.get.key() })
      void queries.invalidateQueries({ queryKey: projectQuery(ref).queryKey })
    }
    before.current = update.status
  }, [update, queries, ref])
  return { ...followed, update: update ?? null }
}
