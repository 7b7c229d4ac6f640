import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { UpgradeObstacle } from '@stoa/engine'
import type pg from 'pg'
import { asAdmin } from '../admin.ts'
import { type Build, majorOf } from '../binaries.ts'
import { exists } from '../files.ts'
import type { OperationParts } from '../running.ts'

/** The new server takes about as much as the old one while both are there, and sorts on disk while it makes indexes. */
const SPACE_FACTOR = 1.3
const SPACE_FOR_A_SERVER = 128 * 1024 * 1024

/** Their control files are there, the interpreters they need are not. */
const NEVER_LOADS = /^(?:plperlu?|bool_plperlu?|hstore_plperlu?|jsonb_plperlu?|\w*plpython3u)$/

/** @throws EngineError `absent`, `not-running` */
export async function upgradeObstacles(
  { servers }: OperationParts,
  ref: string,
  version: string,
): Promise<readonly UpgradeObstacle[]> {
  const record = await servers.presentAndRunning(ref, 'for its upgrade to be checked')
  const build = servers.parts.builds.all.find((one) => one.entry.version === version)
  if (!build) return [{ code: 'unknown-version', message: `Postgres version ${version} is not installed here.` }]
  const from = majorOf(record.version) ?? 0
  if (build.major < from) {
    const message = `A database cannot go back from Postgres ${from} to ${build.major}.`
    return [{ code: 'downgrade', message }]
  }
  if (build.major === from) return []
  return asAdmin(servers.address(ref, record), async (admin) => [
    ...(await extensionObstacles(admin, build)),
    ...(await slotObstacles(admin)),
    ...(await databaseObstacles(admin)),
    ...(await diskObstacles(admin, servers.parts.layout.projects)),
  ])
}

async function extensionObstacles(admin: pg.Client, build: Build): Promise<UpgradeObstacle[]> {
  const { rows } = await admin.query<{ name: string }>(
    "select extname as name from pg_extension where extname <> 'plpgsql' order by 1",
  )
  const obstacles: UpgradeObstacle[] = []
  for (const { name } of rows) {
    if (await offers(build, name)) continue
    const message = `Postgres ${build.major} has no extension “${name}” here. Drop it before the upgrade.`
    obstacles.push({ code: 'extension', message })
  }
  return obstacles
}

/** Whether a build has an extension and the library that it loads. */
export async function offers(build: Build, name: string): Promise<boolean> {
  if (NEVER_LOADS.test(name)) return false
  const control = join(build.native, 'share', 'postgresql', 'extension', `${name}.control`)
  const text = await readFile(control, 'utf8').catch(() => null)
  if (text === null) return false
  const library = /^\s*module_pathname\s*=\s*'\$libdir\/([^']+)'/m.exec(text)?.[1]
  if (library === undefined) return true
  const found = ['so', 'dylib'].map((ending) => exists(join(build.native, 'lib', 'postgresql', `${library}.${ending}`)))
  return (await Promise.all(found)).includes(true)
}

async function slotObstacles(admin: pg.Client): Promise<UpgradeObstacle[]> {
  const { rows } = await admin.query<{ name: string }>(
    'select slot_name as name from pg_replication_slots where not temporary order by 1',
  )
  return rows.map(({ name }) => ({
    code: 'replication-slot',
    message: `The replication slot “${name}” cannot be moved. Drop it before the upgrade and make it again afterwards.`,
  }))
}

/** Only the project's own database is moved. */
async function databaseObstacles(admin: pg.Client): Promise<UpgradeObstacle[]> {
  const { rows } = await admin.query<{ name: string }>(
    "select datname as name from pg_database where datname not in ('postgres', 'template0', 'template1') order by 1",
  )
  return rows.map(({ name }) => ({
    code: 'connection',
    message: `The database “${name}” beside “postgres” cannot be moved. Drop it before the upgrade.`,
  }))
}

async function diskObstacles(admin: pg.Client, folder: string): Promise<UpgradeObstacle[]> {
  const { rows } = await admin.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  const { bavail, bsize } = await statfs(folder)
  const obstacle = diskObstacle(Number(rows[0]?.bytes ?? 0), bavail * bsize)
  return obstacle ? [obstacle] : []
}

/**
 * Whether a database of so many bytes can be moved where so many are free.
 * @returns what stands in the way, or null
 */
export function diskObstacle(bytes: number, free: number): UpgradeObstacle | null {
  const needed = bytes * SPACE_FACTOR + SPACE_FOR_A_SERVER
  if (free >= needed) return null
  const message = `The upgrade needs ${megabytes(needed)} MB of disk space and ${megabytes(free)} MB are free. Make room before the upgrade.`
  return { code: 'disk', message }
}

const megabytes = (bytes: number): string => Math.ceil(bytes / 1024 / 1024).toLocaleString('en')
