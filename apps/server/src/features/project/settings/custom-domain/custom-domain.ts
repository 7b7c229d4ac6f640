import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import {
  CUSTOM_DOMAIN_ADDON,
  type CustomHostname,
  HOSTNAME_ABSENT,
  HOSTNAME_NOT_ALLOWED,
  HOSTNAME_NOT_VERIFIED,
  HOSTNAME_OWN,
  HOSTNAME_PRESENT,
  HOSTNAME_TAKEN,
  PLATFORM_NAMELESS,
} from '@stoa/contract'
import type { Selectable } from 'kysely'
import { hasAddon } from '../../../../core/addons.ts'
import { audit } from '../../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../../core/context.ts'
import { badRequest, conflict } from '../../../../core/errors.ts'
import type { Platform } from '../../../../core/platform.ts'
import { type StoreLike, violatedUnique } from '../../../../store/store.ts'
import type { Tables } from '../../../../store/tables.ts'
import { missingRecords, type Wanted } from './look-up.ts'

type Row = Selectable<Tables['custom_hostnames']>

/** The host name that people reach the platform at, where custom domains have to lead. */
const originOf = (platform: Platform): string =>
  new URL(platform.config.publicUrl).hostname.replace(/^\[|\]$/g, '').toLowerCase()

/** Whether no DNS record can point to a host. */
const nameless = (host: string) => isIP(host) !== 0 || host === 'localhost' || host.endsWith('.localhost')

const wanted = (platform: Platform, row: Row): Wanted => ({
  hostname: row.hostname,
  origin: originOf(platform),
  txt: { name: `_stoa.${row.hostname}`, value: row.txt_value },
})

function onWire(platform: Platform, row: Row): CustomHostname {
  const { origin, txt } = wanted(platform, row)
  return {
    custom_hostname: row.hostname,
    status: row.status,
    data: {
      success: true,
      errors: [],
      messages: [],
      result: {
        id: String(row.project_id),
        hostname: row.hostname,
        custom_origin_server: origin,
        ownership_verification: { type: 'txt', ...txt },
        verification_errors: row.problems,
        status: row.status === '5_services_reconfigured' ? 'active' : 'pending',
        checked_at: row.checked_at?.toISOString() ?? null,
      },
    },
  }
}

/** @throws ORPCError 400 in the words that clients read as "no domain" */
async function allowed({ platform, scope }: Context): Promise<void> {
  if (!(await hasAddon(platform.store, scope.project.id, CUSTOM_DOMAIN_ADDON))) throw badRequest(HOSTNAME_NOT_ALLOWED)
}

async function present({ platform, scope }: Context, store: StoreLike = platform.store): Promise<Row> {
  const row = await store
    .selectFrom('custom_hostnames')
    .selectAll()
    .where('project_id', '=', scope.project.id)
    .executeTakeFirst()
  if (!row) throw badRequest(HOSTNAME_ABSENT)
  return row
}

const noted = (context: Context, tx: StoreLike, action: string, hostname: string) =>
  audit(tx, actorOf(context), {
    action,
    organization: context.scope.organization.slug,
    project: context.scope.project.ref,
    details: { hostname },
  })

const taken = (error: unknown) => {
  throw violatedUnique(error) === 'custom_hostnames_proven' ? conflict(HOSTNAME_TAKEN) : error
}

/**
 * Looks up the records and keeps what was found. A name that was proven and is not in use yet has to be proven anew
 * when its records are gone; one in use stays in use, because a name server that fails must not take an API offline.
 */
async function verify(context: Context): Promise<Row> {
  const { platform } = context
  const before = await present(context)
  const problems = await missingRecords(wanted(platform, before), platform.config.dnsServers)
  const inUse = before.status === '5_services_reconfigured'
  const status = inUse ? before.status : problems.length === 0 ? '3_challenge_verified' : '2_initiated'
  return platform.store.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('custom_hostnames')
      .set({ problems, checked_at: new Date(), status })
      .where('project_id', '=', before.project_id)
      .where('hostname', '=', before.hostname)
      .where('txt_value', '=', before.txt_value)
      .returningAll()
      .executeTakeFirst()
      .catch(taken)
    if (!row) throw badRequest(HOSTNAME_ABSENT)
    if (row.status === '3_challenge_verified' && before.status === '2_initiated')
      await noted(context, tx, 'project.custom_domain_verified', row.hostname)
    return row
  })
}

export const customDomain = {
  get: api.project.settings.customDomain.get.handler(async ({ context }) => {
    await allowed(context)
    return onWire(context.platform, await present(context))
  }),

  initialize: api.project.settings.customDomain.initialize.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const hostname = input.custom_hostname
    const origin = originOf(platform)
    await allowed(context)
    if (nameless(origin)) throw badRequest(PLATFORM_NAMELESS)
    if (hostname === origin || hostname.endsWith(`.${origin}`) || nameless(hostname)) throw badRequest(HOSTNAME_OWN)
    const row = await platform.store.transaction().execute(async (tx) => {
      const other = await tx
        .selectFrom('custom_hostnames')
        .select('project_id')
        .where('hostname', '=', hostname)
        .where('status', '<>', '2_initiated')
        .where('project_id', '<>', scope.project.id)
        .executeTakeFirst()
      if (other) throw conflict(HOSTNAME_TAKEN)
      const made = await tx
        .insertInto('custom_hostnames')
        .values({
          project_id: scope.project.id,
          hostname,
          txt_value: `stoa-verify=${randomBytes(20).toString('hex')}`,
          status: '2_initiated',
        })
        .onConflict((on) => on.column('project_id').doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!made) throw conflict(HOSTNAME_PRESENT)
      await noted(context, tx, 'project.custom_domain_added', hostname)
      return made
    })
    return onWire(platform, row)
  }),

  reverify: api.project.settings.customDomain.reverify.handler(async ({ context }) => {
    await allowed(context)
    return onWire(context.platform, await verify(context))
  }),

  activate: api.project.settings.customDomain.activate.handler(async ({ context }) => {
    const { platform, scope } = context
    await allowed(context)
    const row = await platform.store.transaction().execute(async (tx) => {
      const before = await present(context, tx)
      if (before.status === '2_initiated') throw conflict(HOSTNAME_NOT_VERIFIED)
      const activated = await tx
        .updateTable('custom_hostnames')
        .set({ status: '5_services_reconfigured' })
        .where('project_id', '=', scope.project.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (before.status !== activated.status)
        await noted(context, tx, 'project.custom_domain_activated', before.hostname)
      return activated
    })
    return onWire(platform, row)
  }),

  remove: api.project.settings.customDomain.remove.handler(async ({ context }) => {
    const { platform, scope } = context
    return platform.store.transaction().execute(async (tx) => {
      const { hostname } = await present(context, tx)
      await tx.deleteFrom('custom_hostnames').where('project_id', '=', scope.project.id).execute()
      await noted(context, tx, 'project.custom_domain_removed', hostname)
      return { custom_hostname: hostname }
    })
  }),
}
