import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { DBOS } from '@dbos-inc/dbos-sdk'
import type { EmbeddedEngine } from '@stoa/engine-embedded'
import { Changes } from '../src/store/changes.ts'
import { migrate, migrationNames } from '../src/store/migrate.ts'
import { openPool, openStore } from '../src/store/store.ts'

// Every test file has a platform, and most of the time of its start went into bringing the same empty database up to
// date. So that is done once for each state of the migrations on a machine, and test platforms begin with a copy.

const TEMPLATES = join(tmpdir(), `stoa-test-control-${process.getuid?.() ?? 'user'}`)
/** A template that is older than this, in milliseconds, goes when a new one is made: each takes some 40 MB. */
const OLD_MS = 24 * 60 * 60 * 1000
const ROOT = resolve(import.meta.dirname, '../../..')

/** What a template is made by: another content of these makes another one. */
async function nameOf(version: string): Promise<string> {
  const migrations = (await migrationNames()).map((name) => join('apps/server/migrations', name))
  const engine = ['control.ts', 'settings.ts', 'template.ts'].map((name) => join('packages/engine-embedded/src', name))
  const hash = createHash('sha256').update(version)
  for (const path of [...migrations, ...engine, 'package-lock.json'])
    hash.update(path).update(await readFile(join(ROOT, path)))
  return hash.digest('hex').slice(0, 16)
}

/** Copies a folder with its files' owners. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', '--', from, to])

/** Brings a new control database up to date, as a first start does, and stops its server. */
async function fill(engine: EmbeddedEngine): Promise<void> {
  const control = await engine.controlDatabase()
  const pool = openPool(control.config, 6)
  const store = openStore(pool, new Changes(null))
  try {
    await migrate(store)
    DBOS.setConfig({
      name: 'stoa',
      systemDatabaseUrl: control.connectionString,
      systemDatabasePool: pool,
      applicationVersion: 'stoa-1',
      executorID: 'local',
      enableOTLP: false,
      useListenNotify: false,
      logLevel: 'error',
    })
    await DBOS.launch()
    await DBOS.shutdown({ deregister: true })
  } finally {
    await store.destroy()
  }
  await control.stop()
}

/** Gives a new data folder a control database that is up to date already. */
export async function prepareControl(engine: EmbeddedEngine, dataDir: string): Promise<void> {
  const version = engine.versions().find(({ postgres_engine }) => postgres_engine === '17')?.version ?? ''
  const template = join(TEMPLATES, await nameOf(version))
  const control = join(dataDir, 'control')
  if (existsSync(template)) {
    await copy(template, control)
    return
  }
  await fill(engine)
  await mkdir(TEMPLATES, { recursive: true, mode: 0o700 })
  const fresh = `${template}.new-${randomUUID()}`
  await copy(control, fresh)
  // Workers that make the same one at once each make their own; the first to finish is kept.
  await rename(fresh, template).catch(() => rm(fresh, { recursive: true, force: true }))
  await forgetOld()
}

/** Removes templates of other states of the migrations, once nobody can be about to copy them any more. */
async function forgetOld(): Promise<void> {
  for (const name of await readdir(TEMPLATES)) {
    const folder = join(TEMPLATES, name)
    const made = await stat(folder).then(
      ({ ctimeMs }) => ctimeMs,
      () => Date.now(),
    )
    if (Date.now() - made > OLD_MS) await rm(folder, { recursive: true, force: true })
  }
}
