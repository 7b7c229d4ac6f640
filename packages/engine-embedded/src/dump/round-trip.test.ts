import { stat } from 'node:fs/promises'
import { join } from 'node:path'
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

async function started(major: string): Promise<string> {
  const version = subject.engine.versions().find((entry) => entry.postgres_engine === major)?.version ?? ''
  const ref = randomRef()
  const resources = { memoryMb: 256, maxConnections: 20, workers: 2 }
  await subject.engine.create({ ref, version, resources, passwords: PASSWORDS })
  await subject.engine.start(ref)
  return ref
}

test.each([
  ['15', '15'],
  ['17', '17'],
  ['18', '18'],
  ['15', '18'],
])('everything that an owner can make goes from Postgres %s into %s', { timeout: 120_000 }, async (from, into) => {
  const { engine } = subject
  const [source, target] = [await started(from), await started(into)]
  await makeHardSchema({ ...(await engine.target(source, 'owner')), password: PASSWORDS.owner })
  const file = join(subject.options.dataDir, `hard-${from}-${into}.sql.gz`)
  expect((await engine.dump(source, file)).bytes).toBe((await stat(file)).size)
  await engine.load(target, file)
  // A newer version writes the same definition in another way.
  const differing = from === into ? [] : ['functions', 'rules']
  const [before, after] = [await engine.target(source, 'admin'), await engine.target(target, 'admin')]
  expect(await fingerprint(after, differing)).toEqual(await fingerprint(before, differing))
  const left = "select rolname from pg_roles where rolname like 'stoa_load%'"
  expect(await query(after, undefined, left)).toEqual([])
  for (const who of ['owner', 'api', 'reader'] as const) {
    await query(await engine.target(target, who), PASSWORDS[who], 'select 1')
  }
  await Promise.all([source, target].map((ref) => engine.remove(ref)))
})
