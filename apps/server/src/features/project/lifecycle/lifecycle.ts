import {
  type ProjectEvent,
  type ProjectService,
  projectLifecycle,
  REACHABILITY_TIMEOUT_MS,
  SERVICE_ABSENT,
} from '@stoa/contract'
import { api, type Context } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { noteReachability } from '../../../core/project-status.ts'
import { restoreTargets } from '../../../core/versions.ts'
import type { ProjectRow } from '../../../store/tables.ts'
import { begin } from './begin.ts'
import { pauseStatus, restore } from './restore.ts'
import { upgrades } from './upgrade.ts'

/** The services that are there, all of which stand and fall with the database. */
const AVAILABLE: ReadonlySet<ProjectService> = new Set<ProjectService>(['db', 'rest'])

type Asked = { readonly event: ProjectEvent; readonly doing: string; readonly action: string }
const asked = async (context: Context, kind: string, what: Asked) => (await begin(context, { kind, ...what })).project

const pause = (context: Context) =>
  asked(context, 'project.pause', { event: 'pause', doing: 'paused', action: 'project.pause_requested' })
const restart = (context: Context) =>
  asked(context, 'project.restart', { event: 'restart', doing: 'restarted', action: 'project.restart_requested' })
const remove = (context: Context) =>
  asked(context, 'project.delete', { event: 'remove', doing: 'deleted', action: 'project.delete_requested' })

const statusOf = (row: ProjectRow) => ({ status: row.status })
const removedOnWire = ({ id, ref, name }: ProjectRow) => ({ id, ref, name })

/** The versions that a paused project may come back as, the one that its data is of first. */
const restoreVersions = ({ platform, scope }: Context) => ({
  available_versions: restoreTargets(platform.engine, scope.project),
})

/** Why a project is in the state that it should not be in; null when nothing is known to have failed. */
async function failureOf({ platform, scope }: Context): Promise<string | null> {
  if (!['bad', 'unknown'].includes(projectLifecycle.states[scope.project.status].tone)) return null
  const last = await platform.store
    .selectFrom('operations')
    .select('error')
    .where('project_id', '=', scope.project.id)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.error ?? null
}

export const lifecycle = {
  status: api.project.lifecycle.status.handler(({ context }) => statusOf(context.scope.project)),
  platformStatus: api.project.lifecycle.platformStatus.handler(async ({ context }) => ({
    ...statusOf(context.scope.project),
    failure: await failureOf(context),
  })),

  reachability: api.project.lifecycle.reachability.handler(async ({ context }) => {
    const { project } = context.scope
    const reached =
      project.status === 'ACTIVE_HEALTHY' && (await context.platform.rests.reachable(project, REACHABILITY_TIMEOUT_MS))
    await noteReachability(context.platform.store, project.id, reached)
    return { postgrestStatus: reached ? ('ONLINE' as const) : ('OFFLINE' as const) }
  }),

  pause: api.project.lifecycle.pause.handler(async ({ context }) => statusOf(await pause(context))),
  pauseV1: api.project.lifecycle.pauseV1.handler(async ({ context }) => statusOf(await pause(context))),
  restart: api.project.lifecycle.restart.handler(async ({ context }) => statusOf(await restart(context))),

  pauseStatus: api.project.lifecycle.pauseStatus.handler(({ context }) => pauseStatus(context)),
  restore: api.project.lifecycle.restore.handler(async ({ input, context }) => statusOf(await restore(context, input))),
  restoreV1: api.project.lifecycle.restoreV1.handler(async ({ context }) => statusOf(await restore(context))),
  restoreVersions: api.project.lifecycle.restoreVersions.handler(({ context }) => restoreVersions(context)),
  restoreVersionsV1: api.project.lifecycle.restoreVersionsV1.handler(({ context }) => restoreVersions(context)),

  ...upgrades,

  remove: api.project.lifecycle.remove.handler(async ({ context }) => removedOnWire(await remove(context))),
  removeV1: api.project.lifecycle.removeV1.handler(async ({ context }) => removedOnWire(await remove(context))),

  healthV1: api.project.lifecycle.healthV1.handler(async ({ input, context }) => {
    const { project } = context.scope
    if (project.status === 'GOING_DOWN') throw notFound('Project not found')
    const healthy = await context.platform.databases.reachable(project, input.query.timeout_ms)
    const status = healthy ? 'ACTIVE_HEALTHY' : project.status === 'COMING_UP' ? 'COMING_UP' : 'UNHEALTHY'
    return input.query.services.map((name) =>
      AVAILABLE.has(name)
        ? { name, healthy, status, ...(healthy ? {} : { error: 'The database does not answer' }) }
        : { name, healthy: false, status: 'UNHEALTHY' as const, error: SERVICE_ABSENT },
    )
  }),
}
