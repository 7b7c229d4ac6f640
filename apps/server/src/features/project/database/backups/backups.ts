import {
  BACKUP_LAST,
  BACKUP_NOT_FINISHED,
  BACKUP_RUNNING,
  BACKUP_STILL_RUNNING,
  DOWNLOAD_EXPIRED,
  notAccepted,
  PHYSICAL_NOT_DOWNLOADABLE,
  PHYSICAL_NOT_REMOVABLE,
  PLANS,
} from '@stoa/contract'
import { audit } from '../../../../core/audit.ts'
import { nextBackupAt, scheduleOf } from '../../../../core/backup-schedule.ts'
import { backupPath, discard, latestLogicalBackup, noteBackup } from '../../../../core/backups.ts'
import { actorOf, api } from '../../../../core/context.ts'
import { downloadLink, fileAnswer, openTicket } from '../../../../core/downloads.ts'
import { badRequest, conflict } from '../../../../core/errors.ts'
import { lockProject } from '../../../../core/project-status.ts'
import { backupOnWire, backupsOf, failedRestore, findBackup, proving, requireFile } from './rows.ts'

export const backups = {
  list: api.project.database.backups.list.handler(async ({ context }) => {
    const { platform, scope } = context
    const { project, organization } = scope
    const schedule = await scheduleOf(platform.store, project.id)
    return {
      backups: (await backupsOf(platform.store, project.id)).map(backupOnWire),
      proving: await proving(platform.store, project.ref),
      schedule: {
        ...schedule,
        next_at:
          project.status === 'ACTIVE_HEALTHY' ? (nextBackupAt(schedule, new Date())?.toISOString() ?? null) : null,
      },
      retention_days: PLANS[organization.plan].backupRetentionDays,
      failed_restore: await failedRestore(platform.store, project.ref),
    }
  }),

  downloadable: api.project.database.backups.downloadable.handler(async ({ context }) => {
    const rows = await backupsOf(context.platform.store, context.scope.project.id)
    const logical = rows.filter(({ kind }) => kind === 'logical')
    return {
      backups: logical.filter(({ status }) => status === 'COMPLETED').map(backupOnWire),
      being_written: logical.some(({ status }) => status === 'PENDING' || status === 'RUNNING'),
    }
  }),

  download: api.project.database.backups.download.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const row = await findBackup(platform.store, scope.project.id, input.id)
    if (row.kind === 'physical') throw conflict(PHYSICAL_NOT_DOWNLOADABLE)
    if (row.status !== 'COMPLETED') throw conflict(BACKUP_NOT_FINISHED)
    await requireFile(platform, row)
    await audit(platform.store, actorOf(context), {
      action: 'backup.downloaded',
      organization: scope.organization.slug,
      project: scope.project.ref,
      details: { backup: row.id },
    })
    return { fileUrl: await downloadLink(platform, backupPath(platform, row), row.path.replace('/', '-')) }
  }),

  create: api.project.database.backups.create.handler(async ({ context }) => {
    const { platform, scope } = context
    const actor = actorOf(context)
    const { id, row } = await platform.store.transaction().execute(async (tx) => {
      const project = await lockProject(tx, scope.project.id)
      if (project.status !== 'ACTIVE_HEALTHY') throw conflict(notAccepted('backed up', project.status))
      const running = await tx
        .selectFrom('backups')
        .select('id')
        .where('project_id', '=', project.id)
        .where('kind', '=', 'logical')
        .where('status', 'in', ['PENDING', 'RUNNING'])
        .executeTakeFirst()
      if (running) throw conflict(BACKUP_RUNNING)
      const begun = await platform.operations.beginBeside(tx, {
        kind: 'backup.take',
        project,
        actor,
        input: { reason: 'manual' },
      })
      const noted = await noteBackup(tx, project, { kind: 'logical', reason: 'manual', operationId: begun })
      await audit(tx, actor, {
        action: 'backup.requested',
        organization: scope.organization.slug,
        project: project.ref,
        details: { backup: noted.id },
      })
      return { id: begun, row: noted }
    })
    platform.operations.kick(id)
    return backupOnWire(row)
  }),

  remove: api.project.database.backups.remove.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const row = await platform.store.transaction().execute(async (tx) => {
      const project = await lockProject(tx, scope.project.id)
      const found = await findBackup(tx, project.id, input.id)
      if (found.kind === 'physical') throw conflict(PHYSICAL_NOT_REMOVABLE)
      const used = await tx
        .selectFrom('operations')
        .select('id')
        .where('finished_at', 'is', null)
        .where((eb) =>
          eb.or([
            eb(eb.cast<string>('operations.id', 'text'), '=', found.operation_id ?? ''),
            eb(eb.ref('input', '->>').key('backup_id'), '=', String(found.id)),
          ]),
        )
        .executeTakeFirst()
      if (used || found.status === 'PENDING' || found.status === 'RUNNING') throw conflict(BACKUP_STILL_RUNNING)
      const latest = await latestLogicalBackup(tx, project.id)
      // It is the only way to the data where the project cannot be started any more.
      if (latest?.id === found.id && project.status !== 'ACTIVE_HEALTHY') throw conflict(BACKUP_LAST)
      await tx.deleteFrom('backups').where('id', '=', found.id).execute()
      await audit(tx, actorOf(context), {
        action: 'backup.removed',
        organization: scope.organization.slug,
        project: project.ref,
        details: { backup: found.id, inserted_at: found.inserted_at.toISOString() },
      })
      return found
    })
    // A crash here leaves a file without a row, which the scheduler removes.
    await discard(backupPath(platform, row))
    return { id: row.id }
  }),

  verify: api.project.database.backups.verify.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const actor = actorOf(context)
    const id = await platform.store.transaction().execute(async (tx) => {
      const project = await lockProject(tx, scope.project.id)
      const row = await findBackup(tx, project.id, input.id)
      if (row.status !== 'COMPLETED') throw conflict(BACKUP_NOT_FINISHED)
      const running = await tx
        .selectFrom('operations')
        .select('id')
        .where('kind', '=', 'backup.verify')
        .where('project_ref', '=', project.ref)
        .where('finished_at', 'is', null)
        .executeTakeFirst()
      if (running) return null
      await audit(tx, actor, {
        action: 'backup.proof_requested',
        organization: scope.organization.slug,
        project: project.ref,
        details: { backup: row.id },
      })
      return platform.operations.beginBeside(tx, {
        kind: 'backup.verify',
        project,
        actor,
        input: { backup_id: row.id },
      })
    })
    if (id !== null) platform.operations.kick(id)
    return { id: input.id }
  }),

  setSchedule: api.project.database.backups.setSchedule.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const { enabled, hour } = input
    await platform.store.transaction().execute(async (tx) => {
      const values = { enabled, hour, updated_at: new Date() }
      await tx
        .insertInto('backup_schedules')
        .values({ project_id: scope.project.id, ...values })
        .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
        .execute()
      await audit(tx, actorOf(context), {
        action: 'backup.schedule_changed',
        organization: scope.organization.slug,
        project: scope.project.ref,
        details: { enabled, hour },
      })
    })
    return { enabled, hour }
  }),

  file: api.project.database.backups.file.handler(async ({ input, context }) => {
    const ticket = await openTicket(context.platform, input.query.token)
    const answer = ticket && (await fileAnswer(ticket, context.request.headers))
    if (!answer) throw badRequest(DOWNLOAD_EXPIRED)
    context.reply.response = answer
  }),
}
