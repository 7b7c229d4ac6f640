import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmbeddedEngine } from '../index.ts'
import { run } from '../run.ts'
import { BackupTest } from './physical.fixture.ts'

let t: BackupTest
beforeAll(async () => {
  t = await BackupTest.open()
})
afterAll(async () => t?.subject.dispose())

/** Waits until something is so; what it waits for lasts for a while. */
async function until(what: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 1) {
    if (await what()) return
    await sleep(1)
  }
  throw new Error('It never came to that.')
}

test('a platform that dies while it recovers a server leaves nothing of it, and the next one recovers it', {
  timeout: 120_000,
}, async () => {
  const { made, source } = await t.archived()
  // Log that takes a while to be replayed.
  await t.ask(made, 'create table much as select i, md5(i::text) as text from generate_series(1, 300000) i')
  const at = await t.engine.flushArchive(made.ref)
  await t.note(made, 'too late')
  await t.engine.flushArchive(made.ref)
  const projects = join(t.subject.options.dataDir, 'projects')
  const fixture = new URL('./recover.fixture.ts', import.meta.url).pathname
  const scratchOf = async (ref: string) => (await readdir(projects)).filter((name) => name.startsWith(`${ref}.`))
  const moments = [
    async (ref: string) => (await scratchOf(ref)).length > 0,
    async (ref: string) =>
      (await scratchOf(ref)).some((name) => existsSync(join(projects, name, 'data/postmaster.pid'))),
  ]
  for (const reached of moments) {
    const spec = t.spec()
    const platform = spawn(
      process.execPath,
      [fixture, JSON.stringify(t.subject.options), JSON.stringify(spec), JSON.stringify({ ...source, at: null })],
      { stdio: 'inherit' },
    )
    const ended = once(platform, 'exit')
    await until(() => reached(spec.ref))
    platform.kill('SIGKILL')
    await ended
    expect(await scratchOf(spec.ref)).toHaveLength(1)
    const next = await createEmbeddedEngine(t.subject.options)
    expect([await scratchOf(spec.ref), await next.state(spec.ref)]).toEqual([[], 'absent'])
    const { stdout } = await run('ps', ['-axww', '-o', 'command='])
    expect(stdout).not.toContain(join(projects, `${spec.ref}.`))
    await next.recover(spec, { ...source, at })
    await next.start(spec.ref)
    expect(await t.notes(spec)).toEqual(['before'])
    await next.stop(spec.ref)
    await next.detach()
  }
})
