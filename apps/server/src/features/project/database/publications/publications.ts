import type { DatabasePublication, PublishableTable } from '@stoa/contract'
import { readCatalog } from '../../../../core/catalog/catalog.ts'
import { askCatalog } from '../../../../core/catalog/list.ts'
import { api } from '../../../../core/context.ts'

const PUBLICATIONS = `
  select p.oid::int8 as id, p.pubname as name, pg_get_userbyid(p.pubowner) as owner,
    obj_description(p.oid, 'pg_publication') as comment, p.pubinsert as insert, p.pubupdate as update,
    p.pubdelete as delete, p.pubtruncate as truncate, p.pubviaroot as via_root, p.puballtables as all_tables,
    array(select s.nspname::text from pg_publication_namespace m join pg_namespace s on s.oid = m.pnnspid
      where m.pnpubid = p.oid order by s.nspname) as schemas,
    (select coalesce(json_agg(json_build_object('schema', n.nspname, 'name', c.relname,
        'where', pg_get_expr(m.prqual, m.prrelid),
        'columns', case when m.prattrs is not null then array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum = any (m.prattrs::int2[]) order by a.attnum) end)
        order by n.nspname, c.relname), '[]')
      from pg_publication_rel m join pg_class c on c.oid = m.prrelid join pg_namespace n on n.oid = c.relnamespace
      where m.prpubid = p.oid) as tables
  from pg_publication p
  order by p.pubname`

const TABLES = `
  select n.nspname as schema, c.relname as name,
    case c.relreplident when 'f' then true when 'n' then false when 'i' then true
      else exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary) end as has_identity
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and c.relpersistence = 'p' and $schemas
  order by n.nspname, c.relname`

/** Publications with their tables. */
export const listPublications = api.project.database.publications.handler(({ context }) =>
  askCatalog(context, async (pool) => {
    const [publications, tables] = await Promise.all([
      readCatalog<DatabasePublication>(pool, PUBLICATIONS),
      readCatalog<PublishableTable>(pool, TABLES),
    ])
    return { publications, tables }
  }),
)
