import { type AccessToken, TOKEN_LIMIT, TOKEN_LIMIT_REACHED, TOKEN_NAME_TAKEN, WRONG_PASSWORD } from '@stoa/contract'
import type { Selectable } from 'kysely'
import { audit } from '../../core/audit.ts'
import { actorOf, api } from '../../core/context.ts'
import { badRequest, conflict, notFound } from '../../core/errors.ts'
import { hashPassword, verifyPassword } from '../../core/people.ts'
import { hashToken, newAccessToken } from '../../core/secrets.ts'
import { violatedUnique } from '../../store/store.ts'
import type { Tables } from '../../store/tables.ts'

const TOKEN_COLUMNS = ['id', 'name', 'prefix', 'created_at', 'expires_at', 'last_used_at'] as const

const tokenOnWire = (row: Pick<Selectable<Tables['access_tokens']>, (typeof TOKEN_COLUMNS)[number]>): AccessToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

const DAY_MS = 86_400_000

export const account = {
  profile: api.account.profile.handler(({ context }) => {
    const { id, name, email } = context.scope.caller.account
    return { id, name, primary_email: email }
  }),

  updateProfile: api.account.updateProfile.handler(async ({ input, context }) => {
    const { id } = context.scope.caller.account
    return context.platform.store.transaction().execute(async (tx) => {
      const user = await tx
        .updateTable('users')
        .set({ name: input.name, updated_at: new Date() })
        .where('id', '=', id)
        .returning(['id', 'name', 'email'])
        .executeTakeFirstOrThrow()
      await audit(tx, actorOf(context), { action: 'account.renamed', details: { name: user.name } })
      return { id: user.id, name: user.name, primary_email: user.email }
    })
  }),

  changePassword: api.account.changePassword.handler(async ({ input, context }) => {
    const { store, people } = context.platform
    const { id } = context.scope.caller.account
    const held = await store
      .selectFrom('accounts')
      .select(['id', 'password'])
      .where('user_id', '=', id)
      .where('provider_id', '=', 'credential')
      .executeTakeFirst()
    if (!held?.password || !(await verifyPassword(people, held.password, input.current_password)))
      throw badRequest(WRONG_PASSWORD)
    const hash = await hashPassword(people, input.new_password)
    const session = await people.api.getSession({ headers: context.request.headers })
    return store.transaction().execute(async (tx) => {
      await tx
        .updateTable('accounts')
        .set({ password: hash, updated_at: new Date() })
        .where('id', '=', held.id)
        .execute()
      const ended = await tx
        .deleteFrom('sessions')
        .where('user_id', '=', id)
        .$if(session !== null, (query) => query.where('token', '!=', session?.session.token ?? ''))
        .executeTakeFirst()
      await audit(tx, actorOf(context), { action: 'account.password_changed' })
      return { signed_out_sessions: Number(ended.numDeletedRows) }
    })
  }),

  tokens: api.account.tokens.handler(async ({ context }) => {
    const rows = await context.platform.store
      .selectFrom('access_tokens')
      .select(TOKEN_COLUMNS)
      .where('user_id', '=', context.scope.caller.account.id)
      .orderBy('created_at', 'desc')
      .execute()
    return rows.map(tokenOnWire)
  }),

  createToken: api.account.createToken.handler(async ({ input, context }) => {
    const { id } = context.scope.caller.account
    const token = newAccessToken()
    const days = input.expires_in_days
    return context.platform.store.transaction().execute(async (tx) => {
      // Locked, so that two requests at once cannot both be the last that fits.
      await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
      const { count } = await tx
        .selectFrom('access_tokens')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
      if (count >= TOKEN_LIMIT) throw conflict(TOKEN_LIMIT_REACHED)
      const row = await tx
        .insertInto('access_tokens')
        .values({
          user_id: id,
          name: input.name,
          prefix: token.slice(0, 8),
          hash: hashToken(token),
          expires_at: days === null ? null : new Date(Date.now() + days * DAY_MS),
        })
        .returning(TOKEN_COLUMNS)
        .executeTakeFirstOrThrow()
        .catch((error) => {
          throw violatedUnique(error) === null ? error : conflict(TOKEN_NAME_TAKEN)
        })
      await audit(tx, actorOf(context), { action: 'account.token_created', details: { name: row.name } })
      return { ...tokenOnWire(row), token }
    })
  }),

  deleteToken: api.account.deleteToken.handler(async ({ input, context }) => {
    return context.platform.store.transaction().execute(async (tx) => {
      const row = await tx
        .deleteFrom('access_tokens')
        .where('id', '=', input.id)
        .where('user_id', '=', context.scope.caller.account.id)
        .returning(TOKEN_COLUMNS)
        .executeTakeFirst()
      if (!row) throw notFound('Token not found')
      await audit(tx, actorOf(context), { action: 'account.token_deleted', details: { name: row.name } })
      return tokenOnWire(row)
    })
  }),
}
