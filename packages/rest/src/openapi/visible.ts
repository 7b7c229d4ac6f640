import type { Visible } from './document.ts'

/** What the role of the transaction may use of a schema. */
export const VISIBLE = `
SELECT (SELECT coalesce(json_agg(c.oid::int8), '[]') FROM pg_catalog.pg_class c
    WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (
      pg_catalog.pg_has_role(c.relowner, 'USAGE')
      OR pg_catalog.has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
      OR pg_catalog.has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE, REFERENCES')))::text,
  (SELECT coalesce(json_agg(p.oid::int8), '[]') FROM pg_catalog.pg_proc p
    WHERE p.pronamespace = n.oid AND pg_catalog.has_function_privilege(p.oid, 'EXECUTE'))::text
FROM pg_catalog.pg_namespace n WHERE n.nspname = $1`

/** Reads the row of the statement above. */
export function visibleFrom(row: readonly (string | null)[] | undefined): Visible {
  const read = (text: string | null | undefined): Set<number> => new Set<number>(JSON.parse(text ?? '[]'))
  return { relations: read(row?.[0]), functions: read(row?.[1]) }
}
