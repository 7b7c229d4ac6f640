import { DEFAULT_PLAN } from '@stoa/contract'
import { audit, PLATFORM_ACTOR } from '../../core/audit.ts'
import { insertOrganization } from '../../core/organizations.ts'
import { hashPassword, insertAccount } from '../../core/people.ts'
import type { Platform } from '../../core/platform.ts'
import { hashToken } from '../../core/secrets.ts'
import type { Store } from '../../store/store.ts'
import { needsOwner } from './system.ts'

const TOKEN_NAME = 'STOA_OWNER_TOKEN'

/**
 * Makes the owner account and registers its token from the settings, for installations that nobody clicks through.
 * An installation that has accounts keeps them as they are; only the token of that owner follows the setting.
 */
export async function ensureOwner(platform: Platform): Promise<void> {
  const { owner } = platform.config
  const { store, people } = platform
  if (owner === null) return await registerToken(store, null, null)
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
  const account = await store.selectFrom('users').select('id').where('email', '=', owner.email).executeTakeFirst()
  await registerToken(store, owner.token, account?.id ?? null)
}

/**
 * Makes the token of the settings the only one that the settings have registered. One that they no longer name stops
 * working at once.
 * @param token null when the settings name none
 * @param userId whose it is; null when nobody has that account
 */
async function registerToken(store: Store, token: string | null, userId: string | null): Promise<void> {
  const hash = token === null || userId === null ? null : hashToken(token)
  await store.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('access_tokens')
      .where('from_settings', '=', true)
      .$if(hash !== null && userId !== null, (query) =>
        query.where((eb) => eb.or([eb('hash', '!=', hash ?? Buffer.alloc(0)), eb('user_id', '!=', userId ?? '')])),
      )
      .returning('prefix')
      .execute()
    for (const { prefix } of gone)
      await audit(tx, PLATFORM_ACTOR, { action: 'account.token_deleted', details: { name: TOKEN_NAME, prefix } })
    if (token === null || userId === null || hash === null) return
    // Somebody may have made one of this name or with these characters: it belongs to the settings now.
    await tx
      .deleteFrom('access_tokens')
      .where('from_settings', '=', false)
      .where((eb) => eb.or([eb('hash', '=', hash), eb.and([eb('user_id', '=', userId), eb('name', '=', TOKEN_NAME)])]))
      .execute()
    const values = { prefix: token.slice(0, 8), hash, expires_at: null }
    await tx
      .insertInto('access_tokens')
      .values({ user_id: userId, name: TOKEN_NAME, from_settings: true, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet(values))
      .execute()
  })
}
