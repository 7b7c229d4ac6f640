import type { DependedKind } from '@stoa/contract'
import { askCatalog } from '../../../../core/catalog/list.ts'
import { api } from '../../../../core/context.ts'

const CATALOGS: Record<DependedKind, string> = {
  relation: 'pg_class',
  column: 'pg_class',
  constraint: 'pg_constraint',
  function: 'pg_proc',
  type: 'pg_type',
  schema: 'pg_namespace',
  extension: 'pg_extension',
}

/** So many names are said; more would be read by nobody. */
const NAMED = 100

// What belongs to an object goes with it without a word: its own index, its own type, the rule of a view. Only what
// stands on it by itself is told, wherever on the way down that begins.
const DEPENDENTS = `
  with recursive standing as (
    select $1::regclass::oid as classid, $2::oid as objid, $3::int4 as objsubid, false as named
    union
    select coalesce(v.classid, d.classid), coalesce(v.objid, d.objid), case when v.objid is null then d.objsubid else 0 end,
      (s.named or d.deptype in ('n', 'x') and coalesce(v.objid, d.objid) <> $2::oid)
        -- What an extension brought along stands on its other parts, and goes with it, too.
        and not exists (select from pg_depend e where e.deptype = 'e' and e.refclassid = $1::regclass
          and e.refobjid = $2::oid and e.classid = d.classid and e.objid = d.objid)
    from standing s
    join pg_depend d on d.refclassid = s.classid and d.refobjid = s.objid
      and (s.objsubid = 0 or d.refobjsubid = s.objsubid)
      and (d.deptype in ('n', 'a', 'i', 'x', 'P', 'S') or d.deptype = 'e' and d.refclassid = $1::regclass and d.refobjid = $2::oid)
    left join lateral (select 'pg_class'::regclass::oid as classid, r.ev_class as objid from pg_rewrite r
      where d.classid = 'pg_rewrite'::regclass and r.oid = d.objid) v on true
  ), found as (
    select distinct classid, objid, objsubid from standing
    where named
      and classid not in ('pg_type'::regclass, 'pg_rewrite'::regclass, 'pg_amop'::regclass, 'pg_amproc'::regclass)
      and not (classid = $1::regclass and objid = $2::oid)
      and not exists (select from pg_trigger t where classid = 'pg_trigger'::regclass and t.oid = objid and t.tgisinternal)
  )
  select pg_describe_object(classid, objid, objsubid) as name, count(*) over ()::int4 as total
  from found order by name limit ${NAMED}`

/** What stands on an object, and how many more than are named. */
export const listDependents = api.project.database.dependents.handler(({ input, context }) =>
  askCatalog(context, async (pool) => {
    const { rows } = await pool.query<{ name: string; total: number }>(DEPENDENTS, [
      CATALOGS[input.kind],
      input.id,
      input.column,
    ])
    return { names: rows.map(({ name }) => name), total: rows[0]?.total ?? 0 }
  }),
)
