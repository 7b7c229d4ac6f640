import { ORPCError } from '@orpc/server'
import {
  SUPPORT_CATEGORIES,
  SUPPORT_HOURLY_LIMIT,
  SUPPORT_MAIL_FAILED,
  SUPPORT_NO_MAIL,
  SUPPORT_NO_PROJECT,
  SUPPORT_NO_TICKET,
  SUPPORT_TOO_MANY,
  type SupportTicket,
} from '@stoa/contract'
import type { Selectable } from 'kysely'
import { audit } from '../../core/audit.ts'
import { actorOf, api, type Context } from '../../core/context.ts'
import { badRequest, conflict, notFound } from '../../core/errors.ts'
import { visible } from '../../core/guard.ts'
import { sendMail } from '../../core/mail.ts'
import type { Platform } from '../../core/platform.ts'
import type { StoreLike } from '../../store/store.ts'
import type { OrganizationRow, ProjectRow, Tables } from '../../store/tables.ts'

type Row = Selectable<Tables['support_tickets']>

const HOUR_MS = 3_600_000

const onWire = (row: Row): SupportTicket => ({
  id: row.id,
  category: row.category,
  subject: row.subject,
  message: row.message,
  author: { name: row.author_name, primary_email: row.author_email },
  project: row.project_ref === null ? null : { ref: row.project_ref, name: row.project_name ?? row.project_ref },
  organization_slug: row.organization_slug,
  created_at: row.created_at.toISOString(),
  emailed_at: row.emailed_at?.toISOString() ?? null,
  email_error: row.email_error,
})

/** The installation's first account: whoever set it up. */
async function operator(tx: StoreLike): Promise<{ id: string; name: string; email: string } | null> {
  const first = tx.selectFrom('users').select(['id', 'name', 'email']).orderBy('created_at').orderBy('id').limit(1)
  return (await first.executeTakeFirst()) ?? null
}

/** A project that the caller may know of, with its organization. @throws ORPCError 400 */
async function projectOf(
  context: Context,
  ref: string,
): Promise<{ project: ProjectRow; organization: OrganizationRow }> {
  const { caller } = context.scope
  const project = await context.platform.store
    .selectFrom('projects')
    .selectAll()
    .where('ref', '=', ref)
    .executeTakeFirst()
  const organization = caller.memberships.find((one) => one.organization.id === project?.organization_id)?.organization
  if (!project || !organization || !visible(caller, organization, project)) throw badRequest(SUPPORT_NO_PROJECT)
  return { project, organization }
}

/** Requests that the caller may see: the first account all of them. */
async function seen(context: Context, id?: string): Promise<Row[]> {
  const { store } = context.platform
  const { account, memberships } = context.scope.caller
  const first = await operator(store)
  const owned = await store
    .selectFrom('role_assignments')
    .select('organization_id')
    .where('user_id', '=', account.id)
    .where('project_id', 'is', null)
    .where('role', '=', 'Owner')
    .where('organization_id', 'in', [-1, ...memberships.map(({ organization }) => organization.id)])
    .execute()
  const organizations = owned.map((row) => row.organization_id)
  return store
    .selectFrom('support_tickets')
    .selectAll()
    .$if(first?.id !== account.id, (query) =>
      query.where((eb) =>
        eb.or([
          eb('user_id', '=', account.id),
          ...(organizations.length > 0 ? [eb('organization_id', 'in', organizations)] : []),
        ]),
      ),
    )
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
}

/** Sends a kept request by mail and notes how that went. Never throws for what the mail server does. */
async function email(platform: Platform, row: Row): Promise<Row> {
  const { config, store, log } = platform
  if (config.mail === null) return row
  const to = config.mail.support ?? (await operator(store))?.email ?? config.mail.from
  const noted: Pick<Row, 'emailed_at' | 'email_error'> = await sendMail(config.mail, {
    to: [to],
    replyTo: { name: row.author_name, address: row.author_email },
    subject: `[Stoa] ${row.subject}`,
    text: letter(row, config.publicUrl),
  }).then(
    () => ({ emailed_at: new Date(), email_error: null }),
    (error: unknown) => {
      log.warn({ err: error, ticket: row.id }, 'a request for support was kept and not e-mailed')
      return { emailed_at: row.emailed_at, email_error: SUPPORT_MAIL_FAILED }
    },
  )
  return store
    .updateTable('support_tickets')
    .set(noted)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The request as a letter. */
function letter(row: Row, publicUrl: string): string {
  const facts = [
    `From: ${row.author_name} <${row.author_email}>`,
    `About: ${SUPPORT_CATEGORIES[row.category].name}`,
    ...(row.project_ref === null
      ? []
      : [`Project: ${row.project_name} (${row.project_ref})`, `${publicUrl}/project/${row.project_ref}`]),
    `All requests: ${publicUrl}/support`,
  ]
  return `${row.message}\n\n-- \n${facts.join('\n')}\n`
}

export const support = {
  desk: api.support.desk.handler(async ({ context }) => {
    const { config, store } = context.platform
    return { emails: config.mail !== null, operator: (await operator(store))?.name ?? null }
  }),

  create: api.support.create.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const { account } = scope.caller
    const about = input.ref === null ? null : await projectOf(context, input.ref)
    const kept = await platform.store.transaction().execute(async (tx) => {
      // Locked, so that several requests at once cannot all be the last that fits.
      await tx.selectFrom('users').select('id').where('id', '=', account.id).forNoKeyUpdate().execute()
      const { count } = await tx
        .selectFrom('support_tickets')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', account.id)
        .where('created_at', '>', new Date(Date.now() - HOUR_MS))
        .executeTakeFirstOrThrow()
      if (count >= SUPPORT_HOURLY_LIMIT) throw new ORPCError('TOO_MANY_REQUESTS', { message: SUPPORT_TOO_MANY })
      const row = await tx
        .insertInto('support_tickets')
        .values({
          category: input.category,
          subject: input.subject,
          message: input.message,
          user_id: account.id,
          author_name: account.name,
          author_email: account.email,
          organization_id: about?.organization.id ?? null,
          organization_slug: about?.organization.slug ?? null,
          project_ref: about?.project.ref ?? null,
          project_name: about?.project.name ?? null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await audit(tx, actorOf(context), {
        action: 'support.requested',
        organization: row.organization_slug,
        project: row.project_ref,
        details: { ticket: row.id, category: row.category, subject: row.subject },
      })
      return row
    })
    return onWire(await email(platform, kept))
  }),

  list: api.support.list.handler(async ({ context }) => (await seen(context)).map(onWire)),

  resend: api.support.resend.handler(async ({ input, context }) => {
    const { platform } = context
    const [row] = await seen(context, input.id)
    if (!row) throw notFound(SUPPORT_NO_TICKET)
    if (platform.config.mail === null) throw conflict(SUPPORT_NO_MAIL)
    await audit(platform.store, actorOf(context), {
      action: 'support.email_repeated',
      organization: row.organization_slug,
      project: row.project_ref,
      details: { ticket: row.id },
    })
    return onWire(await email(platform, row))
  }),
}
