import {
  ADDON_TYPES,
  COMPUTE_IDS,
  type ComputeId,
  PLANS,
  type PlanId,
  planAllowsAddon,
  planAllowsCompute,
  planLacksAddons,
  planLacksProjects,
  planLacksSizes,
} from '@stoa/contract'
import { sql } from 'kysely'
import { audit } from '../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { freeLimitMember, lockForLimit, memberUse } from '../../../core/free-limit.ts'
import { organizationOnWire } from '../../../core/organizations.ts'
import { serverUse } from '../../../core/server-use.ts'
import type { StoreLike } from '../../../store/store.ts'
import type { ProjectRow } from '../../../store/tables.ts'

const MB = 1024 * 1024

const projectsOf = (tx: StoreLike, organizationId: number) =>
  tx.selectFrom('projects').selectAll().where('organization_id', '=', organizationId).orderBy('name').execute()

/** The add-ons of all projects of an organization. */
const addonsOf = (tx: StoreLike, organizationId: number) =>
  tx
    .selectFrom('project_addons as a')
    .innerJoin('projects as p', 'p.id', 'a.project_id')
    .select(['p.id as project_id', 'p.ref as project_ref', 'p.name as project_name', 'a.type', 'a.variant'])
    .where('p.organization_id', '=', organizationId)
    .orderBy('p.name')
    .orderBy('a.type')
    .execute()

/** The sizes that projects of an organization are just being given, by the project's id. */
async function sizesUnderWay(tx: StoreLike, organizationId: number): Promise<Map<number, ComputeId[]>> {
  const resizes = await tx
    .selectFrom('operations as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select(['p.id', 'o.input'])
    .where('p.organization_id', '=', organizationId)
    .where('o.kind', '=', 'project.resize')
    .where('o.finished_at', 'is', null)
    .execute()
  return new Map(
    resizes.map(({ id, input }) => [id, COMPUTE_IDS.filter((size) => size === input.compute_size)] as const),
  )
}

/** @throws ORPCError 409 when what the organization has does not fit into the plan */
async function fits(tx: StoreLike, organizationId: number, plan: PlanId): Promise<void> {
  const staying = (await projectsOf(tx, organizationId)).filter(({ status }) => status !== 'GOING_DOWN')
  const becoming = await sizesUnderWay(tx, organizationId)
  const sized = staying.filter(({ id, compute_size }) =>
    [compute_size, ...(becoming.get(id) ?? [])].some((size) => !planAllowsCompute(plan, size)),
  )
  if (sized.length > 0) {
    const names = sized.map(({ name }) => name)
    throw conflict(planLacksSizes(plan, names))
  }
  const held = (await addonsOf(tx, organizationId)).flatMap(({ project_id, project_name: project, type: text }) => {
    const type = ADDON_TYPES.find((one) => one === text)
    const stays = staying.some(({ id }) => id === project_id)
    return type && stays && !planAllowsAddon(plan, type) ? [{ project, type }] : []
  })
  if (held.length > 0) throw conflict(planLacksAddons(plan, held))
  const over = (await memberUse(tx, organizationId, plan)).filter(({ active, limit }) => active > limit)
  if (over.length > 0) {
    const names = over.map(({ name }) => name)
    throw conflict(planLacksProjects(plan, names), { members: over.map(freeLimitMember) })
  }
}

/** All projects' files on disk; null while none can be measured. */
async function diskUse(context: Context, projects: readonly ProjectRow[]): Promise<number | null> {
  const uses = await Promise.all(projects.map((project) => serverUse(context.platform, project)))
  const measured = uses.flatMap(({ disk }) => (disk === null ? [] : [disk]))
  return measured.length === 0 && projects.length > 0 ? null : measured.reduce((sum, disk) => sum + disk, 0)
}

export const billing = {
  subscription: api.org.billing.subscription.handler(async ({ context }) => {
    const { platform, scope } = context
    const { store, config } = platform
    const { id, plan } = scope.organization
    const projects = await projectsOf(store, id)
    const [addons, counted, [own], disk] = await Promise.all([
      addonsOf(store, id),
      store
        .selectNoFrom((eb) => [
          eb
            .selectFrom('members')
            .select((inner) => inner.fn.countAll<number>().as('n'))
            .where('organization_id', '=', id)
            .as('members'),
          eb
            .selectFrom('backups')
            .select((inner) => inner.fn.countAll<number>().as('n'))
            .where('organization_id', '=', id)
            .where('status', '=', 'COMPLETED')
            .as('backups'),
          eb
            .selectFrom('backups')
            .select(sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('n'))
            .where('organization_id', '=', id)
            .where('status', '=', 'COMPLETED')
            .as('backup_bytes'),
        ])
        .executeTakeFirstOrThrow(),
      memberUse(store, id, plan, { userId: scope.caller.account.id }),
      diskUse(context, projects),
    ])
    const active = projects.filter(({ status }) => status !== 'INACTIVE' && status !== 'GOING_DOWN')
    return {
      plan: { id: plan, name: PLANS[plan].name },
      addons: addons.map(({ project_id: _, ...addon }) => addon),
      usage: {
        projects: projects.length,
        active_projects: active.length,
        members: counted.members ?? 0,
        disk_bytes: disk,
        disk_limit_bytes: projects.reduce((sum, project) => sum + project.disk_limit_mb * MB, 0),
        backups: counted.backups ?? 0,
        backup_bytes: counted.backup_bytes ?? 0,
        own_projects: own?.active ?? active.length,
        own_project_limit: own?.limit ?? null,
      },
      compute_prices: COMPUTE_IDS.map((size) => ({
        id: size,
        price_per_month: config.computePrices[size] ?? null,
        projects: projects.filter(({ compute_size }) => compute_size === size).length,
      })),
    }
  }),

  changePlan: api.org.billing.changePlan.handler(async ({ input, context }) =>
    context.platform.store.transaction().execute(async (tx) => {
      const { id } = context.scope.organization
      const from = await lockForLimit(tx, id)
      if (from !== input.plan) await fits(tx, id, input.plan)
      const row = await tx
        .updateTable('organizations')
        .set({ plan: input.plan })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await audit(tx, actorOf(context), {
        action: 'organization.plan_changed',
        organization: row.slug,
        details: { plan: input.plan, from, ...(input.source && { source: input.source }) },
      })
      return organizationOnWire(row)
    }),
  ),

  freeLimitMembers: api.org.billing.freeLimitMembers.handler(async ({ context }) => {
    const { id, plan } = context.scope.organization
    const all = await memberUse(context.platform.store, id, plan)
    return all.filter(({ active, limit }) => active >= limit).map(freeLimitMember)
  }),
}
