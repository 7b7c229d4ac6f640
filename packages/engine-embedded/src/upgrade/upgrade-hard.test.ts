import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UPGRADE_PROGRESS } from '@stoa/engine'
import { query, randomRef } from '@stoa/engine/conformance'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprint, makeHardSchema } from '../fixtures/hard-schema.ts'
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
