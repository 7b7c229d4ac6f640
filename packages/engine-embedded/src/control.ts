import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError, type ServerResources } from '@stoa/engine'
import type { AccessFiles } from './access.ts'
import { asAdmin } from './admin.ts'
import { defaultBuild } from './binaries.ts'
import type { Builds } from './builds.ts'
import { asEngineError, copyFolder, flush, giveTo, makeFolder, removeFolder, unique } from './files.ts'
import type { Layout } from './layout.ts'
import type { KeyedLock } from './locks.ts'
import type { Unit } from './postmaster.ts'
import { readRecord, type ServerRecord, writeRecord } from './record.ts'
import { settingsFor } from './settings.ts'
import type { Supervisor } from './supervisor.ts'

/** The platform's own database. */
export type ControlDatabase = {
  /** What `pg` takes to connect: a unix socket and no password, since only the platform's account is let in. */
  readonly config: { readonly host: string; readonly port: number; readonly user: string; readonly database: string }
  /** The same as an address, for tools that want one. */
  readonly connectionString: string
  /** The catalogue version that it was made with. */
  readonly version: string
  /** Stops the server cleanly. It is started again by the next `controlDatabase()`. */
  stop(): Promise<void>
}

type Parts = {
  layout: Layout
  builds: Builds
  access: AccessFiles
  locks: KeyedLock
  supervisor: Supervisor
  uid: number | null
}

export const CONTROL = 'control'
const NAME = 'stoa'
const PORT = 5432
const RESOURCES: ServerResources = { memoryMb: 128, maxConnections: 60, workers: 2 }

/** Makes, starts or adopts the control server, whichever is needed, and makes sure that its database is there. */
export async function openControlDatabase(parts: Parts, major: number | undefined): Promise<ControlDatabase> {
  const { layout, locks, supervisor } = parts
  const sockets = join(layout.sockets, CONTROL)
  const data = join(layout.control, 'data')
  const version = await locks.run(CONTROL, async () => {
    const record = (await readRecord(layout.control)) ?? (await make(parts, major))
    const unit = await unitOf(parts, record, sockets, data)
    await supervisor.start(unit)
    await fill(unit)
    return record.version
  })
  const config = { host: sockets, port: PORT, user: NAME, database: NAME }
  return {
    config,
    connectionString: `postgresql://${NAME}@localhost:${PORT}/${NAME}?host=${encodeURIComponent(sockets)}`,
    version,
    stop: () => locks.run(CONTROL, () => supervisor.stop({ key: CONTROL, data })),
  }
}

async function make({ layout, builds, uid }: Parts, major: number | undefined): Promise<ServerRecord> {
  const build = major === undefined ? defaultBuild(builds.all) : builds.all.find((one) => one.major === major)
  if (!build) throw new EngineError('unknown-version', 'No Postgres build is installed for this machine.')
  const record = { version: build.entry.version, port: PORT, uid, resources: RESOURCES }
  const fresh = `${layout.control}.new-${unique()}`
  const data = join(fresh, 'data')
  await makeFolder(fresh, 0o711)
  try {
    await makeFolder(data, 0o700)
    await copyFolder(await builds.template('bare', build), data)
    await giveTo(data, uid === null ? null : { uid, gid: uid })
    await writeRecord(fresh, record)
    await flush(fresh)
    await rename(fresh, layout.control)
  } catch (error) {
    await removeFolder(fresh)
    throw asEngineError(error, 'The control database could not be made.')
  }
  return record
}

async function unitOf(
  { layout, builds, access }: Parts,
  record: ServerRecord,
  sockets: string,
  data: string,
): Promise<Unit> {
  const build = builds.forVersion(record.version)
  const { postgres } = await builds.programs(build)
  return {
    key: CONTROL,
    data,
    log: join(layout.control, 'server.log'),
    sockets,
    port: record.port,
    postgres,
    identity: record.uid === null ? null : { uid: record.uid, gid: record.uid },
    settings: {
      ...settingsFor(record.resources, build.major),
      // What it holds is small, and what does not fit is in the system's memory all the same.
      shared_buffers: '16MB',
      // Its statements are short: other processes and compiled code would cost more than they save.
      max_parallel_workers_per_gather: '0',
      jit: 'off',
      wal_level: 'replica',
      shared_preload_libraries: '',
      listen_addresses: '',
      hba_file: access.controlHba,
      ident_file: access.ident,
    },
  }
}

async function fill(unit: Unit): Promise<void> {
  await asAdmin(unit, async (client) => {
    const found = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $1) as database`,
      [NAME],
    )
    if (!found.rows[0]?.role) await client.query(`create role ${NAME} login createdb`)
    if (!found.rows[0]?.database) await client.query(`create database ${NAME} owner ${NAME}`)
  })
}
