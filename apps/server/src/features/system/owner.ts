import { DEFAULT_PLAN } from '@stoa/contract'
import { audit, PLATFORM_ACTOR } from '../../core/audit.ts'
import { insertOrganization } from '../../core/organizations.ts'
import { hashPassword, insertAccount } from '../../core/people.ts'
import type { Platform } from '../../core/platform.ts'
import { hashToken } from '../../core/secrets.ts'
import { needsOwner } from './system.ts'

const TOKEN_NAME = 'STOA_OWNER_TOKEN'

/**
 * Makes the owner account and registers its token from the settings, for installations that nobody clicks through.
 * An installation that has accounts keeps them as they are; only the token of that owner follows the setting.
 */
export async function ensureOwner(platform: Platform): Promise<void> {
  const { owner } = platform.config
  if (owner === null) return
  const { store, people } = platform
  if (await needsOwner(store)) {
    const hash = await hashPassword(people, owner.password)
    await store.transaction().execute(async (tx) => {
      const name = owner.email.split('@')[0] ?? owner.email
      const account = await insertAccount(tx, { email: owner.email, name, hash })
      if (!account) return
      const organization = await insertOrganization(tx, account.id, { name: 'My organization', plan: DEFAULT_PLAN })
      await audit(tx, PLATFORM_ACTOR, {
        action: 'installation.set_up',
        organization: organization.slug,
        details: { from: 'settings' },
      })
    })
  }
  if (owner.token === null) return
  const { token } = owner
  const account = await store.selectFrom('users').select('id').where('email', '=', owner.email).executeTakeFirst()
  if (!account) return
  const values = { prefix: token.slice(0, 8), hash: hashToken(token), expires_at: null }
  await store.transaction().execute(async (tx) => {
    // The token may have been registered for another account before: it belongs to the one that the settings name.
    await tx
      .deleteFrom('access_tokens')
      .where('hash', '=', values.hash)
      .where((eb) => eb.or([eb('user_id', '!=', account.id), eb('name', '!=', TOKEN_NAME)]))
      .execute()
    await tx
      .insertInto('access_tokens')
      .values({ user_id: account.id, name: TOKEN_NAME, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet(values))
      .execute()
  })
}
