import { projectLifecycle, UPGRADE_NEEDS_RUNNING, UPGRADES_NOT_OFFERED } from '@stoa/contract'
import { EngineError, type UpgradeObstacle } from '@stoa/engine'
import { api, type Context } from '../../../core/context.ts'
import { badRequest, conflict } from '../../../core/errors.ts'
import { beginUpgrade, upgradeOnWire } from '../../../core/upgrades.ts'
import { upgradeTarget, upgradeTargets, VersionRefusal } from '../../../core/versions.ts'
import { begin } from './begin.ts'

/** How much data an upgrade moves in an hour, as a cautious guess. */
const BYTES_PER_HOUR = 20 * 1024 * 1024 * 3600

type Obstacle = { readonly code: UpgradeObstacle['code'] | 'not-running' | 'failed'; readonly message: string }

/** What stands against an upgrade. A server that does not run, or that stops just now, cannot be asked. */
async function obstaclesTo({ platform, scope }: Context, version: string): Promise<Obstacle[]> {
  const { ref } = scope.project
  try {
    return [...(await platform.engine.upgradeObstacles(ref, version))]
  } catch (error) {
    const refused = error instanceof EngineError && !['absent', 'not-running'].includes(error.code)
    if (refused) return [{ code: 'failed', message: error.message }]
    platform.log.warn({ err: error, project: ref }, 'a server could not be asked about an upgrade')
    return [{ code: 'not-running', message: UPGRADE_NEEDS_RUNNING }]
  }
}

async function eligibility(context: Context) {
  const { platform, scope } = context
  const { project } = scope
  const targets = upgradeTargets(platform.engine, project)
  const target_upgrade_versions = await Promise.all(
    targets.map(async ({ version, postgres_engine, release_channel }) => ({
      postgres_version: postgres_engine,
      release_channel: release_channel as string,
      app_version: version,
      obstacles: await obstaclesTo(context, version),
    })),
  )
  const { diskBytes } = await platform.engine.observe(project.ref)
  return {
    eligible: target_upgrade_versions.some(({ obstacles }) => obstacles.length === 0),
    current_app_version: project.version,
    current_app_version_release_channel: project.release_channel,
    latest_app_version: targets[0]?.version ?? project.version,
    target_upgrade_versions,
    potential_breaking_changes: target_upgrade_versions[0]?.obstacles.map(({ message }) => message) ?? [],
    duration_estimate_hours: Math.ceil(((diskBytes ?? 0) / BYTES_PER_HOUR) * 100) / 100,
  }
}

export const upgrades = {
  upgradeEligibilityV1: api.project.lifecycle.upgradeEligibilityV1.handler(({ context }) => eligibility(context)),

  upgradeV1: api.project.lifecycle.upgradeV1.handler(async ({ input, context }) => {
    const { platform, scope } = context
    if (!platform.engine.capabilities.upgrades) throw badRequest(UPGRADES_NOT_OFFERED)
    const target = targetOf(context, input)
    // What the status refuses is refused by its own sentence, before the server is asked.
    if (projectLifecycle.can(scope.project.status, 'upgrade')) {
      const [first] = await obstaclesTo(context, target.version)
      if (first) throw conflict(first.message)
    }
    const { version, postgres_engine, release_channel } = target
    const { id } = await begin(context, {
      kind: 'project.upgrade',
      event: 'upgrade',
      doing: 'upgraded',
      action: 'project.upgrade_requested',
      input: { version, postgres_engine, release_channel },
      details: { version, from: scope.project.version },
      also: (tx, begun) => beginUpgrade(tx, begun.id, begun.project, target),
    })
    return { tracking_id: id }
  }),

  upgradeStatusV1: api.project.lifecycle.upgradeStatusV1.handler(async ({ input, context }) => {
    const { tracking_id: trackingId } = input.query
    const row = await context.platform.store
      .selectFrom('upgrades')
      .selectAll()
      .where('project_id', '=', context.scope.project.id)
      .$if(trackingId !== undefined, (query) => query.where('tracking_id', '=', trackingId ?? ''))
      .orderBy('initiated_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return { databaseUpgradeStatus: row ? upgradeOnWire(row) : null }
  }),
}

function targetOf({ platform, scope }: Context, wanted: Parameters<typeof upgradeTarget>[2]) {
  try {
    return upgradeTarget(platform.engine, scope.project, wanted)
  } catch (error) {
    throw error instanceof VersionRefusal ? badRequest(error.message) : error
  }
}
