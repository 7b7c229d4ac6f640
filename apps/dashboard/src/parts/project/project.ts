import { type Project, type ProjectStatus, projectPermissions } from '@stoa/contract'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { orpc } from '../../api/client.ts'
import { usePermission } from '../../api/permissions.ts'
import { refreshShell } from '../../api/shell.ts'

/** The ref of the project in the address. */
export const useProjectRef = (): string => useParams({ from: '/frame/project/$ref' }).ref

/** One project, under the key that the route's loader and the page's boot data fill too. */
export const projectQuery = (ref: string) => orpc.project.home.get.queryOptions({ input: { ref } })

/** The project in the address. Only below its gate, which waits for it. */
export function useProject(): Project {
  const { data } = useQuery(projectQuery(useProjectRef()))
  if (data === undefined) throw new Error('A project’s pages are drawn below its gate, which waits for the project.')
  return data
}

/**
 * Writes what a call said about a project into the cache, so that its gate follows at once, then asks for the rest.
 * @param part what is known: a status, whether its API answers, a new name
 */
export function noteProject(queries: QueryClient, ref: string, part: Partial<Project>): void {
  const query = projectQuery(ref)
  queries.setQueryData(query.queryKey, (known) => {
    if (known === undefined) return undefined
    const moved = part.status !== undefined && part.status !== known.status
    return { ...known, ...(moved && { status_since: new Date().toISOString() }), ...part }
  })
  void queries.invalidateQueries({ queryKey: query.queryKey })
  void queries.invalidateQueries({ queryKey: orpc.projects.list.key() })
}

/** Leaves the pages of a project that is gone: first the page, then everything known about it. */
export function useLeaveProject(ref: string): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useCallback(async () => {
    await navigate({ to: '/projects', replace: true })
    queries.removeQueries({ queryKey: projectQuery(ref).queryKey })
    void queries.invalidateQueries({ queryKey: orpc.projects.list.key() })
    void queries.invalidateQueries({ queryKey: orpc.org.billing.key() })
    await refreshShell(queries)
  }, [queries, navigate, ref])
}

const noted = (queries: QueryClient) => ({
  onSuccess: ({ status }: { status: ProjectStatus }, { ref }: { ref: string }) => noteProject(queries, ref, { status }),
})

/** Pausing a project, with the reason why this account may not. */
export function usePause(ref: string) {
  const pause = useMutation({ ...orpc.project.lifecycle.pause.mutationOptions(), ...noted(useQueryClient()) })
  return { ...pause, reason: usePermission(projectPermissions.pause, { ref }).reason }
}

/** Restarting a project's server, with the reason why this account may not. */
export function useRestart(ref: string) {
  const restart = useMutation({ ...orpc.project.lifecycle.restart.mutationOptions(), ...noted(useQueryClient()) })
  return { ...restart, reason: usePermission(projectPermissions.restart, { ref }).reason }
}
