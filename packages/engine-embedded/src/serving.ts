import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '@stoa/engine'
import { CLOSED_HBA, OPEN_ACCESS, projectHba } from './access.ts'
import { asAdmin } from './admin.ts'
import { selfSigned } from './certificate.ts'
import { exists, writeAtomically } from './files.ts'
import type { ServerRecord } from './record.ts'

/** Longest wait for a running server to read its files again. */
const LONGEST_RELOAD_MS = 10_000

/** A value as it stands in a Postgres settings file. */
const quoted = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const filesOf = (folder: string) => ({
  settings: join(folder, 'server.conf'),
  hba: join(folder, 'hba.conf'),
  key: join(folder, 'tls.key'),
  certificate: join(folder, 'tls.crt'),
})

/** Writes what a running server can be told anew: who may connect, and whether it takes changes. */
async function writeFiles(folder: string, record: ServerRecord): Promise<void> {
  const files = filesOf(folder)
  const settings = `# What may change while the server runs. Written by the platform.
include ${quoted(join(folder, 'data', 'postgresql.conf'))}
default_transaction_read_only = ${record.readOnly ? 'on' : 'off'}
`
  await writeAtomically(files.settings, settings, 0o644)
  await writeAtomically(files.hba, record.closed ? CLOSED_HBA : projectHba(record.access ?? OPEN_ACCESS), 0o644)
}

/**
 * Writes the files a server needs beside its data, its key and certificate among them.
 * @param ref names it in the certificate
 * @param host the address that it listens on
 * @returns the settings that point to them
 */
export async function prepareServing(
  folder: string,
  ref: string,
  record: ServerRecord,
  host: string,
): Promise<Record<string, string>> {
  const files = filesOf(folder)
  await writeFiles(folder, record)
  if (!(await exists(files.certificate))) {
    const made = selfSigned(
      ref,
      [...new Set(['localhost', '127.0.0.1', '::1', host])].filter((name) => name !== '*'),
    )
    await writeAtomically(files.key, made.key, 0o600)
    await writeAtomically(files.certificate, made.certificate, 0o644)
  }
  // The server's account may have changed since the key was made.
  if (record.uid !== null) await chown(files.key, record.uid, record.uid)
  return {
    config_file: files.settings,
    hba_file: files.hba,
    ssl: 'on',
    ssl_cert_file: files.certificate,
    ssl_key_file: files.key,
  }
}

type Running = {
  readonly sockets: string
  readonly port: number
  readonly pid: number
  /** Whether it takes connections yet. */
  readonly ready: boolean
}

/** Lets a running server take on what its record says, and returns once new connections meet it. @throws EngineError `failed` */
export async function reload(folder: string, record: ServerRecord, server: Running): Promise<void> {
  await writeFiles(folder, record)
  if (!server.ready) {
    process.kill(server.pid, 'SIGHUP')
    return
  }
  const before = await loadedAt(server)
  process.kill(server.pid, 'SIGHUP')
  const begun = Date.now()
  // A connection that is made after the files were read knows of it.
  while ((await loadedAt(server)) === before) {
    if (Date.now() - begun > LONGEST_RELOAD_MS) {
      throw new EngineError('failed', 'The database server did not take on its new settings within ten seconds.')
    }
    await sleep(10)
  }
}

async function loadedAt(server: Running): Promise<string> {
  const asked = await asAdmin(server, (admin) =>
    admin.query<{ at: string }>('select extract(epoch from pg_conf_load_time())::text as at'),
  )
  return asked.rows[0]?.at ?? ''
}
