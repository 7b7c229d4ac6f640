import type { KeyObject } from 'node:crypto'
import type { HeaderSource, Lanes } from '@stoa/rest'
import type { JWTPayload } from 'jose'
import { API_KEY, type FoundApiKey, findApiKey, noteApiKeyUse } from '../core/api-keys.ts'
import type { Platform } from '../core/platform.ts'
import { API_ROLES, type ApiRole } from '../core/project-apis.ts'
import { checkKey, jwtSecretOf, verifier } from '../core/project-keys.ts'
import { Remembered } from './remembered.ts'

const KEYS_KEPT = 500
const TOKENS_KEPT = 5_000
const BEARER = /^Bearer +(\S+)$/i
/** Longer than any token that people sign, and short enough to be kept. */
const TOKEN_MAX = 8_192
/** When a key was last used is exact to the minute: exact enough to be read, and reads do not become writes. */
const USED_MS = 60_000

export const NO_KEY = 'No API key was sent. Send the project’s anon or service_role key in the apikey header'
export const WRONG_KEY = 'This API key is not valid for this project'
export const EXPIRED_KEY = 'This API key or token has expired'
export const WRONG_ROLE = 'This API key names a role that has no access here'

export type Identity = { readonly role: ApiRole; readonly claims: JWTPayload }
type Known = Identity & { readonly sealed: string }
/** An identity, or the sentence of a refusal. */
type Answer = Identity | string
type Named = { readonly id: number; readonly ref: string }

/** A map that forgets what it learned first. */
class Kept<V> extends Map<string, V> {
  readonly #most: number
  constructor(most: number) {
    super()
    this.#most = most
  }
  override set(key: string, value: V): this {
    this.delete(key)
    if (this.size >= this.#most) {
      const oldest = this.keys().next()
      if (!oldest.done) this.delete(oldest.value)
    }
    return super.set(key, value)
  }
}

/**
 * Checks the keys of requests. Signatures once checked are remembered together with the sealed secret that they were
 * checked against: a project with a new secret has another one, and nothing remembered counts any more.
 */
export class KeyCheck {
  readonly #platform: Platform
  readonly #keys = new Kept<{ sealed: string; key: KeyObject }>(KEYS_KEPT)
  readonly #tokens = new Kept<Known>(TOKENS_KEPT)
  /** Keys that people made. */
  readonly #made: Remembered<FoundApiKey>
  /** When their use was noted last. */
  readonly #used = new Kept<number>(KEYS_KEPT)

  /** @param lanes connections to the control database */
  constructor(platform: Platform, lanes: Lanes) {
    this.#platform = platform
    this.#made = new Remembered(platform.changes, (asked) => {
      const at = asked.indexOf(' ')
      return findApiKey(lanes, Number(asked.slice(0, at)), asked.slice(at + 1))
    })
  }

  /**
   * Who calls: the bearer token decides the role where there is one, and the key has to be right as well.
   * @param sealed the project's secret as it is stored now; null when it has none yet
   * @returns the identity, or the sentence of the refusal; at once where all of it is known
   */
  identify(project: Named, sealed: string | null, headers: HeaderSource): Answer | Promise<Answer> {
    const authorization = headers.get('authorization')
    const bearer = authorization === null ? undefined : BEARER.exec(authorization)?.[1]
    const key = headers.get('apikey')
    if (!key) return bearer === undefined ? NO_KEY : this.#check(project, sealed, bearer)
    const answer = this.#check(project, sealed, key)
    if (bearer === undefined || bearer === key) return answer
    const next = (one: Answer) => (typeof one === 'string' ? one : this.#check(project, sealed, bearer))
    return answer instanceof Promise ? answer.then(next) : next(answer)
  }

  #check(project: Named, sealed: string | null, token: string): Answer | Promise<Answer> {
    if (token.length > TOKEN_MAX) return WRONG_KEY
    if (API_KEY.test(token)) return this.#checkMade(project, token)
    const known = this.#tokens.get(`${project.ref} ${token}`)
    if (known && known.sealed === sealed)
      return known.claims.exp !== undefined && known.claims.exp * 1000 <= Date.now() ? EXPIRED_KEY : known
    return this.#checkToken(project, sealed, token)
  }

  #checkMade(project: Named, token: string): Answer | Promise<Answer> {
    const place = `${project.id} ${token}`
    const known = this.#made.known(place, performance.now())
    return known ? this.#use(known) : this.#made.ask(place).then((found) => (found ? this.#use(found) : WRONG_KEY))
  }

  #use({ id, role, expiresAt, usedAt }: FoundApiKey): Answer | Promise<Answer> {
    const now = Date.now()
    if (expiresAt !== null && expiresAt <= now) return EXPIRED_KEY
    const identity = { role, claims: { role } }
    if (now - Math.max(usedAt ?? 0, this.#used.get(id) ?? 0) < USED_MS) return identity
    this.#used.set(id, now)
    return noteApiKeyUse(this.#platform.store, id).then(() => identity)
  }

  async #checkToken(project: Named, sealed: string | null, token: string): Promise<Answer> {
    const answer = await checkKey(await this.#key(project, sealed), project.ref, token)
    if (!answer.valid) return answer.expired ? EXPIRED_KEY : WRONG_KEY
    const role = API_ROLES.find((one) => one === answer.role)
    if (role === undefined) return WRONG_ROLE
    const identity = { role, claims: answer.claims }
    if (sealed !== null) this.#tokens.set(`${project.ref} ${token}`, { ...identity, sealed })
    return identity
  }

  async #key(project: Named, sealed: string | null): Promise<KeyObject> {
    const known = this.#keys.get(project.ref)
    if (known && known.sealed === sealed) return known.key
    const key = verifier((await jwtSecretOf(this.#platform, project)).secret)
    if (sealed !== null) this.#keys.set(project.ref, { sealed, key })
    return key
  }
}
