import { type Project, UPGRADE_POLL_MS } from '@stoa/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { orpc } from '../../../api/client.ts'
import { asksAgain } from './asks-again.ts'

/**
 * Follows an upgrade: the one that is named, or else the project's latest. What the project can be upgraded to is asked
 * for anew when it has become upgraded.
 * @param trackingId the upgrade that the address names
 * @returns undefined while it is not known
 */
export function useUpgradeStatus(project: Project, trackingId: string | undefined) {
  const queries = useQueryClient()
  const { ref } = project
  const enabled = project.status === 'UPGRADING' || trackingId !== undefined
  const { data, refetch } = useQuery({
    ...orpc.project.lifecycle.upgradeStatusV1.queryOptions({
      input: { params: { ref }, query: trackingId === undefined ? {} : { tracking_id: trackingId } },
    }),
    enabled,
    refetchInterval: ({ state }) =>
      asksAgain(project, state.data?.databaseUpgradeStatus?.status) ? UPGRADE_POLL_MS : false,
    refetchIntervalInBackground: true,
    staleTime: 0,
    retry: false,
  })
  const status = data?.databaseUpgradeStatus?.status
  const seen = useRef(status)
  useEffect(() => {
    if (status === 'Upgraded' && seen.current === 'Upgrading')
      void queries.invalidateQueries({ queryKey: orpc.project.lifecycle.upgradeEligibilityV1.key() })
    seen.current = status
  }, [status, queries])
  const behind = status === 'Upgrading' && project.status !== 'UPGRADING'
  useEffect(() => {
    // Both change together: what the project says already, the upgrade will say when it is asked.
    if (behind) void refetch()
  }, [behind, refetch])
  return data?.databaseUpgradeStatus
}
