import type { DatabaseTrigger, TriggerTarget } from '@stoa/contract'
import { readCatalog } from '../../../../core/catalog/catalog.ts'
import { askCatalog } from '../../../../core/catalog/list.ts'
import { api } from '../../../../core/context.ts'

const TRIGGERS = `
  select g.oid::int8 as id, n.nspname as schema, c.relname as "table", g.tgname as name,
    obj_description(g.oid, 'pg_trigger') as comment,
    case g.tgenabled when 'O' then 'origin' when 'R' then 'replica' when 'A' then 'always' else 'disabled' end as enabled,
    case when g.tgtype & 2 = 2 then 'BEFORE' when g.tgtype & 64 = 64 then 'INSTEAD OF' else 'AFTER' end as timing,
    array_remove(array[case when g.tgtype & 4 = 4 then 'INSERT' end, case when g.tgtype & 16 = 16 then 'UPDATE' end,
      case when g.tgtype & 8 = 8 then 'DELETE' end, case when g.tgtype & 32 = 32 then 'TRUNCATE' end], null) as events,
    array(select a.attname::text from unnest(g.tgattr::int2[]) with ordinality x(attnum, place)
      join pg_attribute a on a.attrelid = g.tgrelid and a.attnum = x.attnum order by x.place) as update_columns,
    case when g.tgtype & 1 = 1 then 'ROW' else 'STATEMENT' end as for_each,
    substring(pg_get_triggerdef(g.oid) from ' WHEN \\((.*)\\) EXECUTE ') as condition,
    fn.nspname as function_schema, f.proname as function_name,
    array(select convert_from(decode(x.text, 'escape'), current_setting('server_encoding'))
      from unnest(string_to_array(encode(g.tgargs, 'escape'), '\\000')) with ordinality x(text, place)
      where x.place <= g.tgnargs order by x.place) as arguments,
    g.tgconstraint <> 0 or g.tgdeferrable or g.tgoldtable is not null or g.tgnewtable is not null as is_special,
    pg_get_triggerdef(g.oid, true) as definition
  from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_proc f on f.oid = g.tgfoid join pg_namespace fn on fn.oid = f.pronamespace
  where not g.tgisinternal and g.tgparentid = 0 and $schemas
  order by n.nspname, c.relname, g.tgname`

const TARGETS = `
  select n.nspname as schema, c.relname as name,
    case c.relkind when 'v' then 'view' when 'f' then 'foreign_table' else 'table' end as kind,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'f') and $schemas
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by n.nspname, c.relname`

const TRIGGER_FUNCTIONS = `
  select n.nspname as schema, p.proname as name
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where p.prorettype = 'trigger'::regtype and $schemas
  order by n.nspname, p.proname`

/** Triggers of tables and views. */
export const listTriggers = api.project.database.triggers.handler(({ context }) =>
  askCatalog(context, async (pool) => {
    const [triggers, targets, functions] = await Promise.all([
      readCatalog<DatabaseTrigger>(pool, TRIGGERS),
      readCatalog<TriggerTarget>(pool, TARGETS),
      readCatalog<{ schema: string; name: string }>(pool, TRIGGER_FUNCTIONS),
    ])
    return { triggers, targets, functions }
  }),
)
