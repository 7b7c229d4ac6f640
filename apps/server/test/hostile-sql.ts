/** What the texts are after, and what people may have made that helps them. */
export const PREY = `
  create table prey (id int, name text);
  insert into prey values (1, 'kept');
  create sequence tally;
  create materialized view shed as select count(*) from prey;
  create function strike() returns int language plpgsql as $$ begin delete from public.prey; return 1; end $$;
  create function strike_as_owner() returns int language plpgsql security definer as $$ begin delete from public.prey; return 1; end $$;
  create procedure strike_by_call() language plpgsql security definer as $$ begin delete from public.prey; end $$;
  create view trap as select strike_as_owner() as id;
  create function strike_by_operator(int, int) returns boolean language plpgsql security definer as $$ begin delete from public.prey; return true; end $$;
  create operator === (function = strike_by_operator, leftarg = int, rightarg = int);
  create type bait as (a int);
  create function strike_by_cast(text) returns bait language plpgsql security definer as $$ begin delete from public.prey; return null; end $$;
  create cast (text as bait) with function strike_by_cast(text);
  create schema snare;
  create function snare.lower(text) returns text language plpgsql security definer as $$ begin delete from public.prey; return 'x'; end $$;
  -- Careless people grant much: it is the transaction that has to hold.
  grant all on prey, tally, shed to public;
  grant usage on schema snare to public
`

/**
 * Texts that try to change something although they were asked to only read. `classified` is whether the rules about
 * words alone see through them; where they do not, the database is what holds.
 */
export const HOSTILE: readonly (readonly [name: string, sql: string])[] = [
  ['insert', "insert into prey values (2, 'x')"],
  ['update', "update prey set name = 'x'"],
  ['delete', 'delete from prey'],
  ['merge', 'merge into prey using (select 1 as id) s on prey.id = s.id when matched then delete'],
  ['truncate', 'truncate prey'],
  ['a changing CTE', 'with gone as (delete from prey returning *) select * from gone'],
  [
    'a changing CTE inside another',
    'with a as (with b as (insert into prey values (3) returning id) select id from b) select * from a',
  ],
  ['select into', 'select * into loot from prey'],
  ['create table as', 'create table loot as select * from prey'],
  ['a temporary table', 'create temporary table loot (id int)'],
  ['a function that writes', 'select strike()'],
  ['a function of the owner that writes', 'select strike_as_owner()'],
  ['a function that writes in a condition', 'select 1 where exists (select strike_as_owner())'],
  ['a function that writes as a default of a view', 'select * from trap'],
  ['an operator that writes', 'select 1 === 1'],
  ['a cast that writes', "select 'x'::text::bait"],
  ['a procedure', 'call strike_by_call()'],
  ['a block', 'do $$ begin delete from prey; end $$'],
  ['a block that builds its text', "do $$ begin execute 'delete ' || 'from prey'; end $$"],
  ['a block that ends the transaction', 'do $$ begin commit; delete from prey; end $$'],
  ['explain analyze', 'explain analyze delete from prey'],
  ['explain with an option', 'explain (costs off, analyze) delete from prey'],
  ['another mode', 'set transaction read write'],
  ['another mode after a query', 'select 1; set transaction read write; delete from prey'],
  ['another mode for the session', 'set session characteristics as transaction read write'],
  ['another default mode', 'set default_transaction_read_only = off; delete from prey'],
  ['another mode by a function', "select set_config('transaction_read_only', 'off', false)"],
  [
    'another mode by a function, then a change',
    "select set_config('transaction_read_only', 'off', true); delete from prey",
  ],
  ['the mode set back', 'reset transaction_read_only; delete from prey'],
  [
    'another mode in one query',
    "with a as (select set_config('transaction_read_only', 'off', true)), b as (delete from prey returning 1) select * from a, b",
  ],
  ['commit', 'commit; delete from prey'],
  ['commit and chain', 'commit and chain; delete from prey'],
  ['rollback', 'rollback; delete from prey'],
  ['end', 'end; begin read write; delete from prey; commit'],
  ['begin', 'begin read write; delete from prey; commit'],
  ['abort', 'abort; delete from prey'],
  ['a savepoint', 'savepoint a; delete from prey; release a'],
  ['a prepared transaction', "prepare transaction 'x'"],
  ['several statements', 'select 1; delete from prey'],
  ['a comment that hides', 'select 1 /* ; */ ; delete from prey'],
  ['a comment inside a comment', '/* /* */ select 1; */ delete from prey'],
  ['a line comment that ends at a carriage return', 'select 1 -- \r; delete from prey'],
  ['a string that seems to go on', "select 'a\\'; delete from prey; --'"],
  ['a string with escapes that ends early', "select E'a\\\\'; delete from prey; --'"],
  ['a string with dollars', 'select $a$ $b$ $a$; delete from prey; --$b$'],
  ['a string under other rules', "set standard_conforming_strings = off; select 'a\\''; delete from prey; --'"],
  ['a prepared statement', 'prepare p as delete from prey; execute p'],
  ['a cursor', 'declare c cursor for select 1; delete from prey where current of c'],
  ['copy from a program', "copy prey from program 'echo 9'"],
  ['copy to a program', "copy prey to program 'cat > /tmp/stoa-never'"],
  ['copy to a file', "copy prey to '/tmp/stoa-never'"],
  ['copy from the client', 'copy prey from stdin'],
  ['copy of a change', 'copy (delete from prey returning *) to stdout'],
  ['a large object', 'select lo_create(4711)'],
  ['a large object with content', "select lo_from_bytea(4712, 'x')"],
  ['a large object from a file', "select lo_import('/etc/passwd')"],
  ['a file of the server', "select pg_read_file('/etc/passwd')"],
  ['a folder of the server', "select pg_ls_dir('.')"],
  ['a sequence', "select nextval('tally')"],
  ['a sequence set', "select setval('tally', 99)"],
  ['an extension', 'create extension dblink'],
  ['a language', 'create function f() returns int language sql as $$ select 1 $$'],
  ['a function in the way', 'create function pg_temp.lower(text) returns text language sql as $$ select $1 $$'],
  ['a search path', "select set_config('search_path', 'snare, public', false); select lower('x'); delete from prey"],
  ['a setting of the role', 'alter role stoa_reader set default_transaction_read_only = off'],
  ['a setting of the database', 'alter database postgres set default_transaction_read_only = off'],
  ['a setting of the server', "alter system set work_mem = '1GB'"],
  ['the owner', 'set role postgres; delete from prey'],
  ['the owner by a function', "select set_config('role', 'postgres', false); delete from prey"],
  ['a session of the owner', 'set session authorization postgres; delete from prey'],
  ['a superuser', 'set role stoa_admin'],
  ['a grant', 'grant delete on prey to public'],
  ['a membership', 'grant postgres to stoa_reader'],
  ['a new role', 'create role intruder superuser login'],
  ['a password', "alter role stoa_reader password 'x'"],
  ['a comment', "comment on table prey is 'x'"],
  ['a label', "security label on table prey is 'x'"],
  ['an index', 'create index on prey (id)'],
  [
    'a trigger',
    'create trigger t after insert on prey for each row execute function pg_catalog.suppress_redundant_updates_trigger()',
  ],
  ['an event trigger', 'create event trigger t on ddl_command_end execute function strike_event()'],
  ['a lock', 'lock table prey in access exclusive mode'],
  ['rows locked', 'select * from prey for update'],
  ['a vacuum', 'vacuum prey'],
  ['a cluster', 'cluster prey'],
  ['a refreshed view', 'refresh materialized view shed'],
  ['a query inside a function of XML', "select query_to_xml('delete from prey returning *', true, false, '')"],
  [
    'a table written by XML',
    "select * from xmltable('/a' passing query_to_xml('delete from prey returning *', true, false, '') columns b int)",
  ],
  ['a publication', 'create publication p for all tables'],
  ['a subscription', "create subscription s connection 'host=x' publication p"],
  ['a server', 'create server s foreign data wrapper postgres_fdw'],
  ['a checkpoint', 'checkpoint'],
  ['a log switch', 'select pg_switch_wal()'],
  ['the settings read again', 'select pg_reload_conf()'],
  [
    'another session ended',
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = $$postgres$$ and pid <> pg_backend_pid()',
  ],
  ['a replication slot', "select pg_create_logical_replication_slot('s', 'pgoutput')"],
  ['statistics removed', 'select extensions.pg_stat_statements_reset()'],
  ['a NUL', 'select 1; \0 delete from prey'],
]

/** Texts that are let through because they change nothing that anybody else sees. */
export const HARMLESS: readonly (readonly [name: string, sql: string])[] = [
  ['a notification', "notify prey, 'x'"],
  ['a notification by a function', "select pg_notify('prey', 'x')"],
  ['a listener', 'listen prey'],
  ['an advisory lock', 'select pg_advisory_lock(1)'],
  ['a setting of the session', "set search_path = ''"],
]
