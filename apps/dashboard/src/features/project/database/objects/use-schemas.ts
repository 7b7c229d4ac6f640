import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../api/client.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'

/** The schemas of a project's database: all of them, and the names of those that people keep. */
export function useSchemas(ref: string) {
  const list = useQuery({
    ...orpc.project.database.schemas.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'schemas', 'tables', 'functions', 'types'),
  })
  const names = list.data?.schemas.filter(({ origin }) => origin === 'people').map(({ name }) => name) ?? []
  return { list, names }
}
