import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UPGRADE_PROGRESS } from '@stoa/engine'
import { query, randomRef } from '@stoa/engine/conformance'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprint, inSession, makeHardSchema } from '../fixtures/hard-schema.ts'
import { openTestEngine, type TestEngine } from '../testing.ts'

const PASSWORDS = { owner: 'owner secret', api: 'api secret', reader: 'reader secret' }

let subject: TestEngine
beforeAll(async () => {
  subject = await openTestEngine()
})
afterAll(async () => subject?.dispose())

const versionOf = (major: string): string =>
  subject.engine.versions().find((entry) => entry.postgres_engine === major)?.version ?? ''
async function started(major: string): Promise<string> {
  const ref = randomRef()
  const resources = { memoryMb: 512, maxConnections: 20, workers: 2 }
  await subject.engine.create({ ref, version: versionOf(major), resources, passwords: PASSWORDS })
  await subject.engine.start(ref)
  return ref
}
const admin = (ref: string) => subject.engine.target(ref, 'admin')
const asOwner = async (ref: string, text: string) =>
  query(await subject.engine.target(ref, 'owner'), PASSWORDS.owner, text)
const verifiers = async (ref: string) =>
  query(await admin(ref), undefined, "select rolname, rolpassword from pg_authid where rolname !~ '^pg_' order by 1")

test.each([[['15', '17', '18']], [['15', '18']]])(
  'all that an owner can make survives %s',
  { timeout: 120_000 },
  async (majors) => {
    const { engine } = subject
    const [first = '', ...later] = majors
    const ref = await started(first)
    await makeHardSchema({ ...(await engine.target(ref, 'owner')), password: PASSWORDS.owner })
    const { port } = await engine.observe(ref)
    const passwords = await verifiers(ref)
    for (const major of later) {
      const differing = ['functions', 'rules']
      const before = await fingerprint(await admin(ref), differing)
      const reported: string[] = []
      await engine.upgrade(ref, versionOf(major), async (progress) => void reported.push(progress))
      expect(reported).toEqual(UPGRADE_PROGRESS)
      expect(await engine.observe(ref)).toMatchObject({ state: 'running', port, version: versionOf(major) })
      expect(await fingerprint(await admin(ref), differing)).toEqual(before)
      expect(await verifiers(ref)).toEqual(passwords)
      expect(await asOwner(ref, "select current_setting('server_version_num')::int / 10000 as major")).toEqual([
        { major: Number(major) },
      ])
    }
    for (const who of ['owner', 'api', 'reader'] as const) {
      await query(await engine.target(ref, who), PASSWORDS[who], 'select 1')
    }
    await asOwner(ref, 'create role later; grant app_owner to later; insert into owned values (1)')
    expect(
      (await readdir(join(subject.options.dataDir, 'projects'))).filter((name) => name.startsWith(`${ref}.`)),
    ).toEqual([])
    expect((await readdir(join(subject.options.dataDir, 's'))).filter((name) => name.startsWith('new-'))).toEqual([])
    await engine.remove(ref)
  },
)

test('a million rows arrive, every one as it was', { timeout: 120_000 }, async () => {
  const ref = await started('15')
  await asOwner(
    ref,
    `create table events (id bigint generated always as identity primary key, kind int, body jsonb, words text, at timestamptz);
     insert into events (kind, body, words, at)
       select i % 100, jsonb_build_object('n', i), md5(i::text), '2026-01-01'::timestamptz + i * interval '1 second'
       from generate_series(1, 1000000) i;
     create index on events (kind); create table marks (event bigint references events); insert into marks values (7)`,
  )
  const sum = 'select count(*)::int as rows, sum(hashtext(e::text))::text as sum, max(id)::int as last from events e'
  const before = await asOwner(ref, sum)
  await subject.engine.upgrade(ref, versionOf('17'), async () => {})
  expect(await asOwner(ref, sum)).toEqual(before)
  expect(before).toMatchObject([{ rows: 1_000_000, last: 1_000_000 }])
  expect(await asOwner(ref, 'insert into events (kind) values (1) returning id::int')).toEqual([{ id: 1_000_001 }])
  await expect(asOwner(ref, 'insert into marks values (-1)')).rejects.toThrow(/foreign key/)
  const plan = await asOwner(ref, 'explain select * from events where kind = 3')
  expect(JSON.stringify(plan)).toContain('events_kind_idx')
  await subject.engine.remove(ref)
})

test('what an upgrade reads does not change under it: sessions end, and others are not let in', {
  timeout: 60_000,
}, async () => {
  const ref = await started('15')
  await asOwner(ref, 'create table kept (id int)')
  const target = await subject.engine.publicTarget(ref)
  await inSession({ ...target, password: PASSWORDS.owner }, async (session) => {
    await session.query('begin; insert into kept values (1)')
    const refused: string[] = []
    await subject.engine.upgrade(ref, versionOf('17'), async (progress) => {
      if (progress !== 'detached volume from upgraded instance') return
      await session.query('commit').catch((error: Error) => refused.push(error.message))
      await query(target, PASSWORDS.owner, 'select 1').catch((error: Error) => refused.push(error.message))
      await query(await admin(ref), undefined, 'select 1')
    })
    expect(refused).toHaveLength(2)
    expect(refused[1]).toMatch(/pg_hba.conf/)
  }).catch((error: Error) => {
    if (!/terminat/.test(error.message)) throw error
  })
  expect(await asOwner(ref, 'select * from kept')).toEqual([])
  await asOwner(ref, 'insert into kept values (2)')
  await subject.engine.remove(ref)
})
