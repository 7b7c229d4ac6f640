import type { DatabaseType } from '@stoa/contract'
import { listCatalog } from '../../../../core/catalog/list.ts'
import { api } from '../../../../core/context.ts'

const NAMED = `'id', t.oid::int8, 'schema', n.nspname, 'name', t.typname, 'owner', pg_get_userbyid(t.typowner),
  'comment', obj_description(t.oid, 'pg_type')`

const TYPES = `
  select case t.typtype
    when 'e' then json_build_object(${NAMED}, 'kind', 'enum',
      'values', array(select e.enumlabel::text from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder))
    when 'c' then json_build_object(${NAMED}, 'kind', 'composite',
      'fields', (select coalesce(json_agg(json_build_object('name', a.attname, 'data_type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum), '[]')
        from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped))
    when 'd' then json_build_object(${NAMED}, 'kind', 'domain', 'base', format_type(t.typbasetype, t.typtypmod),
      'default_value', pg_get_expr(t.typdefaultbin, 0), 'is_nullable', not t.typnotnull,
      'checks', (select coalesce(json_agg(json_build_object('name', k.conname, 'expression', pg_get_expr(k.conbin, 0),
          'is_valid', k.convalidated) order by k.conname), '[]')
        from pg_constraint k where k.contypid = t.oid and k.contype = 'c'))
    else json_build_object(${NAMED}, 'kind', 'range',
      'base', (select format_type(r.rngsubtype, null) from pg_range r where r.rngtypid = t.oid))
    end as type
  from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
  where (t.typtype in ('e', 'd', 'r') or t.typtype = 'c' and c.relkind = 'c') and $schemas
    and not exists (select from pg_depend d where d.deptype = 'e'
      and (d.classid = 'pg_type'::regclass and d.objid = t.oid or d.classid = 'pg_class'::regclass and d.objid = t.typrelid))
  order by t.typname, n.nspname`

/** Enumerated and composite types, and domains. */
export const listTypes = api.project.database.types.handler(async ({ context }) => {
  const rows = await listCatalog<{ type: DatabaseType }>(context, TYPES)
  return rows.map(({ type }) => type)
})
