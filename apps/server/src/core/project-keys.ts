import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { KEY_ROLES, type KeyRole } from '@stoa/contract'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Store, StoreLike } from '../store/store.ts'
import { secretPlace, storeProjectSecret } from './project-secrets.ts'
import type { Sealer } from './secrets.ts'

type Secrets = { readonly sealer: Sealer; readonly store: Store }
type Named = { readonly id: number; readonly ref: string }

const ALGORITHM = 'HS256'
const ISSUER = 'stoa'
const YEARS_VALID = 10

/** A new JWT secret: 48 characters that need no escaping anywhere. */
export const newJwtSecret = (): string => randomBytes(36).toString('base64url')

/** Gives a new project its JWT secret, in the transaction that makes it. */
export const storeNewJwtSecret = (platform: Pick<Secrets, 'sealer'>, tx: StoreLike, projectId: number): Promise<void> =>
  storeProjectSecret(platform, tx, projectId, 'jwt_secret', newJwtSecret())

/** The secret, and since when it is the project's: the moment at which its keys are issued. */
export type JwtSecretInUse = { readonly secret: string; readonly since: Date }

async function sealedSecret(store: Store, projectId: number) {
  return store
    .selectFrom('project_secrets')
    .select(['sealed', 'updated_at'])
    .where('project_id', '=', projectId)
    .where('name', '=', 'jwt_secret')
    .executeTakeFirst()
}

/** A project's JWT secret. A project from before there were any, or made from a backup, gets one here. */
export async function jwtSecretOf(platform: Secrets, project: Named): Promise<JwtSecretInUse> {
  let row = await sealedSecret(platform.store, project.id)
  if (!row) {
    const sealed = await platform.sealer.seal(secretPlace(project.id, 'jwt_secret'), newJwtSecret())
    // Two requests at once agree on the one that came first.
    await platform.store
      .insertInto('project_secrets')
      .values({ project_id: project.id, name: 'jwt_secret', sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await sealedSecret(platform.store, project.id)
    if (!row) throw new Error(`Project ${project.id} is gone`)
  }
  return {
    secret: await platform.sealer.open(secretPlace(project.id, 'jwt_secret'), row.sealed),
    since: row.updated_at,
  }
}

/** A project's key for a role. The same secret always gives the same key, so that none is kept. */
export function signKey({ secret, since }: JwtSecretInUse, ref: string, role: KeyRole): Promise<string> {
  const expires = new Date(since)
  expires.setUTCFullYear(expires.getUTCFullYear() + YEARS_VALID)
  return new SignJWT({ iss: ISSUER, ref, role })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuedAt(Math.floor(since.getTime() / 1000))
    .setExpirationTime(Math.floor(expires.getTime() / 1000))
    .sign(verifier(secret))
}

/** Both keys of a project. */
export async function keysOf(inUse: JwtSecretInUse, ref: string): Promise<Record<KeyRole, string>> {
  const [anon, service] = await Promise.all(KEY_ROLES.map((role) => signKey(inUse, ref, role)))
  return { anon: anon ?? '', service_role: service ?? '' }
}

/** A secret in the form that signatures are checked with. */
export const verifier = (secret: string): KeyObject => createSecretKey(Buffer.from(secret, 'utf8'))

export type KeyAnswer =
  | { readonly valid: true; readonly claims: JWTPayload; readonly role: string }
  | { readonly valid: false; readonly expired: boolean }

/**
 * Checks a key or a user's token.
 * @param key what `verifier` made of the project's secret
 * @param ref the project; a key that names another one is refused even where both share a secret
 */
export async function checkKey(key: KeyObject, ref: string, token: string): Promise<KeyAnswer> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM] })
    const foreign = payload.ref !== undefined && payload.ref !== ref
    if (foreign || typeof payload.role !== 'string') return { valid: false, expired: false }
    return { valid: true, claims: payload, role: payload.role }
  } catch (error) {
    return { valid: false, expired: error instanceof errors.JWTExpired }
  }
}
