import * as z from 'zod'
import { organizationPermissions } from '../../org/organization.permissions.ts'
import { accountRoute, publicRoute, route } from '../../route.ts'
import { AccountId, Ref, RoleSchema, Slug } from '../../schemas.ts'
import { Email, name, Password } from '../../text.ts'

/** What a member holds: a role in the whole organization, roles in single projects, or both. */
export const Roles = z.object({
  role: RoleSchema.nullable(),
  projects: z.array(z.object({ ref: Ref, role: RoleSchema })).default([]),
})

export const Member = z.object({
  user_id: z.string(),
  user_name: z.string(),
  email: z.string(),
  role: RoleSchema.nullable(),
  projects: z.array(z.object({ ref: z.string(), name: z.string(), role: RoleSchema })),
  joined_at: z.string(),
})
export type Member = z.infer<typeof Member>

export const Invitation = z.object({
  id: z.string(),
  email: z.string().nullable(),
  role: RoleSchema.nullable(),
  projects: z.array(z.object({ ref: z.string(), role: RoleSchema })),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

/** How long an invitation link works, in days. */
export const INVITATION_DAYS = 7

export const LAST_OWNER = 'An organization needs at least one owner'
export const NO_ROLE = 'Choose a role for the organization or for at least one project'
export const NOT_A_MEMBER = 'This person is not a member of the organization'
export const PROJECT_ELSEWHERE = 'A chosen project is not in this organization'
export const INVITATION_GONE = 'This invitation has expired, was used or was withdrawn. Ask for a new link'
export const INVITATION_OTHER_EMAIL = 'This invitation was made for another email address'
export const ALREADY_MEMBER = 'You are already a member of this organization'
export const ACCOUNT_EXISTS = 'An account with this email already exists. Sign in, then open the invitation again'

export const listV1Members = route(organizationPermissions.readMembers)
  .route({
    method: 'GET',
    path: '/v1/organizations/{slug}/members',
    tags: ['Organizations'],
    summary: 'Members of an organization',
  })
  .input(z.object({ slug: Slug }))
  .output(
    z.array(
      z.object({
        user_id: z.string(),
        user_name: z.string(),
        email: z.string(),
        role_name: z.string(),
        mfa_enabled: z.boolean(),
      }),
    ),
  )

export const listMembers = route(organizationPermissions.readMembers)
  .route({
    method: 'GET',
    path: '/platform/organizations/{slug}/members',
    tags: ['Organizations'],
    summary: 'Members with their roles',
  })
  .input(z.object({ slug: Slug }))
  .output(z.array(Member))

export const setMemberRoles = route(organizationPermissions.manageMembers)
  .route({
    method: 'PUT',
    path: '/platform/organizations/{slug}/members/{user_id}',
    tags: ['Organizations'],
    summary: 'Change the roles of a member',
  })
  .input(Roles.extend({ slug: Slug, user_id: AccountId }))
  .output(Member)

export const removeMember = route(organizationPermissions.manageMembers)
  .route({
    method: 'DELETE',
    path: '/platform/organizations/{slug}/members/{user_id}',
    tags: ['Organizations'],
    summary: 'Remove a member',
  })
  .input(z.object({ slug: Slug, user_id: AccountId }))
  .output(z.object({ user_id: z.string() }))

export const leaveOrganization = route(organizationPermissions.read)
  .route({
    method: 'POST',
    path: '/platform/organizations/{slug}/leave',
    tags: ['Organizations'],
    summary: 'Leave an organization',
  })
  .input(z.object({ slug: Slug }))
  .output(z.object({ slug: z.string() }))

export const listInvitations = route(organizationPermissions.manageMembers)
  .route({
    method: 'GET',
    path: '/platform/organizations/{slug}/invitations',
    tags: ['Organizations'],
    summary: 'Open invitations',
  })
  .input(z.object({ slug: Slug }))
  .output(z.array(Invitation))

/** Makes an invitation link. The answer is the only place where the link is ever shown. */
export const createInvitation = route(organizationPermissions.manageMembers)
  .route({
    method: 'POST',
    path: '/platform/organizations/{slug}/invitations',
    tags: ['Organizations'],
    summary: 'Invite by link',
    successStatus: 201,
  })
  .input(Roles.extend({ slug: Slug, email: Email.nullable().default(null) }))
  .output(Invitation.extend({ url: z.string() }))

export const deleteInvitation = route(organizationPermissions.manageMembers)
  .route({
    method: 'DELETE',
    path: '/platform/organizations/{slug}/invitations/{id}',
    tags: ['Organizations'],
    summary: 'Withdraw an invitation',
  })
  .input(z.object({ slug: Slug, id: z.uuid() }))
  .output(z.object({ id: z.string() }))

const Token = z.string().min(20).max(128)

export const readInvitation = publicRoute('Whoever holds the link may see what it invites to')
  .route({
    method: 'POST',
    path: '/platform/invitations/read',
    tags: ['Organizations'],
    summary: 'What an invitation link offers',
  })
  .input(z.object({ token: Token }))
  .output(
    z.object({
      organization_name: z.string(),
      organization_slug: z.string(),
      invited_by: z.string(),
      email: z.string().nullable(),
      role: RoleSchema.nullable(),
    }),
  )

export const acceptInvitation = accountRoute
  .route({
    method: 'POST',
    path: '/platform/invitations/accept',
    tags: ['Organizations'],
    summary: 'Join with the signed-in account',
  })
  .input(z.object({ token: Token }))
  .output(z.object({ organization_slug: z.string() }))

/** Makes an account for whoever holds the link, and joins. Sign in afterwards. */
export const signUpWithInvitation = publicRoute('An invitation link is the only way to make a further account')
  .route({
    method: 'POST',
    path: '/platform/invitations/sign-up',
    tags: ['Organizations'],
    summary: 'Create an account and join',
    successStatus: 201,
  })
  .input(z.object({ token: Token, email: Email, name: name('Name', 64), password: Password }))
  .output(z.object({ organization_slug: z.string() }))
