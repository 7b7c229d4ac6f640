import { RESOURCE_WARNINGS_FRESH_MS } from '@stoa/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'

/** What all projects run short of. One answer is taken for fresh for an hour. */
export const resourceWarningsQuery = () =>
  orpc.projects.resourceWarnings.queryOptions({ staleTime: RESOURCE_WARNINGS_FRESH_MS })

/** What a project runs short of; undefined while that is not known. */
export const useResourceWarning = (ref: string) =>
  useQuery({ ...resourceWarningsQuery(), select: (all) => all.find(({ project }) => project === ref) }).data

/** Asks again before the hour is over, because something has just been done about it. */
export const refreshResourceWarnings = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: orpc.projects.resourceWarnings.key() })
