import type { SchemaDrawing } from '@stoa/contract'
import { NOT_RUNNING } from '@stoa/contract'
import pg from 'pg'
import { api } from '../../../../core/context.ts'
import { conflict } from '../../../../core/errors.ts'

/** Tables that people made, without those that came with an extension, and partitions, which repeat their table. */
const TABLES = `
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.objsubid = 0 and d.deptype = 'e')`

// One answer of one row: a drawing of three hundred tables is read at once, so that its keys fit its tables.
const DRAWING = `
  with drawn as materialized (select c.oid, n.nspname, c.relname, c.relkind, c.relrowsecurity ${TABLES}),
  keys as materialized (
    select i.indrelid, i.indkey::int2[] as attnums, i.indnkeyatts, i.indisprimary
    from pg_index i where i.indisunique and i.indpred is null and i.indrelid in (select oid from drawn)
  ),
  columns as (
    select a.attrelid, json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'nullable', not a.attnotnull,
      'primary', exists (select from keys k where k.indrelid = a.attrelid and k.indisprimary
        and a.attnum = any (k.attnums[0:k.indnkeyatts - 1])),
      'unique', exists (select from keys k where k.indrelid = a.attrelid and not k.indisprimary
        and k.indnkeyatts = 1 and a.attnum = k.attnums[0]),
      'identity', a.attidentity <> '') order by a.attnum) as list
    from pg_attribute a
    where a.attrelid in (select oid from drawn) and a.attnum > 0 and not a.attisdropped
    group by a.attrelid
  )
  select
    (select coalesce(json_agg(json_build_object(
        'id', t.oid::int8, 'schema', t.nspname, 'name', t.relname, 'partitioned', t.relkind = 'p',
        'rls_enabled', t.relrowsecurity, 'comment', obj_description(t.oid, 'pg_class'),
        'columns', coalesce(c.list, '[]')) order by t.nspname, t.relname), '[]')
      from drawn t left join columns c on c.attrelid = t.oid) as tables,
    (select coalesce(json_agg(json_build_object(
        'id', k.oid::int8, 'name', k.conname, 'source', k.conrelid::int8, 'target', k.confrelid::int8,
        'source_columns', array(select a.attname from unnest(k.conkey) with ordinality x(attnum, place)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.attnum order by x.place),
        'target_columns', array(select a.attname from unnest(k.confkey) with ordinality x(attnum, place)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = x.attnum order by x.place)) order by k.oid), '[]')
      from pg_constraint k
      where k.contype = 'f' and k.conparentid = 0
        and k.conrelid in (select oid from drawn) and k.confrelid in (select oid from drawn)) as keys`

export const visualizer = {
  draw: api.project.database.visualizer.draw.handler(async ({ context }): Promise<SchemaDrawing> => {
    try {
      const pool = await context.platform.databases.readPool(context.scope.project, 'catalog', 'reader')
      const { rows } = await pool.query<SchemaDrawing>(DRAWING)
      return rows[0] ?? { tables: [], keys: [] }
    } catch (error) {
      throw error instanceof pg.DatabaseError ? error : conflict(NOT_RUNNING)
    }
  }),
}
