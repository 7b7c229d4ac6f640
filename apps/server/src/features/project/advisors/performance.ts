import { qualifiedName, quoteIdent } from '@stoa/sql'
import { type Check, check, type Found, notOfExtension, OWN_SCHEMA } from './check.ts'

/** A table with more rows than this is slow to read as a whole. */
const MANY_ROWS = 10_000
/** Dead rows count from so many, and from such a share of all. */
const DEAD_ROWS = 10_000
const DEAD_SHARE = 0.2
/** An index of a page or two costs nothing, and a table that small is read without one. */
const SMALL_INDEX_BYTES = 16_384
/** Shares of a sequence's numbers that are given out. */
const SEQUENCE_WARNING = 0.75
const SEQUENCE_ERROR = 0.9

/** What Postgres calls the index that it builds beside another one, and the one that it was built for. */
const OF_REBUILDING = /_cc(?:new|old)\d*$/

const INDEXES = `pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
  join pg_namespace n on n.oid = x.relnamespace`
const OF_CONSTRAINT = (index: string) => `exists (select from pg_constraint k where k.conindid = ${index})`
/** What makes two indexes the same to a query. */
const shape = (i: string, x: string) => `(${i}.indrelid, ${x}.relam, ${i}.indkey::text, ${i}.indclass::text,
  ${i}.indcollation::text, ${i}.indoption::text, ${i}.indnkeyatts, coalesce(pg_get_expr(${i}.indexprs, ${i}.indrelid), ''),
  coalesce(pg_get_expr(${i}.indpred, ${i}.indrelid), ''))`

/** Whether the index `i` begins with the columns of the foreign key `k`, in whatever order. */
const covers = (i: string, k: string) => `${i}.indrelid = ${k}.conrelid and ${i}.indisvalid and ${i}.indpred is null
  and ${i}.indnkeyatts >= cardinality(${k}.conkey)
  and (${i}.indkey::int2[])[0:cardinality(${k}.conkey) - 1] @> ${k}.conkey`

/** What makes work that nobody needs, and what will stop working. */
export const PERFORMANCE: readonly Check[] = [
  check<Found & { has_id: boolean }>(
    'no_primary_key',
    `select n.nspname as schema, c.relname as name, c.relname as "table",
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id' and not a.attisdropped) as has_id
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and ${OWN_SCHEMA} and ${notOfExtension('pg_class', 'c.oid')}
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    ({ schema, name, has_id }) => ({
      level: 'info',
      type: 'table',
      detail: has_id
        ? 'Its column id could be the key, if no value in it is missing or there twice.'
        : 'A column with numbers of its own can become the key.',
      fix: has_id
        ? [`alter table ${qualifiedName(schema, name)} add primary key (id)`]
        : [`alter table ${qualifiedName(schema, name)} add column id bigint generated always as identity primary key`],
    }),
  ),
  check<Found & { columns: string[]; target: string; rows: number }>(
    'unindexed_foreign_key',
    `select n.nspname as schema, c.relname as "table", k.conname as name, k.confrelid::regclass::text as target,
        c.reltuples::float8 as rows,
        array(select a.attname::text from unnest(k.conkey) with ordinality p(attnum, place)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.attnum order by p.place) as columns
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and k.conparentid = 0 and ${OWN_SCHEMA}
        and not exists (select from pg_index i where ${covers('i', 'k')})`,
    ({ schema, table, columns, target, rows }) => ({
      level: rows > MANY_ROWS ? 'warning' : 'info',
      type: 'foreign key',
      detail: `No index begins with ${columns.join(', ')}, which ${columns.length === 1 ? 'points' : 'point'} to ${target}.`,
      fix: [`create index on ${qualifiedName(schema, table ?? '')} (${columns.map(quoteIdent).join(', ')})`],
    }),
  ),
  check<Found & { kept: string; size: string }>(
    'duplicate_index',
    `select distinct on (x.oid) n.nspname as schema, x.relname as name, c.relname as "table", kx.relname as kept,
        pg_size_pretty(pg_relation_size(x.oid)) as size
      from ${INDEXES} join pg_index ki on ki.indrelid = i.indrelid and ki.indexrelid <> i.indexrelid
        join pg_class kx on kx.oid = ki.indexrelid
      where i.indisvalid and ki.indisvalid and ${shape('i', 'x')} = ${shape('ki', 'kx')} and ${OWN_SCHEMA}
        and not i.indisreplident and not ${OF_CONSTRAINT('i.indexrelid')}
        and (${OF_CONSTRAINT('ki.indexrelid')}, ki.indisunique, i.indexrelid) > (false, i.indisunique, ki.indexrelid)
        and (ki.indisunique or not i.indisunique)
      order by x.oid, ki.indexrelid`,
    ({ schema, name, kept, size }) => ({
      level: 'warning',
      type: 'index',
      detail: `${kept} does the same. This one takes ${size}.`,
      fix: [`drop index ${qualifiedName(schema, name)}`],
    }),
  ),
  check<Found & { size: string }>(
    'unused_index',
    // One that alone stands behind a foreign key waits for a change in the other table, and would be asked for again.
    `select n.nspname as schema, x.relname as name, c.relname as "table", pg_size_pretty(pg_relation_size(x.oid)) as size
      from ${INDEXES} join pg_stat_user_indexes s on s.indexrelid = i.indexrelid
      where s.idx_scan = 0 and i.indisvalid and not i.indisunique and not i.indisreplident
        and not ${OF_CONSTRAINT('i.indexrelid')} and pg_relation_size(x.oid) > ${SMALL_INDEX_BYTES} and ${OWN_SCHEMA}
        and ${notOfExtension('pg_class', 'x.oid')}
        and not exists (select from pg_constraint k
          where k.contype = 'f' and ${covers('i', 'k')}
            and not exists (select from pg_index o where o.indexrelid <> i.indexrelid and ${covers('o', 'k')}))`,
    ({ schema, name, size }) => ({
      level: 'info',
      type: 'index',
      detail: `It takes ${size}. A report that runs once a month may still need it.`,
      fix: [`drop index ${qualifiedName(schema, name)}`],
    }),
  ),
  check(
    'invalid_index',
    // While one is built concurrently, its table is locked so.
    `select n.nspname as schema, x.relname as name, c.relname as "table"
      from ${INDEXES}
      where not i.indisvalid and x.relkind = 'i' and ${OWN_SCHEMA}
        and not exists (select from pg_locks l where l.relation = i.indrelid and l.mode = 'ShareUpdateExclusiveLock')`,
    ({ schema, name }) => ({
      level: 'warning',
      type: 'index',
      inTransaction: false,
      ...(OF_REBUILDING.test(name)
        ? {
            detail: 'It was left by rebuilding another index, which still stands. Nothing needs it.',
            fix: [`drop index concurrently ${qualifiedName(schema, name)}`],
          }
        : {
            detail: 'Build it once more, or drop it.',
            fix: [`reindex index concurrently ${qualifiedName(schema, name)}`],
          }),
    }),
  ),
  check<Found & { dead: number; live: number }>(
    'bloat',
    `select s.schemaname as schema, s.relname as name, s.relname as "table",
        s.n_dead_tup::float8 as dead, s.n_live_tup::float8 as live
      from pg_stat_user_tables s join pg_namespace n on n.nspname = s.schemaname
      where s.n_dead_tup >= ${DEAD_ROWS} and s.n_dead_tup > ${DEAD_SHARE} * (s.n_live_tup + s.n_dead_tup) and ${OWN_SCHEMA}`,
    ({ schema, name, dead, live }) => ({
      level: 'warning',
      type: 'table',
      detail: `About ${dead.toLocaleString('en-US')} dead rows beside ${live.toLocaleString('en-US')} living ones.`,
      fix: [`vacuum (analyze) ${qualifiedName(schema, name)}`],
      inTransaction: false,
    }),
  ),
  check<Found & { share: number; column: string | null; small: boolean; serial: boolean }>(
    'sequence_near_end',
    `select * from (
      select n.nspname as schema, c.relname as name, t.relname as "table", a.attname as "column",
        d.deptype = 'a' as serial, coalesce(a.atttypid, q.seqtypid) in ('int2'::regtype, 'int4'::regtype) as small,
        v.last_value::float8 / least(q.seqmax, case coalesce(a.atttypid, q.seqtypid)
          when 'int2'::regtype then 32767 when 'int4'::regtype then 2147483647 else q.seqmax end) as share
      from pg_sequence q join pg_class c on c.oid = q.seqrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_sequences v on v.schemaname = n.nspname and v.sequencename = c.relname
        left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refobjsubid > 0
          and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
        left join pg_class t on t.oid = d.refobjid
        left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where q.seqincrement > 0 and not q.seqcycle and ${OWN_SCHEMA}
    ) used where share >= ${SEQUENCE_WARNING}`,
    ({ schema, name, table, column, share, small, serial }) => ({
      level: share >= SEQUENCE_ERROR ? 'error' : 'warning',
      type: 'sequence',
      detail: `${Math.floor(share * 100)}% of its numbers are given out.${small && table !== null ? ' Making the column a bigint writes the table anew.' : ''}`,
      fix: !small ? [] : widened({ sequence: qualifiedName(schema, name), schema, table, column, serial }),
    }),
  ),
]

/** Gives a sequence, and the column that it fills, room for more numbers. */
function widened(of: {
  sequence: string
  schema: string
  table: string | null
  column: string | null
  serial: boolean
}): string[] {
  const wider = `alter sequence ${of.sequence} as bigint`
  if (of.table === null || of.column === null) return [wider]
  const column = `alter table ${qualifiedName(of.schema, of.table)} alter column ${quoteIdent(of.column)} type bigint`
  // The sequence of an identity column follows its column.
  return of.serial ? [wider, column] : [column]
}
