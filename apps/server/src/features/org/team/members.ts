import {
  can,
  grantsOf,
  LAST_OWNER,
  type Member,
  NO_ROLE,
  NOT_A_MEMBER,
  organizationPermissions,
  type Permission,
  PROJECT_ELSEWHERE,
  type Role,
} from '@stoa/contract'
import { audit } from '../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../core/context.ts'
import { badRequest, conflict, notFound } from '../../../core/errors.ts'
import { demand } from '../../../core/guard.ts'
import { addMember, type HeldRoles } from '../../../core/organizations.ts'
import type { StoreLike } from '../../../store/store.ts'
import type { OrganizationRow } from '../../../store/tables.ts'

export type WantedRoles = { readonly role: Role | null; readonly projects: readonly { ref: string; role: Role }[] }

/**
 * Checks a choice of roles and finds the projects in it.
 * @throws ORPCError 400 when it names no role or a project elsewhere; 403 when only an owner may give it
 */
export async function chosenRoles(context: Context, tx: StoreLike, wanted: WantedRoles): Promise<HeldRoles> {
  if (wanted.role === null && wanted.projects.length === 0) throw badRequest(NO_ROLE)
  if (wanted.role === 'Owner' || wanted.projects.some((project) => project.role === 'Owner'))
    demand(context, organizationPermissions.manageOwners)
  const roles = new Map(wanted.projects.map((project) => [project.ref, project.role]))
  const projects =
    roles.size === 0
      ? []
      : await tx
          .selectFrom('projects')
          .select(['id', 'ref'])
          .where('organization_id', '=', context.scope.organization.id)
          .where('ref', 'in', [...roles.keys()])
          .execute()
  if (projects.length !== roles.size) throw badRequest(PROJECT_ELSEWHERE)
  return {
    role: wanted.role,
    projects: projects.map((project) => ({ id: project.id, role: roles.get(project.ref) ?? 'Read-only' })),
  }
}

async function membersOf(tx: StoreLike, organization: OrganizationRow, userId?: string): Promise<Member[]> {
  const rows = await tx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .leftJoin('role_assignments as held', (join) =>
      join.onRef('held.organization_id', '=', 'members.organization_id').onRef('held.user_id', '=', 'members.user_id'),
    )
    .leftJoin('projects', 'projects.id', 'held.project_id')
    .select(['users.id', 'users.name', 'users.email', 'members.joined_at', 'held.role'])
    .select(['projects.ref', 'projects.name as project_name'])
    .where('members.organization_id', '=', organization.id)
    .$if(userId !== undefined, (query) => query.where('members.user_id', '=', userId ?? ''))
    .orderBy('members.joined_at')
    .orderBy('projects.name')
    .execute()
  const members = new Map<string, Member>()
  for (const row of rows) {
    const member = members.get(row.id) ?? {
      user_id: row.id,
      user_name: row.name,
      email: row.email,
      role: null,
      projects: [],
      joined_at: row.joined_at.toISOString(),
    }
    if (row.role !== null && row.ref === null) member.role = row.role
    if (row.role !== null && row.ref !== null)
      member.projects.push({ ref: row.ref, name: row.project_name ?? row.ref, role: row.role })
    members.set(row.id, member)
  }
  return [...members.values()]
}

/** Locks the organization's membership and finds one member. @throws ORPCError 404 */
async function lockMember(context: Context, tx: StoreLike, userId: string): Promise<Member> {
  const { organization } = context.scope
  await tx.selectFrom('organizations').select('id').where('id', '=', organization.id).forUpdate().execute()
  const [member] = await membersOf(tx, organization, userId)
  if (!member) throw notFound(NOT_A_MEMBER)
  return member
}

/** @throws ORPCError 409 when nobody would own the organization any more */
async function keepAnOwner(context: Context, tx: StoreLike, except: string): Promise<void> {
  const other = await tx
    .selectFrom('role_assignments')
    .select('user_id')
    .where('organization_id', '=', context.scope.organization.id)
    .where('project_id', 'is', null)
    .where('role', '=', 'Owner')
    .where('user_id', '!=', except)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw conflict(LAST_OWNER)
}

/**
 * Withdraws the open invitations of somebody who could not make them any more: all of them once that person no longer
 * manages members, those of owners once no longer an owner.
 * @param role what the person holds in the whole organization from now on
 */
async function withdrawBeyond(context: Context, tx: StoreLike, userId: string, role: Role | null): Promise<void> {
  const { organization } = context.scope
  const grants = role === null ? [] : grantsOf(role, organization.slug, null)
  const may = ({ action, resource }: Permission) =>
    can(grants, { action, resource, organization: organization.slug, project: null })
  const open = await tx
    .selectFrom('invitations')
    .select(['id', 'email', 'roles'])
    .where('organization_id', '=', organization.id)
    .where('invited_by', '=', userId)
    .execute()
  const beyond = open.filter(({ roles }) => {
    const owner = roles.role === 'Owner' || roles.projects.some((project) => project.role === 'Owner')
    return !may(organizationPermissions.manageMembers) || (owner && !may(organizationPermissions.manageOwners))
  })
  for (const { id, email } of beyond) {
    await tx.deleteFrom('invitations').where('id', '=', id).execute()
    await audit(tx, actorOf(context), {
      action: 'member.invitation_withdrawn',
      organization: organization.slug,
      details: { email, because: 'whoever invited may no longer do so' },
    })
  }
}

async function removeMember(context: Context, userId: string, action: string): Promise<Member> {
  const { organization } = context.scope
  return context.platform.store.transaction().execute(async (tx) => {
    const member = await lockMember(context, tx, userId)
    if (member.role === 'Owner') {
      if (userId !== context.scope.caller.account.id) demand(context, organizationPermissions.manageOwners)
      await keepAnOwner(context, tx, userId)
    }
    await tx
      .deleteFrom('members')
      .where('organization_id', '=', organization.id)
      .where('user_id', '=', userId)
      .execute()
    await audit(tx, actorOf(context), { action, organization: organization.slug, details: { member: member.email } })
    await withdrawBeyond(context, tx, userId, null)
    return member
  })
}

export const members = {
  listV1: api.org.team.listV1.handler(async ({ context }) =>
    (await membersOf(context.platform.store, context.scope.organization)).map((member) => ({
      user_id: member.user_id,
      user_name: member.user_name,
      email: member.email,
      role_name: member.role ?? member.projects[0]?.role ?? 'Read-only',
      mfa_enabled: false,
    })),
  ),

  list: api.org.team.list.handler(({ context }) => membersOf(context.platform.store, context.scope.organization)),

  setRoles: api.org.team.setRoles.handler(async ({ input, context }) => {
    const { organization } = context.scope
    return context.platform.store.transaction().execute(async (tx) => {
      const member = await lockMember(context, tx, input.user_id)
      const roles = await chosenRoles(context, tx, input)
      if (member.role === 'Owner' && roles.role !== 'Owner') {
        demand(context, organizationPermissions.manageOwners)
        await keepAnOwner(context, tx, input.user_id)
      }
      await addMember(tx, organization.id, input.user_id, roles)
      await audit(tx, actorOf(context), {
        action: 'member.roles_changed',
        organization: organization.slug,
        details: { member: member.email, role: input.role, projects: input.projects },
      })
      await withdrawBeyond(context, tx, input.user_id, input.role)
      const [changed] = await membersOf(tx, organization, input.user_id)
      if (!changed) throw notFound(NOT_A_MEMBER)
      return changed
    })
  }),

  remove: api.org.team.remove.handler(async ({ input, context }) => {
    const member = await removeMember(context, input.user_id, 'member.removed')
    return { user_id: member.user_id }
  }),

  leave: api.org.team.leave.handler(async ({ context }) => {
    await removeMember(context, context.scope.caller.account.id, 'member.left')
    return { slug: context.scope.organization.slug }
  }),
}
