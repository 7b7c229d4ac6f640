import type { ConnectAs, ServerSpec } from '@stoa/engine'
import { query, randomRef } from '@stoa/engine/conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRoot } from './account.ts'
import { openTestEngine, type TestEngine } from './testing.ts'

const PASSWORDS = { owner: 'owner secret', api: 'api secret', reader: 'reader secret' }

describe.each(['15', '17', '18'])('on Postgres %s', (major) => {
  let subject: TestEngine
  let made: ServerSpec

  beforeAll(async () => {
    subject = await openTestEngine()
    const version = subject.engine.versions().find((entry) => entry.postgres_engine === major)?.version ?? ''
    made = {
      ref: randomRef(),
      version,
      resources: { memoryMb: 256, maxConnections: 20, workers: 2 },
      passwords: PASSWORDS,
    }
    await subject.engine.create(made)
    await subject.engine.start(made.ref)
  })
  afterAll(async () => subject?.dispose())

  const as = async (who: ConnectAs, text: string) =>
    query(await subject.engine.target(made.ref, who), who === 'admin' ? undefined : PASSWORDS[who], text)
  const refused = (who: ConnectAs, text: string) => expect(as(who, text), text).rejects.toThrow(/denied|must|only/i)

  /** Runs one statement as a request of the project's APIs does. */
  const acting = async (role: string, text: string) => {
    const target = await subject.engine.target(made.ref, 'api')
    return query({ ...target, options: `-c role=${role}` } as typeof target, PASSWORDS.api, text)
  }

  test('the server is of that version, with UTF-8, ICU sorting and UTC', async () => {
    expect(
      await as(
        'owner',
        `select current_setting('server_version_num')::int / 10000 as major, current_setting('timezone') as zone,
                pg_encoding_to_char(encoding) as encoding, datlocprovider::text as provider, 'a' < 'B' as sorted
         from pg_database where datname = current_database()`,
      ),
    ).toEqual([{ major: Number(major), zone: 'UTC', encoding: 'UTF8', provider: 'i', sorted: true }])
  })

  test('the owner makes what people make', async () => {
    await as(
      'owner',
      `create schema app;
       create table app.items (id uuid primary key default gen_random_uuid(), owner uuid, name text);
       create table public.notes (id bigint generated always as identity primary key, body text);
       alter table public.notes enable row level security;
       create policy "everyone reads" on public.notes for select to anon, authenticated using (true);
       create function public.touch() returns trigger language plpgsql as $$ begin return new; end $$;
       create trigger touch before insert on public.notes for each row execute function public.touch();
       create extension citext with schema extensions;
       create extension pg_trgm with schema extensions;
       create extension hstore;
       create publication mine for table public.notes;
       alter publication supabase_realtime add table public.notes;
       create role team_reader;
       grant select on app.items to team_reader;
       grant team_reader to authenticator;
       grant anon to team_reader;
       alter role anon set statement_timeout = '3s';
       insert into public.notes (body) values ('first');`,
    )
    await as('owner', 'create database other')
    expect(
      await as('owner', "select extensions.digest('a', 'md5') is not null as a, uuid_generate_v4() is not null as b"),
    ).toEqual([{ a: true, b: true }])
    expect(await as('owner', 'select count(*) > 0 as seen from pg_stat_statements')).toEqual([{ seen: true }])
  })

  test('the owner owns its database and the schema public', async () => {
    expect(
      await as(
        'owner',
        `select pg_get_userbyid(datdba) as database, (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'public') as public
         from pg_database where datname = 'postgres'`,
      ),
    ).toEqual([{ database: 'postgres', public: 'postgres' }])
  })

  test('the owner is no superuser and cannot become one', async () => {
    expect(await as('owner', 'select rolsuper, rolreplication from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false, rolreplication: false },
    ])
    for (const attempt of [
      'alter role postgres superuser',
      'alter role postgres replication',
      'create role boss superuser',
      'create role copier replication',
      'set role stoa_admin',
      'grant stoa_admin to postgres',
      'grant pg_execute_server_program to postgres',
      'create role sneaky in role pg_execute_server_program',
      'grant pg_read_server_files to postgres',
      'grant pg_write_server_files to postgres',
      'grant pg_read_all_data to postgres',
      'set role pg_execute_server_program',
      "alter role stoa_admin password 'mine'",
      'alter role stoa_admin set search_path = public',
      "alter system set work_mem = '1GB'",
      "create function f() returns int language c as 'libc', 'getpid'",
      'create event trigger e on ddl_command_end execute function public.touch()',
    ]) {
      await refused('owner', attempt)
    }
  })

  test('the owner reaches neither files, programs, verifiers nor other servers by way of the database', async () => {
    for (const attempt of [
      "copy notes (body) from program 'id'",
      "copy notes (body) to program 'cat'",
      "copy notes (body) from '/etc/passwd'",
      "copy notes (body) to '/tmp/notes'",
      "select pg_read_file('PG_VERSION')",
      "select pg_ls_dir('.')",
      "select lo_import('/etc/passwd')",
      'select rolpassword from pg_authid',
      'select passwd from pg_shadow',
      'select * from pg_hba_file_rules',
      'create extension dblink',
      'create extension postgres_fdw',
      'create extension file_fdw',
    ]) {
      await refused('owner', attempt)
    }
  })

  test('the owner enables extensions that reach nothing beyond the database, and disables them', async () => {
    await as('owner', 'create extension moddatetime with schema extensions')
    await as('owner', 'create extension pgstattuple with schema extensions')
    await as('owner', 'create extension bloom with schema extensions')
    await as('owner', 'alter table public.notes add column changed_at timestamptz')
    await as(
      'owner',
      'create trigger changed before update on public.notes for each row execute function extensions.moddatetime(changed_at)',
    )
    expect(await as('owner', "select table_len >= 0 as looked from extensions.pgstattuple('public.notes')")).toEqual([
      { looked: true },
    ])
    // What it tells is the monitoring role's to read, and not everybody's.
    await expect(acting('anon', "select * from extensions.pgstattuple('public.notes')")).rejects.toThrow(/permission/)
    await as('owner', 'drop extension moddatetime cascade')
    await as('owner', 'drop extension pgstattuple, bloom')
    await as('owner', 'alter table public.notes drop column changed_at')
  })

  test('a replication connection of the owner is refused, which would carry all data and verifiers', async () => {
    for (const replication of ['true', 'database']) {
      const target = await subject.engine.publicTarget(made.ref)
      const client = { ...target, replication, password: PASSWORDS.owner }
      await expect(query(client, PASSWORDS.owner, 'IDENTIFY_SYSTEM')).rejects.toThrow(/reject|WAL sender|replication/)
    }
  })

  test('a request acts as anon, authenticated or service_role, under row level security as each of them', async () => {
    const count = 'select count(*)::int as n from public.notes'
    expect(await as('api', 'select rolinherit, rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolinherit: false, rolsuper: false },
    ])
    await refused('api', count)
    for (const role of ['anon', 'authenticated', 'service_role']) expect(await acting(role, count)).toEqual([{ n: 1 }])
    await as('owner', 'drop policy "everyone reads" on public.notes')
    expect([await acting('anon', count), await acting('service_role', count)]).toEqual([[{ n: 0 }], [{ n: 1 }]])
    await refused('api', 'set role postgres')
    await refused('api', 'set role stoa_admin')
  })

  test('the owner can act as each API role and hand it on', async () => {
    for (const role of ['anon', 'authenticated', 'service_role', 'supabase_storage_admin']) {
      await as('owner', `set role ${role}`)
    }
    await as(
      'owner',
      'create role handed; grant authenticated to handed; revoke authenticated from handed; drop role handed',
    )
  })

  test('the auth and storage APIs own their schemas, and the owner may use what they make', async () => {
    await acting('supabase_auth_admin', 'create table auth.users (id uuid primary key, email text)')
    await acting('supabase_storage_admin', 'create table storage.objects (id uuid primary key, name text)')
    await as(
      'owner',
      `create table public.profiles (id uuid references auth.users on delete cascade);
       create function public.on_user() returns trigger language plpgsql security definer as
         $$ begin insert into public.profiles values (new.id); return new; end $$;
       create trigger on_user after insert on auth.users for each row execute function public.on_user();
       alter table storage.objects enable row level security;
       create policy mine on storage.objects for select to anon using (true);`,
    )
    await acting('supabase_auth_admin', "insert into auth.users values (gen_random_uuid(), 'a@b.c')")
    expect(await as('owner', 'select count(*)::int as n from public.profiles')).toEqual([{ n: 1 }])
    await expect(acting('anon', 'select * from auth.users')).rejects.toThrow(/denied/)
    await refused('reader', 'select * from auth.users')
  })

  test('the reader reads every table that the owner made, also later and in new schemas, past row level security', async () => {
    await as(
      'owner',
      'create schema later; create table later.t as select 7 as n; create view later.v as select n from later.t',
    )
    expect(await as('reader', 'select n from later.t union all select n from later.v')).toEqual([{ n: 7 }, { n: 7 }])
    expect(await as('reader', 'select body from public.notes')).toEqual([{ body: 'first' }])
    expect(await as('reader', 'select * from app.items')).toEqual([])
  })

  test('the reader writes nothing, also when it asks for a session that may', async () => {
    const off = 'set default_transaction_read_only = off'
    for (const attempt of [
      "insert into public.notes (body) values ('x')",
      'update later.t set n = 0',
      'delete from later.t',
      'truncate later.t',
      'create table public.x (id int)',
      'create table later.x (id int)',
      'create schema x',
      'create temporary table x (id int)',
      'select lo_create(0)',
      'select rolpassword from pg_authid',
      'set role postgres',
    ]) {
      await expect(as('reader', attempt), attempt).rejects.toThrow(/denied|read-only/)
      if (!attempt.includes('lo_create')) await expect(twoSteps(off, attempt), attempt).rejects.toThrow(/denied/)
    }
  })

  /** Runs two statements in one session. */
  const twoSteps = async (first: string, second: string): Promise<unknown> =>
    as('reader', `${first}; commit; ${second}`)

  test('the reader may hold only a few connections', async () => {
    expect(await as('reader', 'select rolconnlimit from pg_roles where rolname = current_user')).toEqual([
      { rolconnlimit: 10 },
    ])
  })

  test('what the owner puts into its database does not run in the platform’s name', async () => {
    await as(
      'owner',
      `create function public.lower(text) returns text language plpgsql as
         $$ begin if current_setting('is_superuser') = 'on' then raise exception 'hijacked'; end if; return 'mine'; end $$;
       alter database postgres set search_path = public, pg_catalog;
       alter database postgres set default_transaction_read_only = on;`,
    )
    expect(await as('admin', "select lower('A') as lower, current_setting('search_path') as path")).toEqual([
      { lower: 'a', path: 'pg_catalog, pg_temp' },
    ])
    await subject.engine.setPassword(made.ref, 'api', PASSWORDS.api)
    await as('admin', 'alter database postgres reset default_transaction_read_only')
  })

  test('no log and no statistics hold a password or its verifier', async () => {
    await subject.engine.setPassword(made.ref, 'reader', PASSWORDS.reader)
    expect(await as('admin', "select query from extensions.pg_stat_statements where query ~* 'scram|secret'")).toEqual(
      [],
    )
  })
})

test('each server runs under an account of its own exactly when the platform can give it one', async () => {
  const subject = await openTestEngine()
  try {
    expect(subject.engine.capabilities.isolatesProcesses).toBe(isRoot)
  } finally {
    await subject.dispose()
  }
})
