import type { DatabasePublication } from '@stoa/contract'

export const OPERATIONS = ['insert', 'update', 'delete', 'truncate'] as const
/** The publication that every project begins with, and that realtime listens to. */
export const REALTIME = 'supabase_realtime'

/** Which tables a publication is about, in words. */
export function tablesWords({ all_tables: all, schemas, tables }: DatabasePublication): string {
  if (all) return 'all tables'
  const names = [
    ...schemas.map((schema) => `all of ${schema}`),
    ...tables.map(({ schema, name }) => `${schema}.${name}`),
  ]
  return names.length === 0 ? 'none yet' : names.join(', ')
}
