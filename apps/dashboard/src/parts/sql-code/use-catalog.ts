import { DATABASE_LISTS } from '@stoa/sql'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { client } from '../../api/client.ts'
import { patiently } from '../frame/patience.ts'
import { showsLists } from '../sql-run/database-lists.ts'
import { type Catalog, type CatalogAnswer, toCatalog } from './catalog.ts'

/** How long after the editor stands the names are asked for, in ms: typing comes first. */
const AFTER_MS = 600
const FRESH_MS = 300_000

/** The key under which a project's names are kept; who changed the schema invalidates it. */
export const catalogKey = (ref: string) => ['sql-catalog', ref]

async function ask(ref: string, whose: 'own' | 'system', signal: AbortSignal): Promise<CatalogAnswer> {
  const { catalogQuery } = await patiently(() => import('./catalog-query.ts'))
  const query = catalogQuery(whose)
  const rows = await client.project.sql.databaseQuery({ ref, query, read_only: true }, { signal })
  return rows[0]?.catalog as CatalogAnswer
}

/**
 * What a project's database holds, for the editor. Asked for a moment after the page stands, once for all editors of
 * the project, and again after a run that may have changed it. Without it the editor works as well, so a failure is
 * not shown.
 */
export function useCatalog(ref: string): Catalog | null {
  const [standing, setStanding] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStanding(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const rules = { retry: false, refetchOnWindowFocus: false } as const
  const { data: own } = useQuery({
    ...rules,
    queryKey: catalogKey(ref),
    queryFn: ({ signal }) => ask(ref, 'own', signal),
    enabled: standing,
    staleTime: FRESH_MS,
    meta: showsLists(ref, ...DATABASE_LISTS),
  })
  // What people made comes first, and what Postgres has does not change.
  const { data: system } = useQuery({
    ...rules,
    queryKey: ['sql-catalog-system', ref],
    queryFn: ({ signal }) => ask(ref, 'system', signal),
    enabled: own !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => (own === undefined ? null : toCatalog(own, system)), [own, system])
}
