import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { parseQuery, type QueryParams } from './query-params.ts'

/**
 * The parameters of the page's address, and a function to change some of them. A change replaces the history entry,
 * unless asked to push one; empty values leave the address.
 * @param arrays keys that are always lists; give the same array on every render
 */
export function useQueryParams(arrays?: readonly string[]) {
  const search = useLocation({ select: (location) => location.searchStr })
  const navigate = useNavigate()
  const params = useMemo(() => parseQuery(search, arrays), [search, arrays])
  const setParams = useCallback(
    (changes: QueryParams, { push = false }: { push?: boolean } = {}) =>
      void navigate({
        to: '.',
        search: (current: QueryParams) => ({ ...current, ...changes }),
        replace: !push,
        // The page is the same one: it keeps its place.
        resetScroll: false,
      } as Parameters<typeof navigate>[0]),
    [navigate],
  )
  return [params, setParams] as const
}
