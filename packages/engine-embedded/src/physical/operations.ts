import { type BaseBackup, EngineError, type RecoverySource, type ServerSpec } from '@stoa/engine'
import { type OperationParts, startSized } from '../running.ts'
import { identityOf } from '../servers.ts'
import { flushArchive as flush, prepareArchive, runningArchive } from './archive.ts'
import { baseBackup as backUp } from './base-backup.ts'
import { recoverInto, requireRecoverable } from './recover.ts'

// The engine's physical backups. Callers hold the server's lock, but for a base backup, which takes long and changes
// nothing.

/** What a recovered server needs besides its data: log that it replays, and its own first files. */
const SPACE_BESIDE_DATA = 256 * 1024 * 1024

/** @throws EngineError `absent`, `not-running`, `no-space`, `failed` */
export async function baseBackup({ servers }: OperationParts, ref: string, folder: string): Promise<BaseBackup> {
  const record = await servers.presentAndRunning(ref, 'to be backed up')
  return backUp(servers.address(ref, record), record.version, folder)
}

/** @throws EngineError `absent`, `failed` */
export async function setArchive(parts: OperationParts, ref: string, folder: string | null): Promise<void> {
  const { servers, supervisor } = parts
  const record = await servers.present(ref)
  if (folder !== null) await prepareArchive(folder, identityOf(record))
  await servers.write(ref, { ...record, archive: folder })
  const running = await servers.running(ref)
  if (!running?.ready) return
  if ((await runningArchive(servers.address(ref, record))) === folder) return
  await supervisor.stop(await servers.unit(ref))
  await startSized(parts, ref)
}

/** @throws EngineError `absent`, `not-running`, `failed` */
export async function flushArchive({ servers }: OperationParts, ref: string): Promise<Date> {
  const record = await servers.presentAndRunning(ref, 'for its log to be archived')
  if (!record.archive) throw new EngineError('failed', 'The log of this database is not archived.')
  return flush(servers.address(ref, record), record.archive)
}

/** @throws EngineError `unknown-version`, `no-space`, `failed` */
export async function recover({ servers }: OperationParts, spec: ServerSpec, source: RecoverySource): Promise<void> {
  const build = servers.catalogued(spec.version)
  if (await servers.record(spec.ref)) return
  const backup = await requireRecoverable(source, spec.version)
  const { postgres } = await servers.parts.builds.programs(build)
  const prepare = { postgres, account: servers.parts.account }
  const bytes = backup.dataBytes + SPACE_BESIDE_DATA
  await servers.make(spec, build, (data) => recoverInto(data, source, prepare), bytes)
}
