import type { DatabaseFunction } from '@stoa/contract'
import { listCatalog } from '../../../../core/catalog/list.ts'
import { api } from '../../../../core/context.ts'

const FUNCTIONS = `
  select p.oid::int8 as id, n.nspname as schema, p.proname as name,
    case p.prokind when 'p' then 'procedure' else 'function' end as kind,
    pg_get_userbyid(p.proowner) as owner, obj_description(p.oid, 'pg_proc') as comment, l.lanname as language,
    pg_get_function_arguments(p.oid) as arguments, pg_get_function_identity_arguments(p.oid) as identity_arguments,
    case when p.prokind = 'f' then pg_get_function_result(p.oid) end as returns,
    case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end as volatility,
    p.prosecdef as security_definer, p.proisstrict as strict,
    case p.proparallel when 's' then 'safe' when 'r' then 'restricted' else 'unsafe' end as parallel,
    nullif(p.procost, 100)::float8 as cost, nullif(nullif(p.prorows, 0), 1000)::float8 as rows,
    (select json_object_agg(split_part(x, '=', 1), substr(x, strpos(x, '=') + 1)) from unnest(p.proconfig) x) as config,
    coalesce(p.prosrc, '') as body, pg_get_functiondef(p.oid) as definition
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
  where p.prokind in ('f', 'p') and l.lanname not in ('internal', 'c') and $schemas
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  order by p.proname, n.nspname, pg_get_function_identity_arguments(p.oid)`

/** Functions and procedures. */
export const listFunctions = api.project.database.functions.handler(({ context }) =>
  listCatalog<DatabaseFunction>(context, FUNCTIONS),
)
