import type { DatabaseView } from '@stoa/contract'
import { listCatalog } from '../../../../core/catalog/list.ts'
import { api } from '../../../../core/context.ts'

const VIEWS = `
  select c.oid::int8 as id, n.nspname as schema, c.relname as name,
    case c.relkind when 'v' then 'view' else 'materialized_view' end as kind,
    pg_get_userbyid(c.relowner) as owner, obj_description(c.oid, 'pg_class') as comment,
    pg_get_viewdef(c.oid, true) as definition,
    case when c.relkind = 'v' then coalesce((select option_value::bool
      from pg_options_to_table(c.reloptions) where option_name = 'security_invoker'), false) end as security_invoker,
    coalesce((select option_value::bool from pg_options_to_table(c.reloptions)
      where option_name = 'security_barrier'), false) as security_barrier,
    (select option_value from pg_options_to_table(c.reloptions) where option_name = 'check_option') as check_option,
    c.relispopulated as is_populated,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indisvalid
      and i.indpred is null and i.indexprs is null) as refreshes_concurrently,
    case when c.relkind = 'm' then pg_total_relation_size(c.oid) end as bytes,
    (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
        order by a.attnum), '[]')
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('v', 'm') and $schemas
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname, n.nspname`

/** Views and materialized views. */
export const listViews = api.project.database.views.handler(({ context }) => listCatalog<DatabaseView>(context, VIEWS))
