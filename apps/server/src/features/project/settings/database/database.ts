import { setTimeout as sleep } from 'node:timers/promises'
import { EVERYBODY_V4, EVERYBODY_V6 } from '@stoa/contract'
import { audit } from '../../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../../core/context.ts'
import { statusRefusal } from '../../../../core/errors.ts'
import { accessOf, type ProjectAccess } from '../../../../core/project-access.ts'
import { setAccess } from '../../../../workflows/access.ts'

/** How long an answer waits for the server to take a change over, in milliseconds. */
const WAIT_MS = 5_000
const LOOK_MS = 50

const isV6 = (network: string) => network.includes(':')

const sslOnWire = ({ ssl_only, applied }: ProjectAccess) => ({
  currentConfig: { database: ssl_only },
  appliedSuccessfully: applied,
})

const networksOnWire = ({ networks, applied }: ProjectAccess) => ({
  entitlement: 'allowed' as const,
  config: {
    dbAllowedCidrs: networks === null ? [EVERYBODY_V4] : networks.filter((network) => !isV6(network)),
    dbAllowedCidrsV6: networks === null ? [EVERYBODY_V6] : networks.filter(isV6),
  },
  status: applied ? ('applied' as const) : ('stored' as const),
})

/**
 * Stores who may reach the server, and has the server take it over. The answer says whether it already has: when it
 * takes longer, or fails, what is stored stays and can be applied again.
 */
async function change(
  context: Context,
  part: { ssl_only: boolean } | { networks: string[] | null },
  entry: { action: string; details: Record<string, unknown> },
): Promise<ProjectAccess> {
  const { platform, scope } = context
  const { project } = scope
  const actor = actorOf(context)
  try {
    const begun = await platform.store.transaction().execute(async (tx) => {
      const started = await platform.operations.begin(tx, {
        kind: setAccess.kind,
        projectId: project.id,
        event: null,
        actor,
      })
      const values = { ...part, updated_at: new Date(), applied_at: null }
      await tx
        .insertInto('project_access')
        .values({ project_id: project.id, networks: null, ...values })
        .onConflict((on) => on.column('project_id').doUpdateSet(values))
        .execute()
      await audit(tx, actor, { ...entry, organization: scope.organization.slug, project: project.ref })
      return started
    })
    platform.operations.kick(begun.id)
    await ended(context, begun.id)
    return accessOf(platform.store, project.id)
  } catch (error) {
    throw statusRefusal(error, 'given other network access')
  }
}

/** Waits for an operation to end, but not for ever. */
async function ended({ platform }: Context, id: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS
  while (Date.now() < deadline) {
    const row = await platform.store
      .selectFrom('operations')
      .select('finished_at')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row || row.finished_at !== null) return
    await sleep(LOOK_MS)
  }
}

export const databaseSettings = {
  ssl: api.project.settings.database.ssl.handler(async ({ context }) =>
    sslOnWire(await accessOf(context.platform.store, context.scope.project.id)),
  ),

  setSsl: api.project.settings.database.setSsl.handler(async ({ input, context }) => {
    const { database } = input.requestedConfig
    return sslOnWire(
      await change(
        context,
        { ssl_only: database },
        { action: 'project.ssl_enforcement_changed', details: { enforced: database } },
      ),
    )
  }),

  networks: api.project.settings.database.networks.handler(async ({ context }) =>
    networksOnWire(await accessOf(context.platform.store, context.scope.project.id)),
  ),

  applyNetworks: api.project.settings.database.applyNetworks.handler(async ({ input, context }) => {
    const { dbAllowedCidrs: v4, dbAllowedCidrsV6: v6 } = input
    const everybody = v4.includes(EVERYBODY_V4) && v6.includes(EVERYBODY_V6)
    const networks = everybody ? null : [...new Set([...v4, ...v6])]
    return networksOnWire(
      await change(context, { networks }, { action: 'project.network_restrictions_changed', details: { networks } }),
    )
  }),
}
