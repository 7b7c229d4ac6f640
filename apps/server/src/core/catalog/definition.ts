import type pg from 'pg'

// The statements that define one relation, each on a line of its own, in the order in which they can be run. What a
// partition or a child has from the table above comes with it, and is not said again.

/** The options of the sequence `q`, as CREATE SEQUENCE and GENERATED AS IDENTITY take them, each after a blank. */
const SEQUENCE_OPTIONS = `concat(
  case when q.seqstart <> case when q.seqincrement > 0 then q.seqmin else q.seqmax end then ' start with ' || q.seqstart end,
  case when q.seqincrement <> 1 then ' increment by ' || q.seqincrement end,
  case when q.seqmin <> case when q.seqincrement > 0 then 1 else case q.seqtypid when 'int2'::regtype then -32768
    when 'int4'::regtype then -2147483648 else -9223372036854775808 end end then ' minvalue ' || q.seqmin end,
  case when q.seqmax <> case when q.seqincrement < 0 then -1 else case q.seqtypid when 'int2'::regtype then 32767
    when 'int4'::regtype then 2147483647 else 9223372036854775807 end end then ' maxvalue ' || q.seqmax end,
  case when q.seqcache <> 1 then ' cache ' || q.seqcache end, case when q.seqcycle then ' cycle' end)`

const COLUMN = `
  select 1 as part, a.attnum::int8 as place, format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
    || case when a.attcollation <> t.typcollation then format(' collate %I.%I', cn.nspname, co.collname) else '' end
    || case when a.attidentity <> '' then format(' generated %s as identity%s',
        case a.attidentity when 'a' then 'always' else 'by default' end,
        (select ' (' || nullif(ltrim(${SEQUENCE_OPTIONS}), '') || ')' from pg_sequence q
          join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = q.seqrelid and d.deptype = 'i'
          where d.refobjid = r.oid and d.refobjsubid = a.attnum limit 1)) else '' end
    || case when r.relkind in ('v', 'm') then '' else case a.attgenerated
         when 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
         when 'v' then format(' generated always as (%s) virtual', pg_get_expr(d.adbin, d.adrelid))
         else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end end
    || case when a.attnotnull then coalesce((select format(' constraint %I', k.conname) from pg_constraint k
         where k.conrelid = r.oid and k.contype = 'n' and k.conkey = array[a.attnum]
           and k.conname <> r.relname || '_' || a.attname || '_not_null'), '') || ' not null' else '' end as line
  from r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join pg_collation co on co.oid = a.attcollation left join pg_namespace cn on cn.oid = co.collnamespace
  where r.relkind in ('r', 'p', 'f') and a.attislocal and not r.relispartition`

const DEFINITION = `
  with r as (
    select c.oid, c.relname, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.relispartition,
      c.relispopulated, c.relreplident, c.reloptions, c.relpartbound, format('%I.%I', n.nspname, c.relname) as name,
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table'
        else case c.relpersistence when 'u' then 'unlogged table' else 'table' end end as word,
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end as kind,
      case when c.reloptions is null then '' else ' with (' || array_to_string(c.reloptions, ', ') || ')' end as options,
      (select string_agg(i.inhparent::regclass::text, ', ' order by i.inhseqno) from pg_inherits i where i.inhrelid = c.oid) as parents
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')
  ), own_sequences as (
    select q.*, d.refobjsubid as attnum, q.seqrelid::regclass::text as sequence
    from r join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = r.oid and d.refobjsubid > 0
      and d.classid = 'pg_class'::regclass and d.deptype = 'a'
      join pg_sequence q on q.seqrelid = d.objid
  ), constraints as (
    select k.*, format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) as clause
    from r join pg_constraint k on k.conrelid = r.oid and k.contype in ('p', 'u', 'c', 'f', 'x')
    where k.conislocal and k.conparentid = 0
  ), lines as (${COLUMN}
    union all
    select 2, case k.contype when 'p' then 0 when 'u' then 1 when 'x' then 2 when 'c' then 3 else 4 end, k.clause
    from constraints k where k.convalidated
  ), body as (select string_agg('  ' || line, ',' || chr(10) order by part, place, line) as text from lines)
  select text from (
    select 0 as part, q.sequence as place, format('create sequence %s%s%s', q.sequence,
      case when q.seqtypid <> 'int8'::regtype then ' as ' || format_type(q.seqtypid, null) else '' end, ${SEQUENCE_OPTIONS}) as text
    from own_sequences q
    union all
    select 1, '', case
      when r.relkind in ('v', 'm') then format('create %s %s%s as%s%s%s', r.word, r.name, r.options, chr(10),
        rtrim(pg_get_viewdef(r.oid, true), ';'), case when r.relispopulated then '' else chr(10) || 'with no data' end)
      else format('create %s %s', r.word, r.name)
        || case when r.relispartition then format(' partition of %s', r.parents) else '' end
        || case when body.text is not null then format(' (%s%s%s)', chr(10), body.text, chr(10)) when r.relispartition then '' else ' ()' end
        || case when r.relispartition then ' ' || pg_get_expr(r.relpartbound, r.oid)
             when r.parents is not null then format(' inherits (%s)', r.parents) else '' end
        || case when r.relkind = 'p' then ' partition by ' || pg_get_partkeydef(r.oid) else '' end
        || coalesce((select format(' server %I', s.srvname) || case when f.ftoptions is null then '' else ' options ('
            || (select string_agg(format('%I %L', o.option_name, o.option_value), ', ') from pg_options_to_table(f.ftoptions) o) || ')' end
            from pg_foreign_table f join pg_foreign_server s on s.oid = f.ftserver where f.ftrelid = r.oid), '')
        || r.options end
    from r, body
    union all
    select 2, q.sequence, format('alter sequence %s owned by %s.%I', q.sequence, r.name, a.attname)
    from r, own_sequences q join pg_attribute a on a.attnum = q.attnum where a.attrelid = r.oid
    union all
    select 3, lpad(a.attnum::text, 5, '0') || x.place, format('alter %s %s alter column %I %s', r.kind, r.name, a.attname, x.change)
    from r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum,
      lateral (values
        (1, case when r.relkind = 'v' then 'set default ' || pg_get_expr(d.adbin, d.adrelid) end),
        (2, case when r.relkind in ('r', 'p', 'm') and a.attstorage <> t.typstorage then 'set storage '
          || case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end end),
        (3, case a.attcompression when 'p' then 'set compression pglz' when 'l' then 'set compression lz4' end),
        (4, case when a.attstattarget >= 0 then 'set statistics ' || a.attstattarget end)) x(place, change)
    where x.change is not null and not r.relispartition
    union all
    select 4, k.conname, format('alter table %s add %s', r.name, k.clause) from r, constraints k where not k.convalidated
    union all
    select 5, i.indexrelid::regclass::text, regexp_replace(pg_get_indexdef(i.indexrelid), '^(CREATE (UNIQUE )?INDEX .*) ON ONLY ', '\\1 ON ')
    from r join pg_index i on i.indrelid = r.oid
    where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
      and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)
    union all
    select 6, '', format('alter table %s replica identity %s', r.name, case r.relreplident when 'f' then 'full' when 'n' then 'nothing'
      else (select format('using index %I', c.relname) from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = r.oid and i.indisreplident) end)
    from r where r.relkind in ('r', 'p') and r.relreplident <> 'd'
    union all
    select 7, s.stxname, pg_get_statisticsobjdef(s.oid) from r join pg_statistic_ext s on s.stxrelid = r.oid
    union all
    select 8, w.verb, format('alter table %s %s row level security', r.name, w.verb)
    from r, (values ('enable'), ('force')) w(verb)
    where case w.verb when 'enable' then r.relrowsecurity else r.relforcerowsecurity end
    union all
    select 9, p.policyname, format('create policy %I on %s%s for %s to %s%s%s', p.policyname, r.name,
      case p.permissive when 'RESTRICTIVE' then ' as restrictive' else '' end, lower(p.cmd),
      (select string_agg(case x when 'public' then 'public' else quote_ident(x) end, ', ') from unnest(p.roles::text[]) x),
      coalesce(' using (' || p.qual || ')', ''), coalesce(' with check (' || p.with_check || ')', ''))
    from r join pg_policies p on format('%I.%I', p.schemaname, p.tablename) = r.name
    union all
    select 10, g.rulename, rtrim(pg_get_ruledef(g.oid), ';')
    from r join (select oid, ev_class, rulename from pg_rewrite) g on g.ev_class = r.oid where g.rulename <> '_RETURN'
    union all
    select 11, g.tgname || x.place, x.text
    from r join pg_trigger g on g.tgrelid = r.oid and not g.tgisinternal and g.tgparentid = 0,
      lateral (values (1, pg_get_triggerdef(g.oid)), (2, case when g.tgenabled <> 'O' then format('alter table %s %s trigger %I', r.name,
        case g.tgenabled when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end, g.tgname) end)) x(place, text)
    where x.text is not null
    union all
    select 12, lpad(d.objsubid::text, 5, '0'), case when d.objsubid = 0 then format('comment on %s %s is %L', r.kind, r.name, d.description)
      else format('comment on column %s.%I is %L', r.name, (select a.attname from pg_attribute a where a.attrelid = r.oid and a.attnum = d.objsubid), d.description) end
    from r join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = r.oid
    union all
    select 13, x.what || x.name, format('comment on %s %s%s is %L', x.what, x.name, x.behind, d.description)
    from r, lateral (
      select 'pg_constraint'::regclass::oid as class, k.oid, 'constraint' as what, quote_ident(k.conname) as name, ' on ' || r.name as behind
        from pg_constraint k where k.conrelid = r.oid
      union all select 'pg_trigger'::regclass, g.oid, 'trigger', quote_ident(g.tgname), ' on ' || r.name from pg_trigger g where g.tgrelid = r.oid
      union all select 'pg_policy'::regclass, p.oid, 'policy', quote_ident(p.polname), ' on ' || r.name from pg_policy p where p.polrelid = r.oid
      union all select 'pg_class'::regclass, i.indexrelid, 'index', i.indexrelid::regclass::text, '' from pg_index i where i.indrelid = r.oid
    ) x join pg_description d on d.classoid = x.class and d.objoid = x.oid and d.objsubid = 0
  ) x
  order by part, place`

/**
 * The statements that would make a table or view anew.
 * @param catalog a connection with only pg_catalog in sight
 * @returns null when there is none of this name
 */
export async function readDefinition(
  catalog: Pick<pg.Pool, 'query'>,
  schema: string,
  name: string,
): Promise<string | null> {
  const { rows } = await catalog.query<{ text: string }>(DEFINITION, [schema, name])
  return rows.length === 0 ? null : `${rows.map(({ text }) => `${text};`).join('\n\n')}\n`
}
