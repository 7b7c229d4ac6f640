import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import type { Config } from '../config.ts'
import type { Store, StoreLike } from '../store/store.ts'
import { derivedKey, hashToken } from './secrets.ts'

const SESSION_DAYS = 30
const DAY = 86_400

/** Paths of the sign-in library that are open to the network; everything else goes through the contract. */
export const AUTH_PATHS = ['/sign-in/email', '/sign-out'] as const

/**
 * Sets up signing in: accounts with passwords, sessions in cookies, attempts limited per address.
 * Accounts are made by the first visit and by invitations only.
 */
export function createPeople(store: Store, config: Config, master: Buffer) {
  return betterAuth({
    database: { db: store, type: 'postgres', transaction: true },
    secret: derivedKey(master, 'sessions').toString('base64'),
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    telemetry: { enabled: false },
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      autoSignIn: false,
      minPasswordLength: 12,
      maxPasswordLength: 128,
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_DAYS * DAY,
      updateAge: DAY,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'rate_limits',
      fields: { lastRequest: 'last_request' },
      window: 60,
      max: 300,
      customRules: { '/sign-in/email': { window: 60, max: 10 } },
    },
    advanced: {
      // Every cookie-carrying request has had its origin checked before it gets here; see http/origin.ts.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      cookiePrefix: 'stoa',
      useSecureCookies: config.publicUrl.startsWith('https://'),
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' },
      ipAddress: { ipAddressHeaders: ['x-stoa-client'] },
    },
  })
}

export type People = ReturnType<typeof createPeople>

export type Account = { readonly id: string; readonly name: string; readonly email: string }

/**
 * The account that a session cookie belongs to, or null. A session that is used goes on for longer; `renewed` are then
 * the cookies that tell the browser so, to be sent with the answer.
 */
export async function accountBySession(
  people: People,
  headers: Headers,
): Promise<(Account & { renewed: readonly string[] }) | null> {
  const { response: found, headers: answer } = await people.api.getSession({ headers, returnHeaders: true })
  if (!found) return null
  const { id, name, email } = found.user
  return { id, name, email, renewed: answer.getSetCookie() }
}

/** The account that a personal access token belongs to, and the token's id; null when it is unknown or expired. */
export async function accountByToken(store: Store, token: string): Promise<(Account & { tokenId: string }) | null> {
  const found = await store
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'access_tokens.id as tokenId',
      'access_tokens.last_used_at',
      'access_tokens.expires_at',
    ])
    .where('access_tokens.hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!found || (found.expires_at !== null && found.expires_at <= new Date())) return null
  // Once a minute is exact enough for "last used" and keeps reads from becoming writes.
  if (found.last_used_at === null || Date.now() - found.last_used_at.getTime() > 60_000)
    await store.updateTable('access_tokens').set({ last_used_at: new Date() }).where('id', '=', found.tokenId).execute()
  return { id: found.id, name: found.name, email: found.email, tokenId: found.tokenId }
}

/** Hashes a password the way signing in compares it. Slow on purpose. */
export const hashPassword = async (people: People, password: string): Promise<string> =>
  (await people.$context).password.hash(password)

/** Whether a password is the one that was hashed. */
export const verifyPassword = async (people: People, hash: string, password: string): Promise<boolean> =>
  (await people.$context).password.verify({ hash, password })

/** Whether an account is the one that set the platform up: the first there was. */
export async function isOperator(store: Store, accountId: string): Promise<boolean> {
  const first = await store
    .selectFrom('users')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.id === accountId
}

/**
 * Makes an account with a password, inside the caller's transaction.
 * @param input `hash` from `hashPassword`
 * @returns the account, or null when the email is taken
 */
export async function insertAccount(
  tx: StoreLike,
  input: { email: string; name: string; hash: string },
): Promise<Account | null> {
  const user = await tx
    .insertInto('users')
    .values({ id: randomUUID(), email: input.email, name: input.name })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'name', 'email'])
    .executeTakeFirst()
  if (!user) return null
  await tx
    .insertInto('accounts')
    .values({
      id: randomUUID(),
      user_id: user.id,
      account_id: user.id,
      provider_id: 'credential',
      password: input.hash,
    })
    .execute()
  return user
}
