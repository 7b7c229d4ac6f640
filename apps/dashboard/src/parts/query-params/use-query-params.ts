import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { parseQuery, type QueryParams } from './query-params.ts'

/**
 * The parameters of the page's address, and a function to change some of them.
 * @param arrays keys that are always lists; give the same array on every render
 */
export function useQueryParams(arrays?: readonly string[]) {
  const search = useLocation({ select: (location) => location.searchStr })
  const params = useMemo(() => parseQuery(search, arrays), [search, arrays])
  return [params, useSetQueryParams()] as const
}

/**
 * One parameter of the page's address, for what is not to be drawn anew when another one changes.
 * @returns undefined when the address has none of this name, or several
 */
export function useQueryParam(key: string): string | undefined {
  return useLocation({
    select: ({ searchStr }) => {
      const value = parseQuery(searchStr)[key]
      return typeof value === 'string' ? value : undefined
    },
  })
}

/**
 * Changes some parameters of the page's address. A change replaces the history entry, unless asked to push one; empty
 * values leave the address.
 */
export function useSetQueryParams() {
  const navigate = useNavigate()
  return useCallback(
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
}
