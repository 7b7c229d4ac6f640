import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Dump, EngineError } from '@stoa/engine'
import { asAdmin } from '../admin.ts'
import { asEngineError } from '../files.ts'
import { type Cluster, readCluster } from './cluster.ts'
import { databaseStatements, membershipStatements, roleStatements, settingStatements } from './cluster-sql.ts'
import { pgDump } from './pg-dump.ts'

/** The first line of a dump, and the one after it up to its JSON. */
export const FIRST_LINE = '-- Stoa database dump, format 1'
export const CLUSTER_LINE = '-- cluster: '
/** The last line, by which a whole dump is known. */
export const LAST_LINE = '-- Stoa database dump complete'
/** The kind of those entries that only say for psql what the cluster's line says already. */
export const FOR_PSQL = 'STOA'

const OTHER_DATABASES =
  "select datname as name from pg_database where not datistemplate and datname <> 'postgres' order by 1"

/** How long pg_dump waits for a table that a session holds locked, in ms. */
const LOCK_WAIT_MS = 300_000

/**
 * Writes roles, schema and data of a running server as SQL text, compressed, as of one moment.
 * @param file an absolute path; what is not whole is called `<file>.part` and does not stay
 * @throws EngineError `no-space`, `failed`
 */
export async function dumpServer(server: { sockets: string; port: number }, file: string): Promise<Dump> {
  const part = `${file}.part`
  try {
    let leftOut: string[] = []
    await asAdmin(server, async (admin) => {
      await admin.query('begin isolation level repeatable read read only')
      const exported = await admin.query<{ name: string }>('select pg_export_snapshot() as name')
      const others = await admin.query<{ name: string }>(OTHER_DATABASES)
      leftOut = others.rows.map(({ name }) => name)
      const cluster = await readCluster(admin, 'people')
      const snapshot = exported.rows[0]?.name ?? ''
      const schema = pgDump(server, [`--snapshot=${snapshot}`, `--lock-wait-timeout=${LOCK_WAIT_MS}`])
      const pieces = Readable.from(framed(cluster, schema), { objectMode: false, highWaterMark: 1024 * 1024 })
      await pipeline(pieces, createGzip({ level: 1 }), createWriteStream(part, { mode: 0o600 }))
      await admin.query('commit')
    })
    await flushFile(part)
    await rename(part, file)
    await flushFile(dirname(file))
    return { bytes: (await stat(file)).size, leftOut }
  } catch (error) {
    await rm(part, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
      throw new EngineError('no-space', 'There is not enough disk space left to write the database down.')
    }
    throw asEngineError(error, 'The database could not be written down.')
  }
}

async function* framed(cluster: Cluster, schema: Readable): AsyncGenerator<Buffer> {
  const before = [
    FIRST_LINE,
    CLUSTER_LINE + JSON.stringify(cluster),
    ...heading('roles'),
    ...cluster.roles.flatMap(roleStatements),
    ...membershipStatements(cluster, cluster.major),
    ...settingStatements(cluster, 'people'),
    ...settingStatements(cluster, 'platform'),
  ]
  yield Buffer.from(`${before.join('\n')}\n\n`)
  yield* schema
  const after = [...heading('privileges'), ...databaseStatements(cluster.database), LAST_LINE]
  yield Buffer.from(`\n${after.join('\n')}\n`)
}

const heading = (what: string): string[] => [
  '',
  '--',
  `-- Name: ${what}; Type: ${FOR_PSQL}; Schema: -; Owner: -`,
  '--',
  '',
]

async function flushFile(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
