import {
  CONNECTING_POLL_MS,
  gate,
  type Project,
  type ProjectStatus,
  projectLifecycle,
  REACHABILITY_TIMEOUT_MS,
} from '@stoa/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../../api/client.ts'
import { errorStatus } from '../../../api/errors.ts'
import { noteProject } from '../../../parts/project/project.ts'

const NOT_FOUND = 404

/**
 * Most operations take about a second: besides the regular polls, two early looks keep nobody waiting for the first.
 * In ms after the screen appeared.
 */
const EARLY_LOOKS_MS = [1_000, 2_000]

/** A signal that also gives up when the server takes too long, so that one lost answer does not end the polling. */
const within = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(REACHABILITY_TIMEOUT_MS)])

/** True once `ms` have passed since the status last changed. */
function useDelay(ms: number, status: ProjectStatus, since: string): boolean {
  const [passed, setPassed] = useState<string | null>(null)
  const current = `${status} ${since}`
  useEffect(() => {
    const timer = setTimeout(() => setPassed(current), ms)
    return () => clearTimeout(timer)
  }, [ms, current])
  return passed === current || ms === 0
}

/**
 * Follows a project whose status is about to change by itself, as often as its lifecycle says, and has the
 * project read anew when it did. While the status is settled it asks nothing.
 * @returns whether the project is gone
 */
export function useStatusPolling(project: Project | undefined): boolean {
  const queries = useQueryClient()
  const ref = project?.ref ?? ''
  const status = project?.status ?? 'UNKNOWN'
  const since = project?.status_since ?? ''
  const { pollMs, pollDelayMs } = projectLifecycle.states[status]
  const started = useDelay(pollDelayMs, status, since)
  const enabled = project !== undefined && pollMs !== null && started
  const { data, error, refetch } = useQuery({
    // The status is part of the key: an answer from before it changed says nothing about what comes next.
    queryKey: ['project-status', ref, status, since],
    queryFn: ({ signal }) => client.project.lifecycle.status({ ref }, { signal: within(signal) }),
    enabled,
    refetchInterval: pollMs ?? false,
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

  useEffect(() => {
    if (!enabled || pollDelayMs > 0) return
    const timers = EARLY_LOOKS_MS.map((ms) => setTimeout(() => void refetch(), ms))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [enabled, pollDelayMs, refetch])

  const answered = data?.status
  useEffect(() => {
    // The whole project is asked for: what else changed with its status decides what is shown next.
    if (answered !== undefined && answered !== status) noteProject(queries, ref, {})
  }, [answered, status, ref, queries])
  return errorStatus(error) === NOT_FOUND
}

/** Asks a healthy project that does not answer, until it does, and then marks it as online. */
export function useReachabilityPolling(project: Project | undefined): void {
  const queries = useQueryClient()
  const ref = project?.ref ?? ''
  const enabled = project !== undefined && gate(project.status, project.postgrestStatus, null) === 'connecting'
  const { data } = useQuery({
    queryKey: ['project-reachability', ref],
    queryFn: ({ signal }) => client.project.lifecycle.reachability({ ref }, { signal: within(signal) }),
    enabled,
    refetchInterval: CONNECTING_POLL_MS,
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const answered = data?.postgrestStatus
  useEffect(() => {
    if (enabled && answered === 'ONLINE') noteProject(queries, ref, { postgrestStatus: answered })
  }, [enabled, answered, ref, queries])
}
