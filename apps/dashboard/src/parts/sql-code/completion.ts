import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { client } from '../../api/client.ts'
import type { SqlSchema } from './SqlCode.tsx'

/** How long after the editor stands the names are asked for, in ms: typing comes first. */
const AFTER_MS = 600
const FRESH_MS = 60_000

/** Tables and views of people's own schemas with their columns; far more than anybody completes by hand is left out. */
const NAMES = `
select n.nspname as schema, c.relname as relation, json_agg(a.attname order by a.attnum) as columns
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
group by n.nspname, c.relname
order by n.nspname, c.relname
limit 5000`

const namesKey = (ref: string) => ['sql-names', ref]

type NameRow = { readonly schema: string; readonly relation: string; readonly columns: readonly string[] }

function toSchema(rows: readonly NameRow[]): SqlSchema {
  const schema: Record<string, Record<string, readonly string[]>> = {}
  for (const row of rows) {
    schema[row.schema] ??= {}
    const relations = schema[row.schema]
    if (relations) relations[row.relation] = row.columns
  }
  return schema
}

/**
 * The names that the editor completes. Asked for a moment after the page stands, and again after a run that may have
 * changed them. Without them the editor works as well, so a failure is not shown.
 * @returns the schema, and a function to call with the text of every run that ended
 */
export function useNames(ref: string): { schema: SqlSchema | undefined; noteRun: (sql: string) => void } {
  const [standing, setStanding] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStanding(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data, refetch } = useQuery({
    queryKey: namesKey(ref),
    queryFn: () => client.project.sql.databaseQuery({ ref, query: NAMES, read_only: true }),
    enabled: standing,
    staleTime: FRESH_MS,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const schema = useMemo(() => (data === undefined ? undefined : toSchema(data as NameRow[])), [data])
  const noteRun = useCallback(
    (sql: string) => {
      if (/\b(?:create|alter|drop)\b/i.test(sql)) void refetch()
    },
    [refetch],
  )
  return { schema, noteRun }
}
