import type { DatabaseRole, SchemaGrants } from '@stoa/contract'
import { readCatalog } from '../../../../core/catalog/catalog.ts'
import { askCatalog } from '../../../../core/catalog/list.ts'
import { PLATFORM_ROLES } from '../../../../core/catalog/origins.ts'
import { api } from '../../../../core/context.ts'

// A role may be altered by whoever may create roles and holds it with its admin option; before 16 the right to create
// roles alone was enough, but for superusers and for roles that replicate.
const ROLES = `
  select r.oid::int8 as id, r.rolname as name, shobj_description(r.oid, 'pg_authid') as comment,
    case when r.rolname like 'pg\\_%' then 'postgres' when r.rolname = any ('{${PLATFORM_ROLES.join(',')}}') then 'platform'
      else 'people' end as origin,
    r.rolcanlogin as can_login, r.rolinherit as inherit, r.rolcreatedb as create_db, r.rolcreaterole as create_role,
    r.rolbypassrls as bypass_rls, r.rolreplication as replication, r.rolsuper as superuser,
    r.rolconnlimit as connection_limit,
    (select count(*) from pg_stat_activity s where s.usesysid = r.oid) as active_connections,
    r.rolvaliduntil::text as valid_until,
    (select json_object_agg(split_part(x, '=', 1), substr(x, strpos(x, '=') + 1)) from unnest(r.rolconfig) x) as config,
    (select coalesce(json_agg(json_build_object('role', y.role, 'admin', y.admin) order by y.role), '[]')
      from (select pg_get_userbyid(m.roleid) as role, bool_or(m.admin_option) as admin
        from pg_auth_members m where m.member = r.oid group by m.roleid) y) as member_of,
    (select coalesce(json_agg(json_build_object('role', y.role, 'admin', y.admin) order by y.role), '[]')
      from (select pg_get_userbyid(m.member) as role, bool_or(m.admin_option) as admin
        from pg_auth_members m where m.roleid = r.oid group by m.member) y) as members,
    not r.rolsuper and case when current_setting('server_version_num')::int < 160000 then not r.rolreplication
      else exists (select from pg_auth_members m where m.roleid = r.oid and m.admin_option
        and m.member = (select oid from pg_roles where rolname = 'postgres')) end as alterable,
    (select count(distinct (d.dbid, d.classid, d.objid)) from pg_shdepend d
      where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid) as objects
  from pg_roles r
  where r.rolname not like 'pg\\_%' or exists (select from pg_auth_members m where m.roleid = r.oid)
  order by r.rolname`

const MAJOR = `select current_setting('server_version_num')::int / 10000 as major`

/** Roles with their memberships and settings. */
export const listRoles = api.project.database.roles.list.handler(({ context }) =>
  askCatalog(context, async (pool) => {
    const [roles, version] = await Promise.all([
      readCatalog<DatabaseRole>(pool, ROLES),
      readCatalog<{ major: number }>(pool, MAJOR),
    ])
    return { major: version[0]?.major ?? 0, roles }
  }),
)

/** Privileges of an access list, by who was given them. `acl` is an expression. */
const byGrantee = (acl: string): string => `(select coalesce(json_agg(json_build_object('role', y.role,
    'privileges', y.privileges, 'grantable', y.grantable) order by y.role), '[]')
  from (select case when g.grantee = 0 then 'public' else pg_get_userbyid(g.grantee)::text end as role,
      array_agg(distinct g.privilege_type) as privileges,
      coalesce(array_agg(distinct g.privilege_type) filter (where g.is_grantable), '{}') as grantable
    from aclexplode(${acl}) g group by g.grantee) y)`

const GRANTS = `
  select n.nspname as name, pg_get_userbyid(n.nspowner) as owner,
    ${byGrantee("coalesce(n.nspacl, acldefault('n', n.nspowner))")} as grants,
    (select coalesce(json_agg(json_build_object('schema', n.nspname, 'name', c.relname,
        'kind', case c.relkind when 'v' then 'view' when 'm' then 'materialized_view' when 'f' then 'foreign_table'
          when 'S' then 'sequence' else 'table' end,
        'owner', pg_get_userbyid(c.relowner),
        'grants', ${byGrantee("coalesce(c.relacl, acldefault(case when c.relkind = 'S' then 's' else 'r' end::\"char\", c.relowner))")},
        'column_names', array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and c.relkind <> 'S'
          and a.attnum > 0 and not a.attisdropped order by a.attnum),
        'columns', (select coalesce(json_agg(json_build_object('name', a.attname, 'grants', ${byGrantee('a.attacl')})
            order by a.attnum), '[]')
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attacl is not null))
        order by c.relname), '[]')
      from pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')) as tables
  from pg_namespace n
  where $schemas`

/** Who may do what in a schema; null when it is gone. */
export const listGrants = api.project.database.roles.grants.handler(({ input, context }) =>
  askCatalog(context, async (pool) => {
    const [found] = await readCatalog<SchemaGrants>(pool, GRANTS, { included_schemas: [input.schema] })
    return found ?? null
  }),
)
