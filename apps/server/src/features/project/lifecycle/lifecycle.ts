import { type ProjectEvent, REACHABILITY_TIMEOUT_MS, RESTORE_SAME_VERSION_ONLY } from '@stoa/contract'
import { audit } from '../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../core/context.ts'
import { badRequest, notFound, statusRefusal } from '../../../core/errors.ts'
import { noteReachability } from '../../../core/project-status.ts'
import type { ProjectRow } from '../../../store/tables.ts'

/** Moves the project by an event and starts the work behind it, in one transaction. */
async function begin(
  context: Context,
  what: { kind: string; event: ProjectEvent; doing: string; action: string },
): Promise<ProjectRow> {
  const { platform, scope } = context
  const actor = actorOf(context)
  try {
    const begun = await platform.store.transaction().execute(async (tx) => {
      const started = await platform.operations.begin(tx, {
        kind: what.kind,
        projectId: scope.project.id,
        event: what.event,
        actor,
      })
      await audit(tx, actor, {
        action: what.action,
        organization: scope.organization.slug,
        project: scope.project.ref,
        details: { name: scope.project.name },
      })
      return started
    })
    platform.operations.kick(begun.id)
    return begun.project
  } catch (error) {
    throw statusRefusal(error, what.doing)
  }
}

const pause = (context: Context) =>
  begin(context, { kind: 'project.pause', event: 'pause', doing: 'paused', action: 'project.pause_requested' })
const restore = (context: Context) =>
  begin(context, { kind: 'project.restore', event: 'restore', doing: 'restored', action: 'project.restore_requested' })
const restart = (context: Context) =>
  begin(context, { kind: 'project.restart', event: 'restart', doing: 'restarted', action: 'project.restart_requested' })
const remove = (context: Context) =>
  begin(context, { kind: 'project.delete', event: 'remove', doing: 'deleted', action: 'project.delete_requested' })

const statusOf = (row: ProjectRow) => ({ status: row.status })
const removedOnWire = ({ id, ref, name }: ProjectRow) => ({ id, ref, name })

/** The versions that a paused project may come back as: the one that its data was written by. */
const restoreVersions = ({ version, postgres_engine, release_channel }: ProjectRow) => ({
  available_versions: [{ version, postgres_engine, release_channel }],
})

export const lifecycle = {
  status: api.project.lifecycle.status.handler(({ context }) => statusOf(context.scope.project)),
  platformStatus: api.project.lifecycle.platformStatus.handler(({ context }) => statusOf(context.scope.project)),

  reachability: api.project.lifecycle.reachability.handler(async ({ context }) => {
    const { project } = context.scope
    const reached =
      project.status === 'ACTIVE_HEALTHY' &&
      (await context.platform.databases.reachable(project, REACHABILITY_TIMEOUT_MS))
    await noteReachability(context.platform.store, project.id, reached)
    return { postgrestStatus: reached ? ('ONLINE' as const) : ('OFFLINE' as const) }
  }),

  pause: api.project.lifecycle.pause.handler(async ({ context }) => statusOf(await pause(context))),
  pauseV1: api.project.lifecycle.pauseV1.handler(async ({ context }) => statusOf(await pause(context))),
  restart: api.project.lifecycle.restart.handler(async ({ context }) => statusOf(await restart(context))),

  restore: api.project.lifecycle.restore.handler(async ({ input, context }) => {
    const [same] = restoreVersions(context.scope.project).available_versions
    const fits = (wanted: string | undefined, has: string | undefined) => wanted === undefined || wanted === has
    if (!fits(input.postgres_engine, same?.postgres_engine) || !fits(input.release_channel, same?.release_channel))
      throw badRequest(RESTORE_SAME_VERSION_ONLY)
    return statusOf(await restore(context))
  }),
  restoreV1: api.project.lifecycle.restoreV1.handler(async ({ context }) => statusOf(await restore(context))),

  restoreVersions: api.project.lifecycle.restoreVersions.handler(({ context }) =>
    restoreVersions(context.scope.project),
  ),
  restoreVersionsV1: api.project.lifecycle.restoreVersionsV1.handler(({ context }) =>
    restoreVersions(context.scope.project),
  ),

  remove: api.project.lifecycle.remove.handler(async ({ context }) => removedOnWire(await remove(context))),
  removeV1: api.project.lifecycle.removeV1.handler(async ({ context }) => removedOnWire(await remove(context))),

  healthV1: api.project.lifecycle.healthV1.handler(async ({ input, context }) => {
    const { project } = context.scope
    if (project.status === 'GOING_DOWN') throw notFound('Project not found')
    const healthy = await context.platform.databases.reachable(project, input.query.timeout_ms)
    const status = healthy ? 'ACTIVE_HEALTHY' : project.status === 'COMING_UP' ? 'COMING_UP' : 'UNHEALTHY'
    return input.query.services.map((name) => ({
      name,
      healthy,
      status,
      ...(healthy ? {} : { error: 'The database does not answer' }),
    }))
  }),
}
