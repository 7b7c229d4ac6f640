import type { HeaderSource } from '../message.ts'
import type { ApiRequest } from '../request/request.ts'
import type { Routine, SchemaCache } from '../schema/cache.ts'
import { ident, literal } from '../sql/statement.ts'
import type { Prepared } from './exchange.ts'

export type Setting = readonly [name: string, value: string]

/** As whom a request is answered. */
export type Caller = {
  readonly role: string
  /** What the token says, which nobody changes any more; the role is added where it is missing. */
  readonly claims: Readonly<Record<string, unknown>>
  /** Whether a token came with the request: a refused privilege is then 403, and 401 otherwise. */
  readonly authenticated: boolean
}

/** Settings of functions that hold for the whole transaction, because they do nothing inside of it. */
const HOISTED = ['statement_timeout', 'plan_filter.statement_cost_limit', 'default_transaction_isolation']
/** Settings of a role that only the server or a session's start can take. */
const NOT_LOCAL = ['role', 'session_authorization', 'search_path', 'transaction_read_only']

const ISOLATION = 'default_transaction_isolation'

function cookies(header: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0) found[part.slice(0, at).trim()] = part.slice(at + 1).trim()
  }
  return found
}

/** Text that Postgres can hold. */
const clean = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text)

const claimsTexts = new WeakMap<object, string>()

/** The claims that functions may ask for, with the role. Who asks again brings the same claims, and not only equal ones. */
function claimsText({ claims, role }: Caller): string {
  // A token that says no role may come to have another one.
  if ((claims.role ?? null) === null) return clean(JSON.stringify({ ...claims, role }))
  const known = claimsTexts.get(claims)
  if (known !== undefined) return known
  const text = clean(JSON.stringify(claims))
  claimsTexts.set(claims, text)
  return text
}

/** What JSON cannot hold as it is: all but spaces, other letters and signs, and halves of none. */
const SPECIAL = /[^ !#-[\]-\ud7ff\ue000-\uffff]/
const quoted = (text: string): string => (SPECIAL.test(text) ? JSON.stringify(text) : `"${text}"`)

/** The headers that functions may ask for. Cookies are told apart, in a setting of their own. */
function headersText(headers: HeaderSource): string {
  let text = ''
  for (const [name, value] of headers)
    if (name !== 'cookie') text += `${text === '' ? '{' : ','}${quoted(name)}:${quoted(value)}`
  return text === '' ? '{}' : `${text}}`
}

/** What every transaction of an API has, whoever asks. */
export type SettingsOptions = {
  readonly extraSearchPath: readonly string[]
  readonly defaults: readonly Setting[]
  readonly appSettings: readonly Setting[]
}

/** What a transaction's settings depend on. */
export type Setup = {
  readonly request: Pick<ApiRequest, 'method' | 'path' | 'headers' | 'schema' | 'preferences'>
  readonly caller: Caller
  readonly routine: Routine | null
  readonly readOnly: boolean
  /** Whether the next statement is planned once for all of its values. */
  readonly generic?: boolean
}

/** Says how statements are planned. */
export const PLAN_MODE = 'plan_cache_mode'

/** The statement that makes a transaction somebody's, and the isolation that it wants. */
export type Begin = { readonly statement: Prepared; readonly isolation: string | null }

/** A statement of settings whose values for one request are still to be filled in, from a place on. */
type Frame = {
  readonly text: string
  readonly values: readonly string[]
  readonly isolation: string | null
  readonly own: number
}

/** What one request alone decides, in the order in which it is filled in. */
const OWN = ['request.jwt.claims', 'request.method', 'request.path', 'request.headers', 'request.cookies']

/** For how many roles, schemas and kinds of transactions statements are kept. */
const KEPT = 200

/**
 * The settings of transactions: the role, the search path and what functions may ask for. What does not depend on the
 * single request is put together once for each role and schema; claims and headers never are.
 */
export class TransactionSettings {
  readonly #options: SettingsOptions
  readonly #frames = new Map<string, Frame>()
  #cache: SchemaCache | null = null

  constructor(options: SettingsOptions) {
    this.#options = options
  }

  /** The settings of a request's transaction. */
  of(cache: SchemaCache, setup: Setup): Begin {
    const { request, caller } = setup
    const frame = this.#frame(cache, setup)
    const cookie = request.headers.get('cookie')
    const values = [...frame.values]
    values[frame.own] = claimsText(caller)
    values[frame.own + 1] = request.method
    values[frame.own + 2] = clean(request.path)
    values[frame.own + 3] = clean(headersText(request.headers))
    values[frame.own + 4] = cookie === null ? '{}' : clean(JSON.stringify(cookies(cookie)))
    return { statement: { text: frame.text, values, keep: true }, isolation: frame.isolation }
  }

  /** Whether somebody has said how a role's statements are planned. */
  decidePlans(cache: SchemaCache, role: string): boolean {
    const { defaults, appSettings } = this.#options
    return [...defaults, ...appSettings, ...(cache.roleSettings.get(role) ?? [])].some(([name]) => name === PLAN_MODE)
  }

  #frame(cache: SchemaCache, setup: Setup): Frame {
    const { request, caller, routine, readOnly, generic = false } = setup
    // Functions may bring settings of their own, and requests a time zone.
    if (routine !== null || request.preferences.timezone !== null) return frameOf(cache, setup, this.#options)
    if (this.#cache !== cache || this.#frames.size >= KEPT) {
      this.#frames.clear()
      this.#cache = cache
    }
    const key = `${readOnly}\0${generic}\0${request.schema}\0${caller.role}`
    const known = this.#frames.get(key)
    if (known) return known
    const made = frameOf(cache, setup, this.#options)
    this.#frames.set(key, made)
    return made
  }
}

function frameOf(
  cache: SchemaCache,
  { request, caller, routine, readOnly, generic }: Setup,
  options: SettingsOptions,
): Frame {
  const own = cache.roleSettings.get(caller.role) ?? []
  const hoisted = routine === null ? [] : hoistedOf(routine)
  const fixed = [...own, ...hoisted]
  const { timezone } = request.preferences
  const before: Setting[] = [
    ['search_path', [...new Set([request.schema, ...options.extraSearchPath])].map(ident).join(', ')],
    ...options.defaults.filter(([name]) => !fixed.some(([other]) => other === name)),
    ...own.filter(local),
    ...options.appSettings,
    ['role', caller.role],
  ]
  const after: Setting[] = [
    ...(timezone === null ? [] : [['timezone', timezone] as const]),
    ...hoisted.filter(local),
    ...(readOnly ? [['transaction_read_only', 'on'] as const] : []),
    ...(generic ? [[PLAN_MODE, 'force_generic_plan'] as const] : []),
  ]
  const settings = [...before, ...OWN.map((name): Setting => [name, '']), ...after]
  const calls = settings.map(([name], at) => `set_config(${literal(name)}, $${at + 1}, true)`)
  return {
    // Every value is computed, and none comes back.
    text: `SELECT ${calls.join(', ')} OFFSET 1`,
    values: settings.map(([, value]) => clean(value)),
    isolation: fixed.findLast(([name]) => name === ISOLATION)?.[1] ?? null,
    own: before.length,
  }
}

const local = ([name]: Setting): boolean => name !== ISOLATION && !NOT_LOCAL.includes(name)

/** A function's settings that hold for the whole transaction. */
const hoistedOf = ({ settings }: Routine): Setting[] =>
  settings.flatMap((one): Setting[] => {
    const at = one.indexOf('=')
    return HOISTED.includes(one.slice(0, at)) ? [[one.slice(0, at), one.slice(at + 1)]] : []
  })
