import type { DatabaseSchema } from '@stoa/contract'
import { readCatalog } from '../../../../core/catalog/catalog.ts'
import { askCatalog } from '../../../../core/catalog/list.ts'
import { PLATFORM_SCHEMAS } from '../../../../core/catalog/origins.ts'
import { api } from '../../../../core/context.ts'

const SCHEMAS = `
  select n.oid::int8 as id, n.nspname as name, pg_get_userbyid(n.nspowner) as owner,
    obj_description(n.oid, 'pg_namespace') as comment,
    case when n.nspname like 'pg\\_%' or n.nspname = 'information_schema' then 'postgres'
      when n.nspname = any ('{${PLATFORM_SCHEMAS.join(',')}}') then 'platform' else 'people' end as origin,
    coalesce(c.tables, 0) as tables, coalesce(c.views, 0) as views, coalesce(c.sequences, 0) as sequences,
    coalesce(c.bytes, 0) as bytes,
    (select count(*) from pg_proc p where p.pronamespace = n.oid) as functions,
    (select count(*) from pg_type t where t.typnamespace = n.oid and t.typelem = 0 and (t.typtype in ('e', 'd', 'r')
      or t.typtype = 'c' and exists (select from pg_class k where k.oid = t.typrelid and k.relkind = 'c'))) as types,
    array(select r.rolname::text from pg_roles r where r.rolname in ('anon', 'authenticated', 'service_role')
      and has_schema_privilege(r.oid, n.oid, 'USAGE') order by r.rolname) as visible_to
  from pg_namespace n left join (
    select relnamespace, count(*) filter (where relkind in ('r', 'p', 'f')) as tables,
      count(*) filter (where relkind in ('v', 'm')) as views, count(*) filter (where relkind = 'S') as sequences,
      coalesce(sum(pg_total_relation_size(oid)) filter (where relkind in ('r', 'm')), 0)::int8 as bytes
    from pg_class group by relnamespace) c on c.relnamespace = n.oid
  where n.nspname !~ '^pg_(toast|temp)'
  order by n.nspname`

// Who may give a schema away must be a member of whom it is given to.
const OWNERS = `
  select r.rolname as name from pg_roles r
  where not r.rolsuper and r.rolname not like 'pg\\_%'
    and pg_has_role((select oid from pg_roles where rolname = 'postgres'), r.oid, 'MEMBER')
  order by r.rolname <> 'postgres', r.rolname`

/** Schemas. */
export const listSchemas = api.project.database.schemas.handler(({ context }) =>
  askCatalog(context, async (pool) => {
    const [schemas, owners] = await Promise.all([
      readCatalog<DatabaseSchema>(pool, SCHEMAS),
      readCatalog<{ name: string }>(pool, OWNERS),
    ])
    return { schemas, owners: owners.map(({ name }) => name) }
  }),
)
