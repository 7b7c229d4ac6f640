import type { Shell } from '@stoa/contract'
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { orpc } from './client.ts'

/** The query behind the shell, which a page that was loaded anew has in itself. */
export const shellQuery = () => orpc.shell.get.queryOptions({ staleTime: 60_000 })

/** The account, its organizations, projects, grants and flags. Only below the signed-in frame, where it is always there. */
export const useShell = (): Shell => useSuspenseQuery(shellQuery()).data

/** Asks for the shell again, after something that changes it: a new project, another name, another role. */
export function useRefreshShell(): () => Promise<void> {
  const queries = useQueryClient()
  return () => refreshShell(queries)
}

/** The same outside a component. */
export const refreshShell = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: orpc.shell.get.key() })
