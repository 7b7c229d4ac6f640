// What the engine does with a server that holds a gigabyte: another size, a base backup, recovery. Without the
// platform, on a data folder of its own.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createEmbeddedEngine } from '@stoa/engine-embedded'
import { log } from './lib/machine.mjs'
import { ask, MB, PASSWORDS, timed } from './lib/server-work.mjs'

const PRODUCT = 'stoa'
const SIZE = { memoryMb: 1024, maxConnections: 60, workers: 2 }
/** About a gigabyte, of which a part compresses as people's data does. */
const ROWS = 2_400_000
const FILL = `create table events as
  select i as id, md5(i::text) as name, repeat(md5((i % 97)::text), 8) as text, now() as at
  from generate_series(1, ${ROWS}) i`
/** Changes made after the base backup, to be replayed. */
const CHANGES = 'update events set at = now() where id % 8 = 0'

let servers = 0
const refOf = (number) => `bench${'abcdefghij'[Math.floor(number / 10)]}${'abcdefghij'[number % 10]}`.padEnd(20, 'x')
const spec = (engine) => ({
  ref: refOf(servers++),
  version: engine.defaultVersion,
  resources: SIZE,
  passwords: PASSWORDS,
})

async function resizes(engine, samples, options, ref) {
  for (let run = 0; run < options.runs; run++) {
    const memoryMb = run % 2 === 0 ? 2048 : 1024
    await ask(engine, ref, 'update events set at = now() where id % 100 = 0')
    const sample = await timed(options, () => engine.resize(ref, { ...SIZE, memoryMb }))
    samples.put(PRODUCT, 'servers.resize', { ms: sample.ms, idle: sample.idle })
  }
  log('servers.resize', samples.of(PRODUCT, 'servers.resize', 'ms'))
}

/** Base backups and plain copies of the same folder in turns. @returns the folder of the last backup */
async function backups(engine, samples, options, ref, dataDir) {
  const data = join(dataDir, 'projects', ref, 'data')
  let last = ''
  for (let run = 0; run < options.runs; run++) {
    const copy = join(dataDir, 'copy')
    const copied = await timed(options, async () => {
      execFileSync('cp', ['-a', data, copy])
      execFileSync('sync', ['-f', copy])
    })
    rmSync(copy, { recursive: true })
    if (last) rmSync(last, { recursive: true })
    last = join(dataDir, `base ${run}`)
    mkdirSync(last)
    let bytes = 0
    const backed = await timed(options, async () => {
      bytes = (await engine.baseBackup(ref, last)).bytes
    })
    samples.put(PRODUCT, 'servers.base backup', { ...backed, mb: bytes / MB, ratio: backed.ms / copied.ms })
    samples.put(PRODUCT, 'servers.copy', { ms: copied.ms, idle: copied.idle })
  }
  log('servers.base backup', JSON.stringify(samples.report()[PRODUCT]['servers.base backup']))
  return last
}

async function recoveries(engine, samples, options, base, archive, at) {
  for (let run = 0; run < options.runs; run++) {
    for (const [name, source] of [
      ['servers.recover', { base, archive: null, at: null }],
      ['servers.recover to a moment', { base, archive, at }],
    ]) {
      const made = spec(engine)
      samples.put(PRODUCT, name, await timed(options, () => engine.recover(made, source)))
      await engine.remove(made.ref)
    }
  }
  log('servers.recover', samples.of(PRODUCT, 'servers.recover', 'ms'))
}

/**
 * Measures what the engine does with a full server and puts the samples under the product `stoa`, as `servers.…`.
 * @param options as `readOptions` gives them
 */
export async function measureServers(options, samples) {
  const dataDir = join(options.work, 'servers')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const engine = await createEmbeddedEngine({ dataDir, portRange: [options.port + 10, options.port + 60] })
  try {
    const made = spec(engine)
    await engine.create(made)
    await engine.start(made.ref)
    await ask(engine, made.ref, FILL)
    await ask(engine, made.ref, 'alter table events add primary key (id)')
    const [{ mb }] = await ask(engine, made.ref, "select pg_database_size('postgres') / 1024 / 1024 as mb")
    samples.put(PRODUCT, 'servers.database', { mb: Number(mb) })
    await resizes(engine, samples, options, made.ref)
    const archive = join(dataDir, 'log')
    await engine.setArchive(made.ref, archive)
    const base = await backups(engine, samples, options, made.ref, dataDir)
    await ask(engine, made.ref, CHANGES)
    const at = await engine.flushArchive(made.ref)
    await recoveries(engine, samples, options, base, archive, at)
  } finally {
    await engine.stopAll()
    await engine.detach()
  }
  rmSync(dataDir, { recursive: true, force: true })
}
