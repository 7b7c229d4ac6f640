// As in `relations.ts`: what a server holds besides tables and views.

export const FUNCTIONS = `
  select p.oid::int8 as id, n.nspname as schema, p.proname as name, l.lanname as language,
    coalesce(case when l.lanname = 'internal' then '' else p.prosrc end, '') as definition,
    case when l.lanname = 'internal' then p.prosrc else pg_get_functiondef(p.oid) end as complete_statement,
    (select coalesce(json_agg(json_build_object(
        'mode', case x.mode when 'o' then 'out' when 'b' then 'inout' when 'v' then 'variadic' when 't' then 'table' else 'in' end,
        'name', x.name, 'type_id', x.type::int8,
        'has_default', coalesce(x.input > x.inputs - p.pronargdefaults, false)) order by x.place), '[]')
      from (select g.place, g.type, coalesce(p.proargmodes[g.place], 'i') as mode, coalesce(p.proargnames[g.place], '') as name,
          case when coalesce(p.proargmodes[g.place], 'i') in ('i', 'b', 'v')
            then count(*) filter (where coalesce(p.proargmodes[g.place], 'i') in ('i', 'b', 'v')) over (order by g.place) end as input,
          p.pronargs as inputs
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality g(type, place)) x) as args,
    pg_get_function_arguments(p.oid) as argument_types,
    pg_get_function_identity_arguments(p.oid) as identity_argument_types,
    p.prorettype::int8 as return_type_id, pg_get_function_result(p.oid) as return_type,
    nullif(t.typrelid, 0)::int8 as return_type_relation_id, p.proretset as is_set_returning_function,
    case when p.proretset then p.prorows::float8 end as prorows,
    case p.provolatile when 'i' then 'IMMUTABLE' when 's' then 'STABLE' else 'VOLATILE' end as behavior,
    p.prosecdef as security_definer,
    (select json_object_agg(split_part(x, '=', 1), substr(x, strpos(x, '=') + 1)) from unnest(p.proconfig) x) as config_params
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    join pg_type t on t.oid = p.prorettype
  where p.prokind = 'f' and $schemas
  order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)`

export const TRIGGERS = `
  select g.oid::int8 as id, g.tgrelid::int8 as table_id,
    case g.tgenabled when 'O' then 'ORIGIN' when 'R' then 'REPLICA' when 'A' then 'ALWAYS' else 'DISABLED' end as enabled_mode,
    g.tgname as name, c.relname as "table", n.nspname as schema,
    substring(pg_get_triggerdef(g.oid) from ' WHEN \\((.*)\\) EXECUTE ') as condition,
    case when g.tgtype & 1 = 1 then 'ROW' else 'STATEMENT' end as orientation,
    case when g.tgtype & 2 = 2 then 'BEFORE' when g.tgtype & 64 = 64 then 'INSTEAD OF' else 'AFTER' end as activation,
    array_remove(array[case when g.tgtype & 4 = 4 then 'INSERT' end, case when g.tgtype & 16 = 16 then 'UPDATE' end,
      case when g.tgtype & 8 = 8 then 'DELETE' end, case when g.tgtype & 32 = 32 then 'TRUNCATE' end], null) as events,
    f.proname as function_name, fn.nspname as function_schema,
    array(select convert_from(decode(x.text, 'escape'), current_setting('server_encoding'))
      from unnest(string_to_array(encode(g.tgargs, 'escape'), '\\000')) with ordinality x(text, place)
      where x.place <= g.tgnargs order by x.place) as function_args
  from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_proc f on f.oid = g.tgfoid join pg_namespace fn on fn.oid = f.pronamespace
  where not g.tgisinternal and $schemas
  order by n.nspname, c.relname, g.tgname`

export const POLICIES = `
  select p.oid::int8 as id, n.nspname as schema, c.relname as "table", c.oid::int8 as table_id, p.polname as name,
    case when p.polpermissive then 'PERMISSIVE' else 'RESTRICTIVE' end as action,
    case when p.polroles = '{0}' then array['public'] else array(select r.rolname::text from pg_roles r
      where r.oid = any (p.polroles) order by r.rolname) end as roles,
    case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end as command,
    pg_get_expr(p.polqual, p.polrelid) as definition, pg_get_expr(p.polwithcheck, p.polrelid) as "check"
  from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
  where $schemas
  order by n.nspname, c.relname, p.polname`

export const TYPES = `
  select t.oid::int8 as id, t.typname as name, n.nspname as schema, format_type(t.oid, null) as format,
    array(select e.enumlabel::text from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder) as enums,
    (select coalesce(json_agg(json_build_object('name', a.attname, 'type_id', a.atttypid::int8) order by a.attnum), '[]')
      from pg_attribute a where a.attrelid = t.typrelid and t.typrelid <> 0 and a.attnum > 0 and not a.attisdropped) as attributes,
    obj_description(t.oid, 'pg_type') as comment, nullif(t.typrelid, 0)::int8 as type_relation_id
  from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
  where (c.oid is null or c.relkind = 'c' or $include_table_types)
    and ($include_array_types or not exists (select from pg_type e where e.oid = t.typelem and e.typarray = t.oid))
    and $schemas
  order by n.nspname, t.typname`

export const EXTENSIONS = `
  select e.name, n.nspname as schema, e.default_version, x.extversion as installed_version, e.comment
  from pg_available_extensions() e left join pg_extension x on x.extname = e.name
    left join pg_namespace n on n.oid = x.extnamespace
  order by e.name`

export const ROLES = `
  select r.oid::int8 as id, r.rolname as name, r.rolsuper as is_superuser, r.rolcreatedb as can_create_db,
    r.rolcreaterole as can_create_role, r.rolinherit as inherit_role, r.rolcanlogin as can_login,
    r.rolreplication as is_replication_role, r.rolbypassrls as can_bypass_rls,
    (select count(*) from pg_stat_activity s where s.usesysid = r.oid) as active_connections,
    case when r.rolconnlimit = -1 then current_setting('max_connections')::int else r.rolconnlimit end as connection_limit,
    '********' as password, r.rolvaliduntil::text as valid_until,
    (select json_object_agg(split_part(x, '=', 1), substr(x, strpos(x, '=') + 1)) from unnest(r.rolconfig) x) as config
  from pg_roles r
  where $include_default_roles or r.rolname not like 'pg\\_%'
  order by r.rolname`

export const SCHEMAS = `
  select n.oid::int8 as id, n.nspname as name, pg_get_userbyid(n.nspowner) as owner
  from pg_namespace n
  where $schemas
  order by n.nspname`

export const PUBLICATIONS = `
  select p.oid::int8 as id, p.pubname as name, pg_get_userbyid(p.pubowner) as owner, p.pubinsert as publish_insert,
    p.pubupdate as publish_update, p.pubdelete as publish_delete, p.pubtruncate as publish_truncate,
    case when p.puballtables then null else (select coalesce(json_agg(json_build_object(
        'id', c.oid::int8, 'name', c.relname, 'schema', n.nspname) order by n.nspname, c.relname), '[]')
      from pg_publication_rel m join pg_class c on c.oid = m.prrelid join pg_namespace n on n.oid = c.relnamespace
      where m.prpubid = p.oid) end as tables
  from pg_publication p
  order by p.pubname`
