import {
  COLUMN_CHECK_SECONDS,
  type ColumnConversion,
  NO_SUCH_TABLE,
  NOT_RUNNING,
  TABLE_CHANGED,
  TABLE_TOO_LARGE,
} from '@stoa/contract'
import { qualifiedName, quoteIdent, quoteLiteral } from '@stoa/sql'
import pg from 'pg'
import { askCatalog } from '../../../../core/catalog/list.ts'
import { api, type Context } from '../../../../core/context.ts'
import { badRequest, conflict, notFound } from '../../../../core/errors.ts'

const CANCELED = '57014'

type Wanted = {
  readonly schema: string
  readonly table: string
  readonly conversions: readonly { readonly column: string; readonly data_type: string }[]
  readonly drops: readonly string[]
  readonly not_null: readonly string[]
}

export const columns = {
  check: api.project.database.columns.check.handler(async ({ input, context }) => {
    const types = await typesOf(context, input)
    const named = [...input.conversions.map(({ column }) => column), ...input.drops, ...input.not_null]
    if (named.some((column) => !types.has(column))) throw conflict(TABLE_CHANGED)
    const { client } = await context.platform.databases.session(context.scope.project, 'owner').catch(() => {
      throw conflict(NOT_RUNNING)
    })
    try {
      // Whatever is made for looking is gone with the transaction.
      await client.query(
        `begin; set local statement_timeout = '${COLUMN_CHECK_SECONDS}s'; set local lock_timeout = '5s'`,
      )
      const counts = await counted(client, input)
      const conversions: ColumnConversion[] = []
      for (const { column, data_type } of input.conversions)
        conversions.push(await converted(client, input, column, types.get(column) ?? '', data_type))
      return { ...counts, conversions }
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw conflict(NOT_RUNNING)
      throw error.code === CANCELED ? conflict(TABLE_TOO_LARGE) : badRequest(error.message)
    } finally {
      await client.end().catch(() => {})
    }
  }),
}

/** The types of the table's columns, as SQL. @throws ORPCError 404 when there is no such table */
async function typesOf(context: Context, { schema, table }: Wanted): Promise<ReadonlyMap<string, string>> {
  const { rows } = await askCatalog(context, (pool) =>
    pool.query<{ name: string; type: string }>(
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
       where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
      [schema, table],
    ),
  )
  if (rows.length === 0) throw notFound(NO_SUCH_TABLE)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

/** How many rows there are, how many values go with a column, and how many are null where none may be. */
async function counted(client: pg.Client, { schema, table, drops, not_null }: Wanted) {
  const filled = [...drops, ...not_null].map((column) => `, count(${quoteIdent(column)})`)
  const { rows } = await client.query<string[]>({
    text: `select count(*)${filled.join('')} from ${qualifiedName(schema, table)}`,
    rowMode: 'array',
  })
  const [total = 0, ...counts] = (rows[0] ?? []).map(Number)
  return {
    rows: total,
    values: drops.map((column, index) => ({ column, count: counts[index] ?? 0 })),
    nulls: not_null.map((column, index) => ({ column, count: total - (counts[drops.length + index] ?? 0) })),
  }
}

/** What becomes of each value of a column with another type: the same, another one, or nothing. */
async function converted(
  client: pg.Client,
  { schema, table }: Wanted,
  column: string,
  from: string,
  to: string,
): Promise<ColumnConversion> {
  const nothing = { column, failing: 0, failing_example: null, changed: 0, changed_example: null, refusal: null }
  // A value that is the same again when it is brought back has lost nothing. Texts tell it for every type: `f` for a
  // value that fails, and `c` before what another one becomes.
  const body = `
    declare turned text;
    begin
      turned := (value::${to})::text;
      if turned::${from}::text is distinct from value::text then return 'c' || turned; end if;
      return null;
    exception when data_exception or check_violation or not_null_violation then
      return 'f';
    end`
  await client.query('savepoint looking')
  try {
    // Whether there is such a conversion at all shows without a row.
    await client.query({ text: `select null::${from}::${to}`, queryMode: 'extended' } as pg.QueryConfig)
    await client.query(
      `create function pg_temp.stoa_turned(value ${from}) returns text language plpgsql as ${quoteLiteral(body)}`,
    )
    const name = quoteIdent(column)
    const { rows } = await client.query<{
      failing: string
      changed: string
      failing_example: string | null
      before: string | null
      after: string | null
    }>(`
      select count(*) filter (where turned = 'f') as failing, count(*) filter (where turned <> 'f') as changed,
        left(min(value) filter (where turned = 'f'), 80) as failing_example,
        left((array_agg(value) filter (where turned <> 'f'))[1], 80) as before,
        substr((array_agg(turned) filter (where turned <> 'f'))[1], 2, 80) as after
      from (select ${name}::text as value, pg_temp.stoa_turned(${name}) as turned
        from ${qualifiedName(schema, table)} where ${name} is not null offset 0) x
      where turned is not null`)
    await client.query('rollback to savepoint looking')
    const [row] = rows
    if (row === undefined) return nothing
    return {
      ...nothing,
      failing: Number(row.failing),
      failing_example: row.failing_example,
      changed: Number(row.changed),
      changed_example: row.before === null || row.after === null ? null : { before: row.before, after: row.after },
    }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code === CANCELED) throw error
    await client.query('rollback to savepoint looking')
    return { ...nothing, refusal: error.message }
  }
}
