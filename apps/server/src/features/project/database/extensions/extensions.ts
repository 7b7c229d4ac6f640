import type { DatabaseExtension } from '@stoa/contract'
import { listCatalog } from '../../../../core/catalog/list.ts'
import { api } from '../../../../core/context.ts'

const EXTENSIONS = `
  select x.oid::int8 as id, e.name, e.comment, e.default_version, x.extversion as installed_version,
    coalesce(n.nspname, v.schema) as schema, v.trusted,
    pg_get_userbyid(x.extowner) as owner, coalesce(v.requires, '{}')::text[] as requires,
    array(select o.extname::text from pg_depend d join pg_extension o on o.oid = d.objid
      where d.classid = 'pg_extension'::regclass and d.refclassid = 'pg_extension'::regclass and d.refobjid = x.oid
      order by o.extname) as required_by
  from pg_available_extensions() e
    join pg_available_extension_versions() v on v.name = e.name and v.version = e.default_version
    left join pg_extension x on x.extname = e.name left join pg_namespace n on n.oid = x.extnamespace
  order by e.name`

/** The extensions that the server has, enabled and not. */
export const listExtensions = api.project.database.extensions.handler(({ context }) =>
  listCatalog<DatabaseExtension>(context, EXTENSIONS),
)
