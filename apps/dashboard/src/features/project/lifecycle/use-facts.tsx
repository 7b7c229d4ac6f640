import type { Project } from '@stoa/contract'
import { formatBytes, formatDate } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'
import { computeWords, postgresVersion } from '../../../parts/project/words.ts'

/** Facts of a project that does not run. */
export function useFacts(project: Project, sinceWord: string) {
  const { data } = useQuery(orpc.projects.list.queryOptions())
  const bytes = data?.projects.find(({ ref }) => ref === project.ref)?.disk_bytes
  const compute = computeWords(project.compute_size)
  return [
    { name: sinceWord, value: formatDate(project.status_since) },
    ...(bytes === undefined || bytes === null ? [] : [{ name: 'On disk', value: formatBytes(bytes) }]),
    { name: 'Postgres', value: postgresVersion(project.dbVersion) },
    {
      name: 'Compute',
      value: (
        <>
          {compute.name} <span className="ui-unit">{compute.memory}</span>
        </>
      ),
    },
  ]
}
