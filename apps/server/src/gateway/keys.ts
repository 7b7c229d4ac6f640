import type { KeyObject } from 'node:crypto'
import type { HeaderSource, Lanes } from '@stoa/rest'
import type { JWTPayload } from 'jose'
import { API_KEY, apiKeyRole } from '../core/api-keys.ts'
import type { Platform } from '../core/platform.ts'
import { API_ROLES, type ApiRole } from '../core/project-apis.ts'
import { checkKey, jwtSecretOf, verifier } from '../core/project-keys.ts'
import { Lookups } from './lookups.ts'

const KEYS_KEPT = 500
const TOKENS_KEPT = 5_000
const BEARER = /^Bearer +(\S+)$/i
/** Longer than any token that people sign, and short enough to be kept. */
const TOKEN_MAX = 8_192

export const NO_KEY = 'No API key was sent. Send the project’s anon or service_role key in the apikey header'
export const WRONG_KEY = 'This API key is not valid for this project'
export const EXPIRED_KEY = 'This API key or token has expired'
export const WRONG_ROLE = 'This API key names a role that has no access here'

export type Identity = { readonly role: ApiRole; readonly claims: JWTPayload }
type Known = Identity & { readonly sealed: string }

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
  /** Keys that people made are looked up for each request; those that come together share a look. */
  readonly #made: Lookups<Awaited<ReturnType<typeof apiKeyRole>>>

  /** @param lanes connections to the control database */
  constructor(platform: Platform, lanes: Lanes) {
    this.#platform = platform
    this.#made = new Lookups((asked) => {
      const at = asked.indexOf(' ')
      return apiKeyRole(lanes, platform.store, Number(asked.slice(0, at)), asked.slice(at + 1))
    })
  }

  /**
   * Who calls: the bearer token decides the role where there is one, and the key has to be right as well.
   * @param sealed the project's secret as it is stored now; null when it has none yet
   * @returns the identity, or the sentence of the refusal
   */
  async identify(
    project: { readonly id: number; readonly ref: string },
    sealed: string | null,
    headers: HeaderSource,
  ): Promise<Identity | string> {
    const bearer = BEARER.exec(headers.get('authorization') ?? '')?.[1]
    const sent = [headers.get('apikey') ?? undefined, bearer].filter((token) => token !== undefined && token !== '')
    if (sent.length === 0) return NO_KEY
    let identity: Identity | string = NO_KEY
    for (const token of new Set(sent)) {
      identity = await this.#check(project, sealed, token ?? '')
      if (typeof identity === 'string') return identity
    }
    return identity
  }

  async #check(
    project: { readonly id: number; readonly ref: string },
    sealed: string | null,
    token: string,
  ): Promise<Identity | string> {
    if (token.length > TOKEN_MAX) return WRONG_KEY
    if (API_KEY.test(token)) {
      const answer = await this.#made.ask(`${project.id} ${token}`)
      if (answer === 'expired') return EXPIRED_KEY
      return answer === null ? WRONG_KEY : { role: answer, claims: { role: answer } }
    }
    const place = `${project.ref} ${token}`
    const known = this.#tokens.get(place)
    if (known && known.sealed === sealed)
      return known.claims.exp !== undefined && known.claims.exp * 1000 <= Date.now() ? EXPIRED_KEY : known
    const answer = await checkKey(await this.#key(project, sealed), project.ref, token)
    if (!answer.valid) return answer.expired ? EXPIRED_KEY : WRONG_KEY
    const role = API_ROLES.find((one) => one === answer.role)
    if (role === undefined) return WRONG_ROLE
    const identity = { role, claims: answer.claims }
    if (sealed !== null) this.#tokens.set(place, { ...identity, sealed })
    return identity
  }

  async #key(project: { readonly id: number; readonly ref: string }, sealed: string | null): Promise<KeyObject> {
    const known = this.#keys.get(project.ref)
    if (known && known.sealed === sealed) return known.key
    const key = verifier((await jwtSecretOf(this.#platform, project)).secret)
    if (sealed !== null) this.#keys.set(project.ref, { sealed, key })
    return key
  }
}
