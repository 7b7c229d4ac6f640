import {
  COMPUTE_SIZES,
  DEFAULT_COMPUTE,
  PLANS,
  planAllowsCompute,
  sizeNotInPlan,
  UNKNOWN_REGION,
  UNKNOWN_VERSION,
} from '@stoa/contract'
import { audit } from '../../core/audit.ts'
import { actorOf, api, type Context } from '../../core/context.ts'
import { badRequest, conflict } from '../../core/errors.ts'
import { requireFreeLimit } from '../../core/free-limit.ts'
import { visible } from '../../core/guard.ts'
import { insertProject } from '../../core/new-project.ts'
import { publicTarget } from '../../core/projects.ts'
import { serverUse } from '../../core/server-use.ts'
import { findVersion } from '../../core/versions.ts'
import type { OrganizationRow, ProjectRow } from '../../store/tables.ts'
import { machineUse } from './usage.ts'

const v1Base = (row: ProjectRow, organization: OrganizationRow) => ({
  id: row.ref,
  ref: row.ref,
  organization_id: organization.slug,
  organization_slug: organization.slug,
  name: row.name,
  region: row.region,
  created_at: row.created_at.toISOString(),
  status: row.status,
})

async function v1(context: Context, row: ProjectRow, organization: OrganizationRow) {
  const target = await publicTarget(context.platform, row.ref)
  return {
    ...v1Base(row, organization),
    database: {
      host: target?.host ?? 'localhost',
      version: row.version.replace(/^supabase-postgres-/, ''),
      postgres_engine: row.postgres_engine,
      release_channel: row.release_channel,
    },
  }
}

/** The caller's projects, each with its organization, by name. */
async function seen(context: Context): Promise<{ row: ProjectRow; organization: OrganizationRow }[]> {
  const { caller } = context.scope
  const organizations = new Map(caller.memberships.map(({ organization }) => [organization.id, organization]))
  if (organizations.size === 0) return []
  const rows = await context.platform.store
    .selectFrom('projects')
    .selectAll()
    .where('organization_id', 'in', [...organizations.keys()])
    .orderBy('name')
    .execute()
  return rows.flatMap((row) => {
    const organization = organizations.get(row.organization_id)
    return organization && visible(caller, organization, row) ? [{ row, organization }] : []
  })
}

export const projects = {
  listV1: api.projects.listV1.handler(async ({ context }) =>
    Promise.all((await seen(context)).map(({ row, organization }) => v1(context, row, organization))),
  ),

  getV1: api.projects.getV1.handler(({ context }) => v1(context, context.scope.project, context.scope.organization)),

  create: api.projects.create.handler(async ({ input, context }) => {
    const { platform } = context
    const { organization } = context.scope
    const version = findVersion(platform.engine, input)
    if (!version) throw badRequest(UNKNOWN_VERSION)
    const regions = platform.engine.capabilities.regions
    const region = regions.find((entry) => input.region === undefined || entry.id === input.region)
    if (!region) throw badRequest(UNKNOWN_REGION)
    const compute = input.desired_instance_size ?? DEFAULT_COMPUTE
    const begun = await platform.store.transaction().execute(async (tx) => {
      // Locks the organization too, so that it stays until the project is in it.
      const plan = await requireFreeLimit(context, tx)
      if (!planAllowsCompute(plan, compute))
        throw conflict(sizeNotInPlan(COMPUTE_SIZES[compute].name, PLANS[plan].name))
      const id = await insertProject(platform, tx, {
        organization_id: organization.id,
        name: input.name,
        region: region.id,
        version: version.version,
        postgres_engine: version.postgres_engine,
        release_channel: version.release_channel,
        compute_size: input.desired_instance_size ?? DEFAULT_COMPUTE,
        password: input.db_pass,
      })
      const actor = actorOf(context)
      const started = await platform.operations.begin(tx, {
        kind: 'project.create',
        projectId: id,
        event: null,
        actor,
      })
      await audit(tx, actor, {
        action: 'project.created',
        organization: organization.slug,
        project: started.project.ref,
        details: { name: input.name, version: version.version },
      })
      return started
    })
    platform.operations.kick(begun.id)
    return v1Base(begun.project, organization)
  }),

  list: api.projects.list.handler(async ({ context }) => {
    const listed = await seen(context)
    const [machine, ...used] = await Promise.all([
      machineUse(context.platform),
      ...listed.map(({ row }) => serverUse(context.platform, row)),
    ])
    return {
      machine,
      projects: listed.map(({ row, organization }, index) => ({
        id: row.id,
        ref: row.ref,
        name: row.name,
        organization_slug: organization.slug,
        region: row.region,
        status: row.status,
        dbVersion: row.version,
        compute_size: row.compute_size,
        created_at: row.created_at.toISOString(),
        status_since: row.status_since.toISOString(),
        memory_bytes: used[index]?.memory ?? null,
        disk_bytes: used[index]?.disk ?? null,
      })),
    }
  }),
}
