import { randomBytes } from 'node:crypto'
import { type Organization, PLANS, type PlanId, type Role } from '@stoa/contract'
import type { StoreLike } from '../store/store.ts'
import type { OrganizationRow } from '../store/tables.ts'

/** An organization in the shape that crosses the wire. */
export const organizationOnWire = (row: OrganizationRow): Organization => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  plan: { id: row.plan, name: PLANS[row.plan].name },
  // Whatever was agreed to before, a marked organization shares nothing.
  opt_in_tags: row.hipaa ? [] : row.opt_in_tags,
  hipaa: row.hipaa,
  created_at: row.created_at.toISOString(),
})

/** Letters, digits and hyphens of a name; empty when nothing of it can be kept. */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
}

/**
 * Makes an organization with its first owner. Its slug follows the name; where that is taken or empty, a few random
 * characters are added.
 */
export async function insertOrganization(
  tx: StoreLike,
  ownerId: string,
  input: { name: string; plan: PlanId },
): Promise<OrganizationRow> {
  const wanted = slugify(input.name)
  for (let attempt = 0; ; attempt++) {
    const suffix = randomBytes(3).toString('hex')
    const slug = attempt === 0 && wanted !== '' ? wanted : [wanted, suffix].filter(Boolean).join('-')
    const row = await tx
      .insertInto('organizations')
      .values({ slug, name: input.name, plan: input.plan })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) continue
    await addMember(tx, row.id, ownerId, { role: 'Owner', projects: [] })
    return row
  }
}

export type HeldRoles = { readonly role: Role | null; readonly projects: readonly { id: number; role: Role }[] }

/** Makes an account a member with these roles; an existing member's roles are replaced. */
export async function addMember(
  tx: StoreLike,
  organizationId: number,
  userId: string,
  roles: HeldRoles,
): Promise<void> {
  const key = { organization_id: organizationId, user_id: userId }
  await tx
    .insertInto('members')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .deleteFrom('role_assignments')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
  const rows = [
    ...(roles.role === null ? [] : [{ ...key, project_id: null, role: roles.role }]),
    ...roles.projects.map((project) => ({ ...key, project_id: project.id, role: project.role })),
  ]
  if (rows.length > 0) await tx.insertInto('role_assignments').values(rows).execute()
}
