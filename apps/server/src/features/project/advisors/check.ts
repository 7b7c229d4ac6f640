import type { AdviceId, AdviceLevel } from '@stoa/contract'
import type pg from 'pg'

/** What every check says of an object that it found. */
export type Found = {
  readonly schema: string
  readonly name: string
  /** The table that the object belongs to, or is. */
  readonly table: string | null
}

/** What is said about one object. */
export type Said = {
  readonly level: AdviceLevel
  readonly type: string
  readonly detail: string
  /** Statements that put it right, each without its semicolon; none when only people can know how. */
  readonly fix: readonly string[]
  /** False for a fix that Postgres runs outside transactions only. */
  readonly inTransaction?: false
}

/** A check with a type of its own for the rows of its statement; `check` makes one. */
export type Check = {
  readonly id: AdviceId
  readonly sql: string
  readonly say: (row: pg.QueryResultRow) => Said
}

/**
 * One thing that the advisors look for.
 * @param sql gives a row for each object, with the fields of `Found` and whatever `say` needs; `$1` are the schemas that
 *   the data API shows
 */
export const check = <Row extends Found>(id: AdviceId, sql: string, say: (row: Row) => Said): Check => ({
  id,
  sql,
  say: (row) => say(row as Row),
})

/** Schemas of people, as `n`: neither Postgres's own nor those that the platform made for its APIs. */
export const OWN_SCHEMA = `n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
  and pg_get_userbyid(n.nspowner) not in ('stoa_admin', 'supabase_auth_admin', 'supabase_storage_admin')`

/**
 * What did not come with an extension.
 * @param catalog where the object is listed, such as `pg_class`
 * @param oid the expression for its number
 */
export const notOfExtension = (catalog: string, oid: string) => `not exists (
  select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.objsubid = 0 and d.deptype = 'e')`

/**
 * Relations, as `c` in schema `n`, that the data API shows and lets its callers use.
 * @param privileges any of which makes it theirs
 */
export const reachedBy = (privileges: string) => `n.nspname = any ($1::text[]) and exists (
  select from pg_roles r where r.rolname in ('anon', 'authenticated')
    and has_schema_privilege(r.oid, n.oid, 'usage') and has_table_privilege(r.oid, c.oid, '${privileges}'))`
