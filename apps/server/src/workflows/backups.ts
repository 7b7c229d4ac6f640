import {
  BACKUP_DAMAGED,
  BACKUP_FILE_MISSING,
  BACKUP_INTERRUPTED,
  BACKUP_OVERTAKEN,
  type BackupReason,
  type ProjectStatus,
} from '@stoa/contract'
import { audit } from '../core/audit.ts'
import { backupPath, checksumOf, failBackupOf, noteBackup, takeLogicalBackup } from '../core/backups.ts'
import { dumpContents } from '../core/dump-contents.ts'
import type { Operation } from '../core/operation.ts'
import type { Step, StepContext, Workflow } from '../core/operations.ts'
import { asScratchAdmin, loadInto, scratchRef, scratchSpec } from '../core/scratch.ts'
import { findVersion } from '../core/versions.ts'
import type { StoreLike } from '../store/store.ts'
import type { BackupRow, ProjectRow } from '../store/tables.ts'

/** The project that work beside it is about. */
export function besideProject(operation: Operation): { id: number; ref: string } {
  const id = operation.input.project_id
  if (typeof id !== 'number') throw new Error(`${operation.kind} names no project`)
  return { id, ref: operation.projectRef }
}

/** The backup that an operation is about. @throws Error with a sentence when it is gone */
export async function backupOf({ platform, operation }: StepContext): Promise<BackupRow> {
  const row = await platform.store
    .selectFrom('backups')
    .selectAll()
    .where('id', '=', Number(operation.input.backup_id))
    .executeTakeFirst()
  if (!row) throw new Error(BACKUP_FILE_MISSING)
  return row
}

/** Makes sure that a logical backup's file is the one that was written. @throws Error with a sentence */
export async function requireWhole(platform: StepContext['platform'], row: BackupRow): Promise<void> {
  const found = await checksumOf(backupPath(platform, row)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(BACKUP_FILE_MISSING)
    throw error
  })
  if (found !== row.checksum) throw new Error(BACKUP_DAMAGED)
}

/** Takes a backup of a project that has this status, and says so when it no longer has. */
const take = (status: ProjectStatus, otherwise: string, reason: (operation: Operation) => BackupReason): Step => ({
  name: 'take backup',
  attempts: 1,
  async run({ platform, operation }) {
    const { id, ref } = besideProject(operation)
    const project = await platform.store.selectFrom('projects').select('status').where('id', '=', id).executeTakeFirst()
    if (project?.status !== status) throw new Error(otherwise)
    await takeLogicalBackup(platform, {
      projectId: id,
      projectRef: ref,
      reason: reason(operation),
      operationId: operation.id,
      paused: status === 'INACTIVE',
    })
  },
})

const taken: Step = {
  name: 'finish',
  run: ({ platform, operation }) =>
    platform.operations.finish(operation, (tx) =>
      audit(tx, operation.actor, { action: 'backup.taken', project: operation.projectRef }),
    ),
}

const notTaken: Workflow['failed'] = async ({ operation }, tx, message) => {
  await failBackupOf(tx, operation.id, message)
  await audit(tx, operation.actor, {
    action: 'backup.failed',
    project: operation.projectRef,
    details: { reason: message },
  })
}

/** Takes a backup while the project serves. It holds nothing: a pause need not wait for it to be asked for. */
export const takeBackup: Workflow = {
  kind: 'backup.take',
  steps: [
    take('ACTIVE_HEALTHY', BACKUP_INTERRUPTED, ({ input }) => (input.reason === 'scheduled' ? 'scheduled' : 'manual')),
    taken,
  ],
  failed: notTaken,
}

/** Takes the backup of a paused project, from its stopped server. It holds nothing: a restore waits for nothing. */
export const takePausedBackup: Workflow = {
  kind: 'backup.take_paused',
  steps: [take('INACTIVE', BACKUP_OVERTAKEN, () => 'pause'), taken],
  failed: notTaken,
}

/**
 * Notes that a paused project's backup is to be taken, in the caller's transaction.
 * @returns the operation's id, for `kick` once the transaction has committed
 */
export async function beginPausedBackup(
  { operations }: Pick<StepContext['platform'], 'operations'>,
  tx: StoreLike,
  project: ProjectRow,
  actor: Operation['actor'],
): Promise<string> {
  const id = await operations.beginBeside(tx, { kind: takePausedBackup.kind, project, actor })
  await noteBackup(tx, project, { kind: 'logical', reason: 'pause', operationId: id })
  return id
}

/** Counts what a restored logical backup holds, table by table, against what its file says. */
async function countDump(context: StepContext, row: BackupRow, ref: string): Promise<{ tables: number; rows: number }> {
  const { platform } = context
  await requireWhole(platform, row)
  const expected = await dumpContents(backupPath(platform, row))
  await loadInto(platform, scratchSpec(ref, versionFor(context, row)), row)
  return asScratchAdmin(platform, ref, async (client) => {
    let rows = 0
    for (const [table, wanted] of expected) {
      // The name stands in the dump as Postgres itself quoted it.
      const found = Number((await client.query(`select count(*) as n from only ${table}`)).rows[0].n)
      if (found !== wanted) throw new Error(`${table} came back with ${found} rows instead of ${wanted}`)
      rows += found
    }
    return { tables: expected.size, rows }
  })
}

/** Starts a copy of a physical backup and counts what it holds. */
async function countBase(context: StepContext, row: BackupRow, ref: string): Promise<{ tables: number; rows: number }> {
  const { platform } = context
  const { engine } = platform
  await engine.remove(ref)
  // As it was when it was taken: the log since then is looked at by whoever goes back to a moment.
  await engine.recover(scratchSpec(ref, row.version), { base: backupPath(platform, row), archive: null, at: null })
  await engine.start(ref)
  return asScratchAdmin(platform, ref, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
    )
    let rows = 0
    for (const { name } of tables.rows)
      rows += Number((await client.query(`select count(*) as n from only ${name}`)).rows[0].n)
    return { tables: tables.rows.length, rows }
  })
}

/** The version to restore a logical backup on: its own where it is still offered, else the newest of its major. */
function versionFor({ platform }: StepContext, row: BackupRow): string {
  const versions = platform.engine.versions()
  if (versions.some(({ version }) => version === row.version)) return row.version
  return findVersion(platform.engine, { postgres_engine: row.postgres_engine })?.version ?? row.version
}

const prove: Step = {
  name: 'prove backup',
  attempts: 1,
  async run(context) {
    const { platform, operation } = context
    const ref = scratchRef(operation.id)
    try {
      const row = await backupOf(context)
      const { tables, rows } = await (row.kind === 'logical' ? countDump : countBase)(context, row, ref)
      await platform.store
        .updateTable('backups')
        .set({ verified_at: new Date(), verify_error: null, verified_tables: tables, verified_rows: rows })
        .where('id', '=', row.id)
        .execute()
    } finally {
      await platform.engine.remove(ref)
    }
  },
}

/** Restores a backup into a scratch server, counts it, and takes the server away again. */
export const verifyBackup: Workflow = {
  kind: 'backup.verify',
  steps: [
    prove,
    {
      name: 'finish',
      run: ({ platform, operation }) =>
        platform.operations.finish(operation, (tx) =>
          audit(tx, operation.actor, {
            action: 'backup.proven',
            project: operation.projectRef,
            details: { backup: operation.input.backup_id },
          }),
        ),
    },
  ],
  async failed({ platform, operation }, tx, message) {
    await platform.engine.remove(scratchRef(operation.id))
    await tx
      .updateTable('backups')
      .set({ verify_error: message })
      .where('id', '=', Number(operation.input.backup_id))
      .execute()
    await audit(tx, operation.actor, {
      action: 'backup.not_proven',
      project: operation.projectRef,
      details: { backup: operation.input.backup_id, reason: message },
    })
  },
}
