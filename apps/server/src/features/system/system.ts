import { DEFAULT_PLAN, SETUP_DONE } from '@stoa/contract'
import { sql } from 'kysely'
import { audit } from '../../core/audit.ts'
import { actorOf, api } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { insertOrganization } from '../../core/organizations.ts'
import { hashPassword, insertAccount } from '../../core/people.ts'
import type { Store } from '../../store/store.ts'

/** Whether nobody has an account yet. */
export async function needsOwner(store: Store): Promise<boolean> {
  return (await store.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

const SETUP_LOCK = 7_203_411

export const system = {
  health: api.system.health.handler(({ context }) => ({ status: 'ok' as const, version: context.platform.version })),

  setupStatus: api.system.setupStatus.handler(async ({ context }) => ({
    needs_owner: await needsOwner(context.platform.store),
  })),

  setup: api.system.setup.handler(async ({ input, context }) => {
    const { store, people } = context.platform
    // Asked first without a lock: hashing is slow on purpose, and strangers must not be able to order it at will.
    if (!(await needsOwner(store))) throw conflict(SETUP_DONE)
    const hash = await hashPassword(people, input.password)
    return store.transaction().execute(async (tx) => {
      // Two first visits at once: the second waits here and then finds that it is not the first.
      await sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(tx)
      if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) throw conflict(SETUP_DONE)
      const account = await insertAccount(tx, {
        email: input.email,
        name: input.email.split('@')[0] ?? input.email,
        hash,
      })
      if (!account) throw conflict(SETUP_DONE)
      const organization = await insertOrganization(tx, account.id, { name: input.organization, plan: DEFAULT_PLAN })
      await audit(
        tx,
        { ...actorOf(context), id: account.id, name: account.name },
        {
          action: 'installation.set_up',
          organization: organization.slug,
        },
      )
      return { organization_slug: organization.slug }
    })
  }),
}
