import {
  ACCOUNT_EXISTS,
  ALREADY_MEMBER,
  INVITATION_DAYS,
  INVITATION_GONE,
  INVITATION_OTHER_EMAIL,
  type Invitation,
} from '@stoa/contract'
import { audit } from '../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../core/context.ts'
import { conflict, forbidden, notFound } from '../../../core/errors.ts'
import { addMember } from '../../../core/organizations.ts'
import { type Account, hashPassword, insertAccount } from '../../../core/people.ts'
import { hashToken, newLinkToken } from '../../../core/secrets.ts'
import type { StoreLike } from '../../../store/store.ts'
import { chosenRoles } from './members.ts'

const DAY_MS = 86_400_000

const select = (tx: StoreLike) =>
  tx
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .selectAll('invitations')
    .select([
      'users.name as inviter',
      'organizations.name as organization_name',
      'organizations.slug as organization_slug',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const onWire = (row: Row): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.roles.role,
  projects: row.roles.projects,
  invited_by: row.inviter,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})

/** The invitation behind a link. @throws ORPCError 404 when it has expired, was used or withdrawn */
async function byToken(tx: StoreLike, token: string): Promise<Row> {
  const row = await select(tx)
    .where('invitations.hash', '=', hashToken(token))
    .where('invitations.expires_at', '>', new Date())
    .executeTakeFirst()
  if (!row) throw notFound(INVITATION_GONE)
  return row
}

/** Uses an invitation up: whoever deletes the row first has it. */
async function join(
  context: Context,
  tx: StoreLike,
  row: Row,
  account: Account,
): Promise<{ organization_slug: string }> {
  if (row.email !== null && row.email !== account.email) throw forbidden(INVITATION_OTHER_EMAIL)
  const used = await tx.deleteFrom('invitations').where('id', '=', row.id).returning('id').executeTakeFirst()
  if (!used) throw notFound(INVITATION_GONE)
  const member = await tx
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', row.organization_id)
    .where('user_id', '=', account.id)
    .executeTakeFirst()
  if (member) throw conflict(ALREADY_MEMBER)
  const refs = row.roles.projects.map((project) => project.ref)
  const projects =
    refs.length === 0
      ? []
      : await tx
          .selectFrom('projects')
          .select(['id', 'ref'])
          .where('organization_id', '=', row.organization_id)
          .where('ref', 'in', refs)
          .execute()
  // All projects that it invited to were deleted: nothing is left to join.
  if (row.roles.role === null && projects.length === 0) throw notFound(INVITATION_GONE)
  await addMember(tx, row.organization_id, account.id, {
    role: row.roles.role,
    projects: projects.map((project) => ({
      id: project.id,
      role: row.roles.projects.find((held) => held.ref === project.ref)?.role ?? 'Read-only',
    })),
  })
  await audit(
    tx,
    { ...actorOf(context), id: account.id, name: account.name },
    {
      action: 'member.joined',
      organization: row.organization_slug,
      details: { member: account.email, invited_by: row.inviter },
    },
  )
  return { organization_slug: row.organization_slug }
}

export const invitations = {
  invitations: api.org.team.invitations.handler(async ({ context }) => {
    const rows = await select(context.platform.store)
      .where('invitations.organization_id', '=', context.scope.organization.id)
      .where('invitations.expires_at', '>', new Date())
      .orderBy('invitations.created_at', 'desc')
      .execute()
    return rows.map(onWire)
  }),

  invite: api.org.team.invite.handler(async ({ input, context }) => {
    const { organization, caller } = context.scope
    const token = newLinkToken()
    return context.platform.store.transaction().execute(async (tx) => {
      await chosenRoles(context, tx, input)
      const { id } = await tx
        .insertInto('invitations')
        .values({
          organization_id: organization.id,
          hash: hashToken(token),
          email: input.email,
          roles: JSON.stringify({ role: input.role, projects: input.projects }),
          invited_by: caller.account.id,
          expires_at: new Date(Date.now() + INVITATION_DAYS * DAY_MS),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await audit(tx, actorOf(context), {
        action: 'member.invited',
        organization: organization.slug,
        details: { email: input.email, role: input.role, projects: input.projects },
      })
      const row = await select(tx).where('invitations.id', '=', id).executeTakeFirstOrThrow()
      // The token stands behind the #: browsers keep that part to themselves, so it reaches no log on the way.
      return { ...onWire(row), url: `${context.platform.config.publicUrl}/join#token=${token}` }
    })
  }),

  withdraw: api.org.team.withdraw.handler(async ({ input, context }) => {
    const { organization } = context.scope
    return context.platform.store.transaction().execute(async (tx) => {
      const row = await tx
        .deleteFrom('invitations')
        .where('id', '=', input.id)
        .where('organization_id', '=', organization.id)
        .returning(['id', 'email'])
        .executeTakeFirst()
      if (!row) throw notFound(INVITATION_GONE)
      await audit(tx, actorOf(context), {
        action: 'member.invitation_withdrawn',
        organization: organization.slug,
        details: { email: row.email },
      })
      return { id: row.id }
    })
  }),

  readInvitation: api.org.team.readInvitation.handler(async ({ input, context }) => {
    const row = await byToken(context.platform.store, input.token)
    return {
      organization_name: row.organization_name,
      organization_slug: row.organization_slug,
      invited_by: row.inviter,
      email: row.email,
      role: row.roles.role,
    }
  }),

  accept: api.org.team.accept.handler(async ({ input, context }) =>
    context.platform.store
      .transaction()
      .execute(async (tx) => join(context, tx, await byToken(tx, input.token), context.scope.caller.account)),
  ),

  signUp: api.org.team.signUp.handler(async ({ input, context }) => {
    // Hashing is slow on purpose: only whoever holds a link may order it.
    await byToken(context.platform.store, input.token)
    const hash = await hashPassword(context.platform.people, input.password)
    return context.platform.store.transaction().execute(async (tx) => {
      const row = await byToken(tx, input.token)
      const account = await insertAccount(tx, { email: input.email, name: input.name, hash })
      if (!account) throw conflict(ACCOUNT_EXISTS)
      return join(context, tx, row, account)
    })
  }),
}
