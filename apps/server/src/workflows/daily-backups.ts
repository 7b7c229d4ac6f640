import { PLATFORM_ACTOR } from '../core/audit.ts'
import { lastDue, scheduleOf } from '../core/backup-schedule.ts'
import { noteBackup } from '../core/backups.ts'
import type { Platform } from '../core/platform.ts'
import { lockProject } from '../core/project-status.ts'
import type { ProjectRow } from '../store/tables.ts'
import { beginPausedBackup, takeBackup, takePausedBackup } from './backups.ts'

const HOUR_MS = 60 * 60_000
/** Daily backups that run at once, so that a night of many projects leaves the machine usable. */
const AT_ONCE = 3
/** A backup that fails is tried this often a day, an hour apart. */
const ATTEMPTS = 3

/** Begins the daily backups that are due. Days that were missed while the platform was down are made up for by one. */
export async function takeDailyBackups(platform: Platform, now = new Date()): Promise<void> {
  const { store, operations } = platform
  const busy = await beingTaken(platform, takeBackup.kind)
  const projects = await store.selectFrom('projects').selectAll().where('status', '=', 'ACTIVE_HEALTHY').execute()
  for (const project of projects) {
    if (busy.size >= AT_ONCE) return
    if (busy.has(project.ref) || !(await isDue(platform, project, now))) continue
    const id = await store.transaction().execute(async (tx) => {
      const begun = await operations.beginBeside(tx, {
        kind: takeBackup.kind,
        project,
        actor: PLATFORM_ACTOR,
        input: { reason: 'scheduled' },
      })
      await noteBackup(tx, project, { kind: 'logical', reason: 'scheduled', operationId: begun })
      return begun
    })
    operations.kick(id)
    busy.add(project.ref)
  }
}

async function isDue({ store }: Platform, project: ProjectRow, now: Date): Promise<boolean> {
  const { enabled, hour } = await scheduleOf(store, project.id)
  if (!enabled) return false
  const due = lastDue(hour, now)
  if (project.created_at > due) return false
  const since = await store
    .selectFrom('backups')
    .select(['status', 'inserted_at'])
    .where('project_id', '=', project.id)
    .where('reason', '=', 'scheduled')
    .where('inserted_at', '>=', due)
    .execute()
  if (since.some(({ status }) => status !== 'FAILED')) return false
  const last = Math.max(0, ...since.map((row) => row.inserted_at.getTime()))
  return since.length < ATTEMPTS && now.getTime() - last >= HOUR_MS
}

/** The projects that a kind of backup is being taken of. */
async function beingTaken({ store }: Platform, kind: string): Promise<Set<string>> {
  const running = await store
    .selectFrom('operations')
    .select('project_ref')
    .where('kind', '=', kind)
    .where('finished_at', 'is', null)
    .execute()
  return new Set(running.map(({ project_ref }) => project_ref))
}

/** Begins again the backups of paused projects that failed, for example because the disk was full. */
export async function retakePausedBackups(platform: Platform, now = new Date()): Promise<void> {
  const { store, operations } = platform
  const busy = await beingTaken(platform, takePausedBackup.kind)
  const projects = await store.selectFrom('projects').selectAll().where('status', '=', 'INACTIVE').execute()
  for (const { id, ref } of projects) {
    if (busy.size >= AT_ONCE) return
    if (busy.has(ref) || !(await isMissing(platform, id, now))) continue
    const begun = await store.transaction().execute(async (tx) => {
      const project = await lockProject(tx, id)
      return project.status === 'INACTIVE' ? beginPausedBackup(platform, tx, project, PLATFORM_ACTOR) : null
    })
    if (begun === null) continue
    operations.kick(begun)
    busy.add(ref)
  }
}

/** Whether the latest backup of a pause failed, long enough ago to try again. Every pause notes one of its own. */
async function isMissing({ store }: Platform, id: number, now: Date): Promise<boolean> {
  const taken = await store
    .selectFrom('backups')
    .select(['status', 'inserted_at'])
    .where('project_id', '=', id)
    .where('reason', '=', 'pause')
    .orderBy('inserted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ATTEMPTS)
    .execute()
  const [latest] = taken
  if (latest?.status !== 'FAILED' || now.getTime() - latest.inserted_at.getTime() < HOUR_MS) return false
  const lately = taken.filter(
    (row) => row.status === 'FAILED' && now.getTime() - row.inserted_at.getTime() < 24 * HOUR_MS,
  )
  return lately.length < ATTEMPTS
}
