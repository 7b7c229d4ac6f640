import { ADVICE_IDS, ADVICE_TOO_SLOW, type Advice, type Finding, IGNORED_MAX, IGNORED_TOO_MANY } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

let platform: TestPlatform
let token: string
let ref: string

const run = async (query: string) => {
  const answer = await platform.call('POST', `/v1/projects/${ref}/database/query`, { token, body: { query } })
  expect(answer.status, answer.text).toBe(201)
}
const advice = async (): Promise<Advice> => {
  const answer = await platform.call<Advice>('GET', `/platform/projects/${ref}/advisors`, { token })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const found = async (check: string): Promise<Finding[]> =>
  (await advice()).findings.filter((finding) => finding.check === check)

beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
  ref = await platform.createProject('Advice')
})
afterAll(() => platform.dispose())

test('a database in which all is well hears nothing', async () => {
  await run(`
    create table ports (id bigint generated always as identity primary key, name text not null unique);
    create table ships (id bigint generated always as identity primary key, port_id bigint references ports);
    create index on ships (port_id);
    alter table ports enable row level security;
    alter table ships enable row level security;
    create policy all_ports on ports for select using (true);
    create policy all_ships on ships for select using (true);
    create view quiet with (security_invoker = on) as select * from ports;
    create function bound(a int) returns int language sql return a + 1;
    create function set_path() returns int language sql set search_path = '' as 'select 1';
    create schema hidden;
    create table hidden.logs (id int primary key);
    create view hidden.all_ports as select * from ports;
  `)
  const { findings } = await advice()
  expect(findings).toEqual([])
})

/** Each check: how its defect is made, what it then names, and how people put it right where the fix is not enough. */
const DEFECTS: Record<
  (typeof ADVICE_IDS)[number],
  { make: string; names: Partial<Finding>[]; fix?: string; undo: string }
> = {
  rls_disabled: {
    make: 'create table open_table (id int primary key)',
    names: [{ name: 'open_table', level: 'error', fix: ['alter table public.open_table enable row level security'] }],
    undo: 'drop table open_table',
  },
  policies_without_rls: {
    make: `create table "Half Done" (id int primary key); create policy mine on "Half Done" using (id = 1)`,
    names: [{ name: 'Half Done', fix: ['alter table public."Half Done" enable row level security'] }],
    undo: 'drop table "Half Done"',
  },
  security_definer_view: {
    make: 'create view open_view as select * from ports',
    names: [{ name: 'open_view', type: 'view', fix: ['alter view public.open_view set (security_invoker = on)'] }],
    undo: 'drop view open_view',
  },
  function_search_path: {
    make: `create function definer(a int, b text) returns int language sql security definer as 'select 1';
      create procedure hidden.caller() language plpgsql as 'begin end'`,
    names: [
      {
        name: 'definer(a integer, b text)',
        level: 'warning',
        fix: ['alter function public.definer(a integer, b text) set search_path = public, extensions, pg_temp'],
      },
      {
        name: 'caller()',
        level: 'info',
        fix: ['alter procedure hidden.caller() set search_path = hidden, public, extensions, pg_temp'],
      },
    ],
    undo: 'drop function definer; drop procedure hidden.caller',
  },
  rls_without_policies: {
    make: 'create table closed (id int primary key); alter table closed enable row level security',
    names: [{ name: 'closed', level: 'info', fix: [] }],
    fix: 'create policy everybody on closed using (true)',
    undo: 'drop table closed',
  },
  no_primary_key: {
    make: 'create table hidden.keyless (name text); create table hidden.has_id (id int)',
    names: [
      { name: 'has_id', fix: ['alter table hidden.has_id add primary key (id)'] },
      {
        name: 'keyless',
        fix: ['alter table hidden.keyless add column id bigint generated always as identity primary key'],
      },
    ],
    undo: 'drop table hidden.keyless, hidden.has_id',
  },
  unindexed_foreign_key: {
    make: `create table hidden.pairs (a int, b int, primary key (a, b));
      create table hidden.calls (id int primary key, a int, b int, constraint to_pairs foreign key (a, b) references hidden.pairs);
      create index on hidden.calls (a) where a > 1; create index on hidden.calls (id, a, b)`,
    names: [
      {
        name: 'to_pairs',
        table: 'calls',
        detail: 'No index begins with a, b, which point to hidden.pairs.',
        fix: ['create index on hidden.calls (a, b)'],
      },
    ],
    undo: 'drop table hidden.calls, hidden.pairs',
  },
  duplicate_index: {
    make: `create table hidden.twice (id int primary key, n int);
      create index first on hidden.twice (n); create index second on hidden.twice (n);
      create index other_way on hidden.twice (n desc); create unique index as_key on hidden.twice (id)`,
    names: [
      { name: 'as_key', fix: ['drop index hidden.as_key'] },
      { name: 'second', fix: ['drop index hidden.second'] },
    ],
    undo: 'drop table hidden.twice',
  },
  unused_index: {
    make: `create table hidden.wide (id int primary key, n int);
      insert into hidden.wide select n, n from generate_series(1, 5000) n; create index idle on hidden.wide (n);
      create table hidden.behind_a_key (id int primary key, wide_id int references hidden.wide);
      insert into hidden.behind_a_key select n, n from generate_series(1, 5000) n; create index on hidden.behind_a_key (wide_id)`,
    // Without the other one a foreign key would have no index.
    names: [{ name: 'idle', table: 'wide', fix: ['drop index hidden.idle'] }],
    undo: 'drop table hidden.wide, hidden.behind_a_key',
  },
  invalid_index: {
    make: `create table hidden.doubled (id int primary key, n int); insert into hidden.doubled values (1, 1), (2, 1)`,
    names: [
      { name: 'unfinished', fix: ['reindex index concurrently hidden.unfinished'], fix_in_transaction: false },
      { name: 'unfinished_ccnew', fix: ['drop index concurrently hidden.unfinished_ccnew'], fix_in_transaction: false },
    ],
    fix: 'delete from hidden.doubled where id = 2',
    undo: 'drop table hidden.doubled',
  },
  bloat: {
    make: `create table hidden.dead (id int primary key, n int) with (autovacuum_enabled = off);
      insert into hidden.dead select n, n from generate_series(1, 12000) n; update hidden.dead set n = n + 1`,
    names: [{ name: 'dead', fix: ['vacuum (analyze) hidden.dead'], fix_in_transaction: false }],
    undo: 'drop table hidden.dead',
  },
  sequence_near_end: {
    make: `create table hidden.serials (id serial primary key);
      create table hidden.identities (id int generated always as identity primary key);
      create sequence hidden.loose; create sequence hidden.round maxvalue 10 cycle;
      select setval('hidden.serials_id_seq', 2000000000), setval('hidden.identities_id_seq', 1700000000),
        setval('hidden.loose', 2000000000), setval('hidden.round', 10)`,
    names: [
      {
        name: 'serials_id_seq',
        level: 'error',
        fix: [
          'alter sequence hidden.serials_id_seq as bigint',
          'alter table hidden.serials alter column id type bigint',
        ],
      },
      {
        name: 'identities_id_seq',
        level: 'warning',
        fix: ['alter table hidden.identities alter column id type bigint'],
      },
    ],
    undo: 'drop table hidden.serials, hidden.identities; drop sequence hidden.loose, hidden.round',
  },
}

test.each(ADVICE_IDS)(
  '%s: the defect is found, its fix puts it right, and nothing else is said of it',
  async (check) => {
    const { make, names, fix, undo } = DEFECTS[check]
    await run(make)
    if (check === 'invalid_index') {
      // Both fail half way, as the values are not unique, and leave an index behind that is none.
      for (const query of [
        'create unique index concurrently unfinished on hidden.doubled (n)',
        'reindex index concurrently hidden.unfinished',
      ]) {
        const answer = await platform.call('POST', `/v1/projects/${ref}/database/query`, { token, body: { query } })
        expect(answer.text).toContain('could not create unique index')
      }
    }
    // Postgres writes its counters down a moment after a session rests.
    const findings = await eventually(`the defect ${check}`, async () => {
      const all = await found(check)
      return all.length >= names.length ? all : null
    })
    expect(findings).toMatchObject(names)
    for (const { detail, id } of findings) {
      expect(detail).toMatch(/^\S.+\.$/)
      expect(id.startsWith(`${check}:`)).toBe(true)
    }
    if (fix) await run(fix)
    for (const finding of findings) for (const statement of finding.fix) await run(statement)
    await eventually(`no more ${check}`, async () => (await found(check)).length === 0)
    await run(undo)
  },
)

test('what a schema shows to nobody, or to nobody by its rights, is no open table', async () => {
  await run(`create table hidden.open_there (id int primary key); create table private (id int primary key);
    revoke all on private from anon, authenticated`)
  expect(await found('rls_disabled')).toEqual([])
  await run('grant select on private to anon')
  expect(await found('rls_disabled')).toMatchObject([{ name: 'private' }])
  await run('drop table hidden.open_there, private')
})

test('a finding is ignored and restored, by name and with an entry in the audit log', async () => {
  await run('create table left_open (id int primary key)')
  const [finding] = await found('rls_disabled')
  expect(finding?.ignored).toBe(false)
  const ignore = (ignored: boolean, id = finding?.id) =>
    platform.call('PUT', `/platform/projects/${ref}/advisors/ignored`, { token, body: { id, ignored } })
  expect((await ignore(true)).status).toBe(200)
  expect((await ignore(true)).status).toBe(200)
  expect((await found('rls_disabled'))[0]?.ignored).toBe(true)
  // The object is another one now, and has the name of the first.
  await run('drop table left_open; create table left_open (id int primary key)')
  expect((await found('rls_disabled'))[0]?.ignored).toBe(true)
  expect((await ignore(false)).status).toBe(200)
  expect((await found('rls_disabled'))[0]?.ignored).toBe(false)
  const entries = await platform.query(
    `select action, details from audit_log where project_ref = $1 and action like 'project.advice%' order by id`,
    [ref],
  )
  expect(entries).toEqual([
    { action: 'project.advice_ignored', details: { finding: 'rls_disabled:public.left_open' } },
    { action: 'project.advice_restored', details: { finding: 'rls_disabled:public.left_open' } },
  ])
  expect(await ignore(true, 'made_up:x')).toMatchObject({
    status: 400,
    body: { message: 'This is not the id of a finding' },
  })
  await platform.query(
    `insert into ignored_advice (project_id, finding)
       select id, 'bloat:x' || n from projects, generate_series(1, ${IGNORED_MAX}) n where ref = $1`,
    [ref],
  )
  expect(await ignore(true)).toMatchObject({ status: 409, body: { message: IGNORED_TOO_MANY } })
})

test('a look that would wait for somebody else is stopped and says so', async () => {
  await run(`create table hidden.held (id int primary key, n int);
    insert into hidden.held select n, n from generate_series(1, 5000) n; create index idle_index on hidden.held (n)`)
  const { databases, store } = platform.server.platform
  const project = await store
    .selectFrom('projects')
    .select(['id', 'ref'])
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  const holder = await databases.client(project, 'owner')
  await holder.connect()
  try {
    await holder.query('begin; lock table hidden.held in access exclusive mode; reindex table hidden.held')
    const answer = await platform.call('GET', `/platform/projects/${ref}/advisors`, { token })
    expect(answer).toMatchObject({ status: 409, body: { message: ADVICE_TOO_SLOW } })
  } finally {
    await holder.end()
  }
  await run('drop table hidden.held')
})
