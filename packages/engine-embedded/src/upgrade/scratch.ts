import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Build } from '../binaries.ts'
import { copyFolder, giveTo, isAlive, makeFolder, removeFolder, unique } from '../files.ts'
import type { Layout } from '../layout.ts'
import { clearCrash, findPostmaster, readPidFile, stopPostmaster, type Unit } from '../postmaster.ts'
import type { ServerRecord } from '../record.ts'
import { identityOf, type Servers } from '../servers.ts'
import { prepareServing } from '../serving.ts'
import { settingsFor } from '../settings.ts'

/** A server being made beside the one whose place it will take. It runs under that one's account. */
export type Scratch = {
  readonly folder: string
  /** How it is started: to be filled fast, with nothing safe before it is stopped, or as it will serve. */
  readonly filling: Unit
  readonly serving: Unit
}

const NAME = /^[a-z]{20}\.(new-(\d+)-[0-9a-f]{8})$/

/**
 * While it is filled a crash loses it anyway, so nothing needs to be safe on disk until the end; and rows that come
 * into a table made in the same transaction need no log.
 */
const FILLING = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
  shared_buffers: '256MB',
  maintenance_work_mem: '256MB',
  max_parallel_maintenance_workers: '2',
}

/** Makes an empty server of another build beside the one of this record. */
export async function makeScratch(servers: Servers, ref: string, record: ServerRecord, build: Build): Promise<Scratch> {
  const { layout, builds, access, host } = servers.parts
  const folder = `${servers.folder(ref)}.new-${unique()}`
  const data = join(folder, 'data')
  const key = keyOf(folder) ?? ref
  const { postgres } = await builds.programs(build)
  await makeFolder(folder, 0o711)
  await makeFolder(data, 0o700)
  await copyFolder(await builds.template('project', build), data)
  await giveTo(data, identityOf(record))
  // No network reaches it before it has its place.
  const closed = { ...record, readOnly: false, access: { sslOnly: false, networks: [] } }
  const serving: Unit = {
    key,
    data,
    log: join(folder, 'upgrade.log'),
    sockets: join(layout.sockets, key),
    port: record.port,
    postgres,
    identity: identityOf(record),
    settings: {
      ...settingsFor(record.resources, build.major),
      ...(await prepareServing(folder, key, closed, host)),
      listen_addresses: '',
      ident_file: access.ident,
    },
  }
  return { folder, serving, filling: { ...serving, settings: { ...serving.settings, ...FILLING } } }
}

const keyOf = (folder: string): string | undefined => NAME.exec(basename(folder))?.[1]

/** Stops and removes a half-made server, whoever began it. */
async function removeScratch(layout: Layout, folder: string): Promise<void> {
  const data = join(folder, 'data')
  const key = keyOf(folder) ?? basename(folder)
  const running = await findPostmaster(data)
  if (running) await stopPostmaster(running.pid, data)
  if (await readPidFile(data)) await clearCrash({ key, data })
  await removeFolder(folder)
  await removeFolder(join(layout.sockets, key))
}

/** Removes what a broken-off upgrade of this server left. Callers hold its lock. */
export async function removeScratches(layout: Layout, ref: string): Promise<void> {
  const names = (await readdir(layout.projects)).filter((name) => name.startsWith(`${ref}.`) && NAME.test(name))
  for (const name of names) await removeScratch(layout, join(layout.projects, name))
}

/** Removes what platforms that are gone left of upgrades. */
export async function removeAbandonedScratches(layout: Layout): Promise<void> {
  for (const name of await readdir(layout.projects)) {
    const maker = NAME.exec(name)?.[2]
    if (maker && !isAlive(Number(maker))) await removeScratch(layout, join(layout.projects, name))
  }
}
