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
  create function strike_by_step(int, int) returns int language plpgsql security definer as $$ begin delete from public.prey; return 1; end $$;
  create type bait as (a int);
  create function strike_by_cast(text) returns bait language plpgsql security definer as $$ begin delete from public.prey; return null; end $$;
  create cast (text as bait) with function strike_by_cast(text);
  create function strike_by_sum(int, bait) returns int language plpgsql security definer as $$ begin delete from public.prey; return 1; end $$;
  create function strike_in_its_mode() returns int language sql security definer set default_transaction_read_only = off as $$ delete from public.prey; select 1 $$;
  create function strike_and_catch() returns int language plpgsql security definer as $$
    begin
      begin
        set local transaction_read_only = off;
        delete from public.prey;
      exception when others then
        delete from public.prey;
      end;
      return 1;
    end $$;
  create aggregate strike_all (int) (sfunc = strike_by_step, stype = int, initcond = 0);
  -- Of the names that run without a question, for values of other types.
  create function lower(int) returns int language plpgsql security definer as $$ begin delete from public.prey; return 1; end $$;
  create aggregate sum (bait) (sfunc = strike_by_sum, stype = int, initcond = 0);
  create function loot(prey) returns int language plpgsql security definer as $$ begin delete from public.prey; return 1; end $$;
  create function strike_by_equality(bait, bait) returns boolean language plpgsql security definer as $$ begin delete from public.prey; return true; end $$;
  create operator = (function = strike_by_equality, leftarg = bait, rightarg = bait);
  create function strike_while_planned() returns int language plpgsql immutable as $$ begin return strike_as_owner(); end $$;
  create domain tide as int check (strike_by_operator(value, value));
  create table den (id int);
  insert into den values (1);
  alter table den enable row level security;
  create policy lair on den using (strike_as_owner() = 1);
  create schema snare;
  create function snare.lower(text) returns text language plpgsql security definer as $$ begin delete from public.prey; return 'x'; end $$;
  -- Careless people grant much: it is the transaction that has to hold.
  grant all on prey, tally, shed, den to public;
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
  ['explain analyze in brackets', 'explain (analyze) delete from prey'],
  ['explain analyze of a new table', 'explain analyze create table loot as select 1'],
  ['explain analyze of a prepared statement', 'prepare p as delete from prey; explain analyze execute p'],
  ['rows locked in a view of their own', 'select * from (select * from prey for no key update) p'],
  ['a table as a command', 'table prey for update'],
  ['a select into of a union', 'select 1 as a into loot union select 2'],
  ['a temporary table out of a query', 'select 1 as a into temp loot'],
  ['a changing CTE behind a table', 'with gone as (delete from prey returning *) table gone'],
  [
    'a changing CTE that merges',
    'with m as (merge into prey using (select 1 as id) s on prey.id = s.id when matched then delete returning prey.id) select * from m',
  ],
  ['a view that is written through', 'insert into trap values (1)'],
  ['a rule', 'create rule r as on insert to prey do instead delete from prey'],
  ['a domain whose check writes', 'create domain d as int check (strike_as_owner() = 1)'],
  ['a default that writes', 'alter table prey alter id set default strike_as_owner()'],
  ['an aggregate', 'create aggregate a (int) (sfunc = int4pl, stype = int)'],
  ['an operator class', 'create operator family f using btree'],
  ['a collation', "create collation c (locale = 'C')"],
  ['a function in brackets', 'select (strike_as_owner())'],
  ['a function as a table', 'select * from strike_as_owner()'],
  ['a function of every row', 'select p.*, s.* from prey p, lateral strike_as_owner() s'],
  ['a function in an order', 'select 1 from prey order by strike_as_owner()'],
  ['a function in a limit', 'select 1 limit strike_as_owner()'],
  [
    'a function in an aggregate',
    'select count(strike_as_owner()), sum(1) filter (where strike_as_owner() = 1) from prey',
  ],
  ['a function by its spelling', 'select U&"strike\\005fas\\005fowner"()'],
  ['a function with another quoting', 'select "strike_as_owner" /* ( */ ()'],
  ['a function of a schema in the way', "select snare.lower('x')"],
  ['a schema in the way', "set search_path = snare, pg_catalog; select lower('x')"],
  ['a schema in the way for this transaction', "set local search_path to snare; select lower('x')"],
  ['a function that is called by a cast in an array', "select array['x'::text]::bait[]"],
  ['an operator with its schema', 'select 1 operator(public.===) 1'],
  ['an operator on every row', 'select 1 where 1 === any (array[1, 2])'],
  ['another mode within a savepoint', 'savepoint a; set transaction read write; delete from prey'],
  [
    'another mode behind a savepoint',
    'savepoint a; rollback to a; set local transaction_read_only = off; delete from prey',
  ],
  ['another mode by a block', 'do $$ begin set local transaction_read_only = off; delete from prey; end $$'],
  [
    'another mode by a setting of catalogues',
    "update pg_settings set setting = 'off' where name = 'transaction_read_only'; delete from prey",
  ],
  ['another role within a savepoint', 'savepoint a; reset role; rollback to a; delete from prey'],
  ['the owner by the session', 'reset session authorization; delete from prey'],
  ['a commit inside a comment', '/* ; */ commit /* ; */; delete from prey'],
  ['a commit by its other name', 'commit work and no chain; delete from prey'],
  ['a commit of a prepared one', "commit prepared 'x'; delete from prey"],
  ['a semicolon behind a backslash', 'select 1 \\; delete from prey'],
  ['a comment that seems to end', '/* /* */ select 1; */ select 1; delete from prey -- */'],
  ['a string that goes on', "select 'a'\n'b; delete from prey'; delete from prey; --'"],
  ['dollars inside dollars', 'select $a$ $$; $a$; delete from prey; --$$ $a$'],
  ['a name with a semicolon', 'select 1 as ";"; delete from prey'],
  ['another server', "select * from dblink('dbname=postgres', 'delete from prey') as t (a int)"],
  ['another server by its name', 'create foreign table f (id int) server s'],
  ['a large object removed', 'select lo_unlink(4711)'],
  ['a large object written', "select lowrite(lo_open(lo_creat(-1), 131072), 'x')"],
  ['a large object to a file', "select lo_export(1, '/tmp/stoa-never')"],
  ['a file of the server as a table', "select * from pg_read_binary_file('/etc/passwd')"],
  ['a file of the server by COPY', "copy prey from '/etc/passwd'"],
  ['a sequence by its column', "select pg_catalog.setval('tally', 5, false)"],
  ['the runs of others cancelled', 'select pg_cancel_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'],
  ['statistics of tables removed', 'select pg_stat_reset()'],
  ['a library', "load 'auto_explain'"],
  ['a text search', 'create text search configuration c (copy = simple)'],
  ['statistics of columns', 'create statistics s on id, name from prey'],
  ['a policy', 'create policy p on prey using (true)'],
  ['rights by default', 'alter default privileges grant all on tables to public'],
  ['everything of somebody', 'drop owned by postgres'],
  ['an owner', 'alter table prey owner to stoa_reader'],
  ['a schema', 'create schema loot'],
  ['a database', 'create database loot'],
  ['a tablespace', "create tablespace t location '/tmp'"],
  ['an analyze', 'analyze prey'],
  ['a reindex', 'reindex table prey'],
  ['a session that is thrown away', 'discard all; delete from prey'],
  ['a function with a mode of its own', 'select strike_in_its_mode()'],
  ['a function that catches its refusal', 'select strike_and_catch()'],
  ['an aggregate whose step writes', 'select strike_all(i) from generate_series(1, 3) i'],
  ['a window whose step writes', 'select strike_all(i) over (order by i) from generate_series(1, 3) i'],
  ['a query inside a text search', "select * from ts_stat('select strike_as_owner()::text::tsvector')"],
  [
    'a query inside a rewritten search',
    "select ts_rewrite('a'::tsquery, 'select ''a''::tsquery, (strike_as_owner()::text)::tsquery')",
  ],
  ['a query inside a schema as XML', "select query_to_xml_and_xmlschema('select strike_as_owner()', true, false, '')"],
  ['a table as XML', "select table_to_xml('trap', true, false, '')"],
  ['no role', 'set role none; delete from prey'],
  ['the session by its default', 'set local session authorization default; delete from prey'],
  ['explain analyze of a view of its own', 'explain analyze create materialized view loot as select strike_as_owner()'],
  ['explain analyze of a cursor', 'explain analyze declare c cursor for select strike_as_owner()'],
  ['a cursor that is fetched', 'declare c cursor for select strike_as_owner(); fetch all from c'],
  ['a block that calls', 'do $$ begin call strike_by_call(); end $$'],
  [
    'a block that catches',
    'do $$ begin begin delete from prey; exception when others then execute $x$delete from prey$x$; end; end $$',
  ],
  ['a lock that writes when it is had', 'select pg_advisory_lock(2), strike_as_owner()'],
  ['a prepared statement that is explained', 'prepare q as select strike_as_owner(); explain analyze execute q'],
  ['a message in the log', "select pg_logical_emit_message(true, 'x', 'y'), strike_as_owner()"],
  ['a foreign schema', 'import foreign schema public from server s into public'],
  ['an allowed name for another type', 'select lower(1)'],
  ['an allowed aggregate for another type', 'select sum(v.b) from (values (row(1)::bait)) v (b)'],
  ['a function that looks like a column', 'select p.loot from prey p'],
  ['a function that looks like a field', 'select (p).loot from prey p'],
  ['an equality that writes', 'select row(1)::bait = row(2)::bait'],
  ['an equality inside IN', 'select 1 from (values (row(1)::bait)) v (b) where v.b in (row(2)::bait, row(3)::bait)'],
  ['an equality inside CASE', 'select case row(1)::bait when row(2)::bait then 1 end'],
  ['an equality inside NULLIF', 'select nullif(row(1)::bait, row(2)::bait)'],
  [
    'an equality inside a join',
    'select 1 from (select row(1)::bait as b) a join (select row(2)::bait as b) c using (b)',
  ],
  ['a domain that looks at its values', 'select 1::tide'],
  ['a domain inside an array', 'select array[1, 2]::tide[]'],
  ['a policy that writes', 'select * from den'],
  ['a function that runs while it is planned', 'explain select strike_while_planned()'],
  ['a function that runs while it is planned, in a condition', 'select 1 where strike_while_planned() = 1'],
  ['a function among values', 'values (1), (strike_as_owner())'],
  ['a function in a CTE that is kept', 'with a as materialized (select strike_as_owner()) select 1 from a'],
  [
    'a function that goes on and on',
    'with recursive a (i) as (select 1 union all select i + strike_as_owner() from a where i < 3) select * from a',
  ],
  ['a function in a list of functions', 'select * from rows from (strike_as_owner(), generate_series(1, 2)) as r'],
  ['a function in an array of a query', 'select array(select strike_as_owner())'],
  ['a function in a sample', 'select * from prey tablesample bernoulli (strike_as_owner())'],
  ['a function behind FETCH FIRST', 'select id from prey order by id fetch first (strike_as_owner()) rows with ties'],
  ['a function in a frame', 'select count(*) over (order by id rows strike_as_owner() preceding) from prey'],
  ['a function in XML', 'select xmlelement(name a, strike_as_owner())'],
  ['a function in JSON', "select json_object('a': strike_as_owner())"],
  ['a whole schema as XML', "select schema_to_xml('public', true, false, '')"],
  ['rows locked and passed over', 'select * from prey for share of prey skip locked'],
  ['rows locked inside a condition', 'select 1 where exists (select 1 from prey for key share)'],
  ['copy of a function', 'copy (select strike_as_owner()) to stdout'],
  ['a commit behind a vertical tab', '\vcommit and chain; set transaction read write; delete from prey'],
  ['a commit behind a form feed', '\fcommit and chain; set transaction read write; delete from prey'],
  [
    'a commit behind a comment and a carriage return',
    '-- \rcommit and chain; set transaction read write; delete from prey',
  ],
  ['a commit behind nested comments', '/*/**/*/end and chain; set transaction read write; delete from prey'],
  ['a rollback that goes on', 'rollback and chain; set transaction read write; delete from prey'],
  [
    'a rollback that only seems to go back',
    'rollback /* to */ and chain; set transaction read write; delete from prey',
  ],
  ['a byte order mark', '\ufeffdelete from prey'],
  ['a space that is none', 'select 1;\u00a0delete from prey'],
  ['a semicolon that is none', 'select 1\u037e delete from prey'],
  ['a mode together with an isolation', 'set transaction isolation level read committed, read write; delete from prey'],
  ['a setting of oneself', 'alter role current_user set default_transaction_read_only = off'],
  ['a setting of everybody', 'alter role all set default_transaction_read_only = off'],
  ['a library of the next session', "alter role current_user set local_preload_libraries = 'x'"],
  ['a temporary sequence', "create temporary sequence s; select nextval('s')"],
  ['a temporary view', 'create temporary view v as select strike_as_owner(); select * from v'],
  ['an index tidied', "select brin_summarize_new_values('prey'::regclass)"],
  ['collations taken over', "select pg_import_system_collations('public')"],
  ['a large object in part', "select lo_put(4711, 0, 'x')"],
  ['an origin of replication', "select pg_replication_origin_create('s')"],
  ['a restore point', "select pg_create_restore_point('s')"],
]

/** Texts that are let through because they change nothing that anybody else sees. */
export const HARMLESS: readonly (readonly [name: string, sql: string])[] = [
  ['a notification', "notify prey, 'x'"],
  ['a notification by a function', "select pg_notify('prey', 'x')"],
  ['a listener', 'listen prey'],
  ['an advisory lock', 'select pg_advisory_lock(1)'],
  ['a setting of the session', "set search_path = ''"],
]
