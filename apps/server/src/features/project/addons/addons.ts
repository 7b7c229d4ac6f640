import {
  ADDON_NAMES,
  ADDON_NOT_SELECTED,
  ADDON_SELECTED,
  type Addons,
  type AddonType,
  addonNotInPlan,
  COMPUTE_IDS,
  COMPUTE_SIZES,
  type ComputeId,
  CUSTOM_DOMAIN_VARIANT,
  DEFAULT_COMPUTE,
  DOMAIN_IN_USE,
  PITR_DAYS,
  pitrVariant,
  planAllowsAddon,
  UNKNOWN_ADDON,
} from '@stoa/contract'
import { requireAddonInPlan } from '../../../core/addons.ts'
import { type AuditEntry, audit } from '../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../core/context.ts'
import { badRequest, conflict } from '../../../core/errors.ts'
import { disablePitr, enablePitr } from '../../../core/pitr.ts'
import { lockProject } from '../../../core/project-status.ts'
import { beginResize } from '../../../core/resize.ts'

type Variant = Addons['selected_addons'][number]['variant']

const free: Variant['price'] = { description: 'Included', type: 'fixed', interval: 'monthly', amount: 0 }

const computeVariant = (context: Context, id: ComputeId): Variant => {
  const size = COMPUTE_SIZES[id]
  const amount = context.platform.config.computePrices[id]
  const price = amount === undefined ? free : { ...free, description: `$${amount} a month`, amount }
  return {
    id: `ci_${id}`,
    name: size.name,
    price,
    meta: { memory_mb: size.memoryMb, connections_direct: size.maxConnections, cpu_workers: size.workers },
  }
}

const pitr = (days: number): Variant => ({
  id: pitrVariant(days),
  name: `${days} days`,
  price: free,
  meta: { backup_duration_days: days },
})

const customDomain: Variant = { id: CUSTOM_DOMAIN_VARIANT, name: 'Custom domain', price: free, meta: {} }

async function list(context: Context): Promise<Addons> {
  const { platform, scope } = context
  const { project } = scope
  const rows = await platform.store
    .selectFrom('project_addons')
    .select(['type', 'variant'])
    .where('project_id', '=', project.id)
    .execute()
  const { plan } = scope.organization
  const available = (type: AddonType, variants: Variant[]) => ({
    type,
    name: ADDON_NAMES[type],
    variants,
    refusal: planAllowsAddon(plan, type) ? null : addonNotInPlan(type, plan),
  })
  const days = PITR_DAYS.find((one) => rows.some((row) => row.type === 'pitr' && row.variant === pitrVariant(one)))
  // Read anew: a change of size may have ended since the request was let through.
  const { compute_size } = await platform.store
    .selectFrom('projects')
    .select('compute_size')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  return {
    selected_addons: [
      ...(compute_size === DEFAULT_COMPUTE
        ? []
        : [{ type: 'compute_instance' as const, variant: computeVariant(context, compute_size) }]),
      ...(days === undefined ? [] : [{ type: 'pitr' as const, variant: pitr(days) }]),
      ...(rows.some((row) => row.type === 'custom_domain')
        ? [{ type: 'custom_domain' as const, variant: customDomain }]
        : []),
    ],
    available_addons: [
      available(
        'compute_instance',
        COMPUTE_IDS.filter((id) => id !== DEFAULT_COMPUTE).map((id) => computeVariant(context, id)),
      ),
      available('pitr', PITR_DAYS.map(pitr)),
      available('custom_domain', [customDomain]),
    ],
  }
}

/** The type of the add-on that a variant belongs to. @throws ORPCError 400 when there is none */
function typeOf(variant: string): AddonType {
  if (variant === CUSTOM_DOMAIN_VARIANT) return 'custom_domain'
  if (PITR_DAYS.some((days) => pitrVariant(days) === variant)) return 'pitr'
  if (COMPUTE_IDS.some((id) => `ci_${id}` === variant)) return 'compute_instance'
  throw badRequest(UNKNOWN_ADDON)
}

const entry = ({ scope }: Context, action: string, details: AuditEntry['details'] = {}): AuditEntry => ({
  action,
  organization: scope.organization.slug,
  project: scope.project.ref,
  details,
})

async function addCustomDomain(context: Context): Promise<void> {
  const { platform, scope } = context
  await platform.store.transaction().execute(async (tx) => {
    await requireAddonInPlan(tx, scope.organization.id, 'custom_domain')
    const added = await tx
      .insertInto('project_addons')
      .values({ project_id: scope.project.id, type: 'custom_domain', variant: CUSTOM_DOMAIN_VARIANT })
      .onConflict((clash) => clash.columns(['project_id', 'type']).doNothing())
      .returning('type')
      .executeTakeFirst()
    if (!added) throw conflict(ADDON_SELECTED)
    await audit(tx, actorOf(context), entry(context, 'project.addon_added', { type: 'custom_domain' }))
  })
}

/** Turns point in time recovery on, or changes for how many days it reaches back. */
async function setPitr(context: Context, variant: string): Promise<void> {
  const { platform, scope } = context
  const days = PITR_DAYS.find((one) => pitrVariant(one) === variant)
  if (days === undefined) throw badRequest(UNKNOWN_ADDON)
  const begun = await platform.store.transaction().execute(async (tx) => {
    await requireAddonInPlan(tx, scope.organization.id, 'pitr')
    const project = await lockProject(tx, scope.project.id)
    const changed = await tx
      .insertInto('project_addons')
      .values({ project_id: project.id, type: 'pitr', variant })
      .onConflict((clash) =>
        clash.columns(['project_id', 'type']).doUpdateSet({ variant }).where('project_addons.variant', '!=', variant),
      )
      .returning('type')
      .executeTakeFirst()
    if (!changed) throw conflict(ADDON_SELECTED)
    await audit(tx, actorOf(context), entry(context, 'project.addon_added', { type: 'pitr', variant }))
    return enablePitr(platform, tx, project, actorOf(context), days)
  })
  if (begun !== null) platform.operations.kick(begun)
}

async function removePitr(context: Context, variant: string): Promise<void> {
  const { platform, scope } = context
  const begun = await platform.store.transaction().execute(async (tx) => {
    const project = await lockProject(tx, scope.project.id)
    const removed = await tx
      .deleteFrom('project_addons')
      .where('project_id', '=', project.id)
      .where('type', '=', 'pitr')
      .where('variant', '=', variant)
      .returning('type')
      .executeTakeFirst()
    if (!removed) throw conflict(ADDON_NOT_SELECTED)
    await audit(tx, actorOf(context), entry(context, 'project.addon_removed', { type: 'pitr', variant }))
    return disablePitr(platform, tx, project, actorOf(context))
  })
  if (begun !== null) platform.operations.kick(begun)
}

async function removeCustomDomain(context: Context): Promise<void> {
  const { platform, scope } = context
  await platform.store.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('project_addons')
      .where('project_id', '=', scope.project.id)
      .where('type', '=', 'custom_domain')
      .returning('type')
      .executeTakeFirst()
    if (!removed) throw conflict(ADDON_NOT_SELECTED)
    const used = await tx
      .selectFrom('custom_hostnames')
      .select('project_id')
      .where('project_id', '=', scope.project.id)
      .executeTakeFirst()
    if (used) throw conflict(DOMAIN_IN_USE)
    await audit(tx, actorOf(context), entry(context, 'project.addon_removed', { type: 'custom_domain' }))
  })
}

export const addons = {
  get: api.project.addons.get.handler(({ context }) => list(context)),
  getV1: api.project.addons.getV1.handler(({ context }) => list(context)),

  applyV1: api.project.addons.applyV1.handler(async ({ input, context }) => {
    const { addon_type: type, addon_variant: variant } = input
    if (typeOf(variant) !== type) throw badRequest(UNKNOWN_ADDON)
    if (type === 'compute_instance') await beginResize(context, variant.replace(/^ci_/, '') as ComputeId)
    else if (type === 'pitr') await setPitr(context, variant)
    else await addCustomDomain(context)
    return list(context)
  }),

  removeV1: api.project.addons.removeV1.handler(async ({ input, context }) => {
    const type = typeOf(input.addon_variant)
    if (type === 'compute_instance') {
      if (input.addon_variant !== `ci_${context.scope.project.compute_size}`) throw conflict(ADDON_NOT_SELECTED)
      await beginResize(context, DEFAULT_COMPUTE)
    } else if (type === 'pitr') await removePitr(context, input.addon_variant)
    else await removeCustomDomain(context)
    return list(context)
  }),
}
