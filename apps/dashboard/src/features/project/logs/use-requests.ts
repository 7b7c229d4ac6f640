import type { ApiRequestEntry } from '@stoa/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { client, orpc } from '../../../api/client.ts'
import { type LogFilters, logInput } from './filters.ts'

/** How often a list that goes on by itself asks again, in ms. */
export const LIVE_MS = 4_000
const PAGE = 100

/**
 * The requests that the filters let through, newest first.
 * @param live asks again and again, for as long as the page is looked at
 */
export function useRequests(ref: string, filters: LogFilters, live: boolean) {
  return useInfiniteQuery({
    queryKey: [...orpc.project.logs.requests.key({ input: { ref } }), filters],
    queryFn: ({ pageParam: before, signal }) =>
      client.project.logs.requests(
        // A range ends now, whenever that is.
        { ref, ...logInput(filters, Date.now()), limit: PAGE, ...(before !== null && { before }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.more ? last.entries.at(-1)?.id : undefined),
    refetchInterval: live && LIVE_MS,
    // What was asked of the APIs a moment ago is wanted.
    staleTime: 0,
  })
}

/**
 * One request by its number, as a link to it has it.
 * @param listed what is on the page already
 */
export function useRequest(ref: string, id: number, listed: readonly ApiRequestEntry[]) {
  const here = listed.find((entry) => entry.id === id)
  const asked = useQuery(
    orpc.project.logs.requests.queryOptions({
      input: { ref, before: id + 1, limit: 1 },
      enabled: here === undefined,
      retry: false,
    }),
  )
  return { ...asked, entry: here ?? asked.data?.entries.find((entry) => entry.id === id) }
}
