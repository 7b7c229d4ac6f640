// What the engine does to move a gigabyte: a dump, loading it, an upgrade. Without the platform, on a data folder of
// its own.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createEmbeddedEngine } from '@stoa/engine-embedded'
import { log } from './lib/machine.mjs'
import { ask, MB, PASSWORDS, timed } from './lib/server-work.mjs'

const PRODUCT = 'stoa'
const SIZE = { memoryMb: 1024, maxConnections: 60, workers: 2 }
const FROM = '15'
const INTO = '17'
/** About a gigabyte with its indexes. */
const FILL = [
  `create table events (id bigint generated always as identity, uid uuid default gen_random_uuid(), kind int, words text,
     body jsonb, at timestamptz default now())`,
  `insert into events (kind, words, body)
     select i % 100000, repeat(md5(i::text), 3), jsonb_build_object('i', i, 'name', 'user ' || i, 'on', i % 2 = 0)
     from generate_series(1, 3600000) i`,
  'alter table events add primary key (id)',
  'create index on events (kind)',
  'create table marks as select id, kind from events limit 200000',
  'alter table marks add primary key (id), add foreign key (id) references events',
]
/** Debian's own pg_dump of the same major version, where there is one. */
const NATIVE = `/usr/lib/postgresql/${FROM}/bin/pg_dump`
const refOf = (number) => `moving${'abcdefghij'[number]}`.padEnd(20, 'x')

/** The same work by the program of the distribution: pg_dump, with gzip at the level that the engine uses. */
async function nativeDump(engine, ref, file) {
  const { host, port, user, database } = await engine.target(ref, 'admin')
  const args = ['-h', host, '-p', `${port}`, '-U', user, '-d', database, '-Z', '1', '-f', file]
  await new Promise((resolve, reject) => {
    const child = spawn(NATIVE, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`pg_dump ended with ${code}`))))
  })
}

async function dumps(engine, samples, options, ref, folder) {
  const file = join(folder, 'dump.sql.gz')
  const compared = existsSync(NATIVE)
  if (!compared) log(`There is no ${NATIVE} to compare with.`)
  for (let run = 0; run < options.runs; run++) {
    const made = await timed(options, () => engine.dump(ref, file))
    const sample = { ...made, mb: statSync(file).size / MB }
    if (compared) {
      const native = await timed(options, () => nativeDump(engine, ref, join(folder, 'native.sql.gz')))
      samples.put(PRODUCT, 'moving.pg_dump', { ms: native.ms, idle: native.idle })
      sample.ratio = made.ms / native.ms
    }
    samples.put(PRODUCT, 'moving.dump', sample)
  }
  log('moving.dump', samples.of(PRODUCT, 'moving.dump', 'ms'))
  return file
}

/**
 * Measures dumps, loads and upgrades of a full server and puts the samples under the product `stoa`, as `moving.…`.
 * @param options as `readOptions` gives them
 */
export async function measureMoving(options, samples) {
  const dataDir = join(options.work, 'moving')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const engine = await createEmbeddedEngine({ dataDir, portRange: [options.port + 70, options.port + 99] })
  const versionOf = (major) => engine.versions().find((entry) => entry.postgres_engine === major).version
  const make = async (number, major) => {
    const ref = refOf(number)
    await engine.create({ ref, version: versionOf(major), resources: SIZE, passwords: PASSWORDS })
    await engine.start(ref)
    return ref
  }
  try {
    const ref = await make(0, FROM)
    await ask(engine, ref, ...FILL)
    execFileSync('sync', [])
    const [{ mb }] = await ask(engine, ref, "select pg_database_size('postgres') / 1024 / 1024 as mb")
    samples.put(PRODUCT, 'moving.database', { mb: Number(mb) })
    const file = await dumps(engine, samples, options, ref, dataDir)
    const loaded = await make(1, INTO)
    samples.put(PRODUCT, 'moving.load', await timed(options, () => engine.load(loaded, file)))
    log('moving.load', samples.of(PRODUCT, 'moving.load', 'ms'))
    await engine.remove(loaded)
    samples.put(
      PRODUCT,
      'moving.upgrade',
      await timed(options, () => engine.upgrade(ref, versionOf(INTO), async () => {})),
    )
    log('moving.upgrade', samples.of(PRODUCT, 'moving.upgrade', 'ms'))
  } finally {
    await engine.stopAll()
    await engine.detach()
  }
  rmSync(dataDir, { recursive: true, force: true })
}
