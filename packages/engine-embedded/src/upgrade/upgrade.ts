import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { EngineError, type UpgradeProgress } from '@stoa/engine'
import type pg from 'pg'
import { asAdmin } from '../admin.ts'
import { majorOf } from '../binaries.ts'
import { type Cluster, readCluster } from '../dump/cluster.ts'
import { pgDump } from '../dump/pg-dump.ts'
import { SchemaLoader } from '../dump/schema-loader.ts'
import { Script } from '../dump/script.ts'
import { asLoader, prepareTarget } from '../dump/target.ts'
import { asEngineError, flush } from '../files.ts'
import {
  isPostmaster,
  logLength,
  readPidFile,
  spawnPostmaster,
  stopPostmaster,
  type Unit,
  waitUntilReady,
} from '../postmaster.ts'
import { type OperationParts, startSized } from '../running.ts'
import { copySequences, copyTables } from './copy-tables.ts'
import { upgradeObstacles } from './obstacles.ts'
import { swap } from './replace.ts'
import { makeScratch, type Scratch } from './scratch.ts'
import { close, settle } from './window.ts'

type Report = (progress: UpgradeProgress) => Promise<void>

/**
 * Moves a server's data to a newer version. The old server keeps all it has until the new one has started once with
 * everything in it; only then their folders change places. Callers hold the server's lock.
 * @throws EngineError `absent`, `unknown-version`, `no-space`, `failed`
 */
export async function upgrade(parts: OperationParts, ref: string, version: string, report: Report): Promise<void> {
  const { servers, supervisor } = parts
  const build = servers.catalogued(version)
  await servers.present(ref)
  await settle(parts, ref)
  await startSized(parts, ref)
  const record = await servers.present(ref)
  if (majorOf(record.version) === build.major) return
  const [obstacle] = await upgradeObstacles(parts, ref, version)
  if (obstacle) throw new EngineError(obstacle.code === 'disk' ? 'no-space' : 'failed', obstacle.message)
  let swapped = false
  try {
    await report('started')
    const scratch = await makeScratch(servers, ref, record, build)
    await run(scratch.filling, async () => {
      await report('launched upgraded instance')
      await fill(parts, ref, scratch, report)
    })
    // Nothing of it was sure to be on disk until here. It proves that it starts as it will have to.
    await flush(scratch.folder)
    await run(scratch.serving, () => asAdmin(scratch.serving, async (admin) => void (await admin.query('checkpoint'))))
    await rm(scratch.serving.log, { force: true })
    await report('completed data upgrade')
    await supervisor.stop({ key: ref, data: servers.data(ref) })
    await report('detached volume from original instance')
    const { closed: _, formerResources: __, ...kept } = await servers.present(ref)
    // Its log begins anew: what was archived of the old one does not go on with it.
    await swap(servers.parts.layout, ref, basename(scratch.folder), { ...kept, version, archive: null })
    swapped = true
    await report('attached volume to upgraded instance')
    await supervisor.start(await servers.unit(ref))
    await report('completed upgrade')
  } catch (error) {
    if (!swapped) await recover(parts, ref)
    throw asEngineError(error, 'The database could not be moved to the newer version. It runs as it did before.')
  }
}

/** Puts the old server back to how it was: it runs and takes changes. */
async function recover(parts: OperationParts, ref: string): Promise<void> {
  await settle(parts, ref)
  await startSized(parts, ref)
}

async function fill(
  { servers, ...parts }: OperationParts,
  ref: string,
  scratch: Scratch,
  report: Report,
): Promise<void> {
  const source = servers.address(ref, await servers.present(ref))
  await asAdmin(scratch.filling, async (admin) => {
    await close({ servers, ...parts }, ref)
    await report('detached volume from upgraded instance')
    await asAdmin(source, async (old) => {
      await old.query('begin isolation level repeatable read read only')
      const exported = await old.query<{ name: string }>('select pg_export_snapshot() as name')
      const cluster = await readCluster(old, 'all')
      await report('attached volume to original instance')
      await prepareTarget(admin, cluster)
      await asLoader(scratch.filling, admin, cluster, async (loader) => {
        const moment = `--snapshot=${exported.rows[0]?.name ?? ''}`
        await move({ source, old, loader, admin, cluster, moment, report })
      })
    })
    await admin.query('analyze')
  })
}

type Move = {
  readonly source: { sockets: string; port: number }
  /** A superuser session on the source that sees the moment. */
  readonly old: pg.Client
  readonly loader: pg.Client
  readonly admin: pg.Client
  readonly cluster: Cluster
  /** The argument that lets pg_dump see the same moment. */
  readonly moment: string
  readonly report: Report
}

async function move({ source, old, loader, admin, cluster, moment, report }: Move): Promise<void> {
  const schema = new SchemaLoader(loader, admin, cluster)
  const runSection = (...args: string[]) => schema.run(new Script(pgDump(source, [moment, ...args])))
  await runSection('--section=pre-data')
  await report('initiated data upgrade')
  await schema.usePeoplesPath(true)
  await copyTables(old, loader)
  await copySequences(old, loader)
  const large = await old.query('select from pg_largeobject_metadata limit 1')
  if (large.rowCount) await runSection('--section=data', '--exclude-table-data=*.*')
  await runSection('--section=post-data')
  await schema.finish()
}

/** Runs a server for as long as `work` takes, and stops it cleanly. One that fails is left to be cleared away. */
async function run(unit: Unit, work: () => Promise<void>): Promise<void> {
  const logFrom = await logLength(unit)
  const child = await spawnPostmaster(unit)
  const pid = child.pid
  if (pid === undefined) throw new EngineError('failed', 'The database server could not be started.')
  await waitUntilReady(unit, pid, () => child.exitCode === null && child.signalCode === null, logFrom)
  await work()
  await stopPostmaster(pid, unit.data)
  if ((await readPidFile(unit.data)) && !(await isPostmaster(pid, unit.data))) {
    throw new EngineError('failed', 'The new server ended before it had written everything down.')
  }
}
