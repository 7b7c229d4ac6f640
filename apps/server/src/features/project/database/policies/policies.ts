import type { PolicyTable } from '@stoa/contract'
import { listCatalog } from '../../../../core/catalog/list.ts'
import { api } from '../../../../core/context.ts'

const TABLES = `
  select c.oid::int8 as id, n.nspname as schema, c.relname as name, pg_get_userbyid(c.relowner) as owner,
    c.relrowsecurity as rls_enabled, c.relforcerowsecurity as rls_forced,
    (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'is_generated', a.attidentity = 'a' or a.attgenerated <> '',
        'is_required', a.attnotnull and not a.atthasdef and a.attidentity = '') order by a.attnum), '[]')
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality k(attnum, place)
        join pg_attribute a on a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid order by k.place) as primary_key,
    (select json_object_agg(r.rolname, array(select p from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p
        where case when p = 'DELETE' then has_table_privilege(r.oid, c.oid, p)
          else has_any_column_privilege(r.oid, c.oid, p) end))
      from pg_roles r where r.rolname in ('anon', 'authenticated', 'service_role')) as grants,
    (select coalesce(json_agg(json_build_object('id', p.oid::int8, 'name', p.polname,
        'comment', obj_description(p.oid, 'pg_policy'), 'permissive', p.polpermissive,
        'command', case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end,
        'roles', case when p.polroles = '{0}' then array['public'] else array(select r.rolname::text from pg_roles r
          where r.oid = any (p.polroles) order by r.rolname) end,
        'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
        order by p.polname), '[]')
      from pg_policy p where p.polrelid = c.oid) as policies
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and $schemas
  order by c.relname, n.nspname`

/** Tables and their policies. */
export const listPolicies = api.project.database.policies.handler(({ context }) =>
  listCatalog<PolicyTable>(context, TABLES),
)
