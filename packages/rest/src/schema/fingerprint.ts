import type pg from 'pg'

const part = (catalog: string, where = 'true'): string =>
  `(SELECT count(*) || '/' || coalesce(sum(pg_catalog.hashtextextended(xmin::text, oid::int8)), 0) FROM pg_catalog.${catalog} WHERE ${where})`
const ATTRIBUTES = `(SELECT count(*) || '/' || coalesce(sum(pg_catalog.hashtextextended(xmin::text, attrelid::int8 * 2048 + attnum)), 0) FROM pg_catalog.pg_attribute WHERE attrelid >= 16384)`
const COMMENTS = `(SELECT count(*) || '/' || coalesce(sum(pg_catalog.hashtextextended(xmin::text, objoid::int8)), 0) FROM pg_catalog.pg_description WHERE objoid >= 16384)`

const ROLE_SETTINGS = `(SELECT count(*) || '/' || coalesce(sum(pg_catalog.hashtextextended(xmin::text, setrole::int8)), 0) FROM pg_catalog.pg_db_role_setting)`

const SQL = `SELECT pg_catalog.concat_ws(' ', ${[
  part('pg_namespace'),
  part('pg_class', `oid >= 16384 AND relpersistence <> 't' AND relkind IN ('r', 'p', 'v', 'm', 'f')`),
  ATTRIBUTES,
  part('pg_attrdef'),
  part('pg_constraint', 'oid >= 16384'),
  part('pg_proc', 'oid >= 16384'),
  part('pg_type', 'oid >= 16384'),
  part('pg_enum'),
  part('pg_cast', 'oid >= 16384'),
  part('pg_rewrite', 'oid >= 16384'),
  // A view can be written to by triggers of its own.
  part('pg_trigger', 'NOT tgisinternal'),
  COMMENTS,
  ROLE_SETTINGS,
].join(', ')}) AS mark`

/**
 * A mark of what the catalogue holds: it is another one after any change of a definition, whoever made it and
 * however. Reading it costs a few milliseconds and needs nothing in the database.
 */
export async function fingerprint(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ mark: string }>(SQL)
  return rows[0]?.mark ?? ''
}
