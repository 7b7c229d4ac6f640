import { DEFAULT_PLAN, HAS_PROJECTS, HIPAA_NEVER_SHARES } from '@stoa/contract'
import { audit } from '../../../core/audit.ts'
import { actorOf, api } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { insertOrganization, organizationOnWire } from '../../../core/organizations.ts'
import type { OrganizationRow } from '../../../store/tables.ts'

const v1 = (row: OrganizationRow) => ({ id: row.slug, slug: row.slug, name: row.name })

export const general = {
  list: api.org.general.list.handler(({ context }) =>
    context.scope.caller.memberships.map(({ organization }) => v1(organization)),
  ),

  create: api.org.general.create.handler(async ({ input, context }) =>
    context.platform.store.transaction().execute(async (tx) => {
      const row = await insertOrganization(tx, context.scope.caller.account.id, {
        name: input.name,
        plan: DEFAULT_PLAN,
      })
      await audit(tx, actorOf(context), { action: 'organization.created', organization: row.slug })
      return v1(row)
    }),
  ),

  get: api.org.general.get.handler(({ context }) => {
    const row = context.scope.organization
    return { ...v1(row), plan: row.plan, opt_in_tags: organizationOnWire(row).opt_in_tags }
  }),

  update: api.org.general.update.handler(async ({ input, context }) => {
    const { name, opt_in_tags } = input
    if (name === undefined && opt_in_tags === undefined) return organizationOnWire(context.scope.organization)
    return context.platform.store.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable('organizations')
        .set({ ...(name === undefined ? {} : { name }), ...(opt_in_tags === undefined ? {} : { opt_in_tags }) })
        .where('id', '=', context.scope.organization.id)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw notFound('Organization not found')
      if (row.hipaa && opt_in_tags !== undefined) throw conflict(HIPAA_NEVER_SHARES)
      await audit(tx, actorOf(context), {
        action: 'organization.updated',
        organization: row.slug,
        details: { name, opt_in_tags },
      })
      return organizationOnWire(row)
    })
  }),

  remove: api.org.general.remove.handler(async ({ context }) => {
    const { id, slug } = context.scope.organization
    return context.platform.store.transaction().execute(async (tx) => {
      // Locked, so that no project can be created into an organization that is going away.
      await tx.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute()
      const project = await tx
        .selectFrom('projects')
        .select('id')
        .where('organization_id', '=', id)
        .limit(1)
        .executeTakeFirst()
      if (project) throw conflict(HAS_PROJECTS)
      await tx.deleteFrom('organizations').where('id', '=', id).execute()
      await audit(tx, actorOf(context), { action: 'organization.deleted', organization: slug })
      return { slug }
    })
  }),
}
