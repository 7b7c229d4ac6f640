import type { Routine, SchemaCache } from '../schema/cache.ts'
import { ident } from '../sql/statement.ts'
import type { Setting } from './execute.ts'

/** As whom a request is answered. */
export type Caller = {
  readonly role: string
  /** What the token says; the role is added where it is missing. */
  readonly claims: Readonly<Record<string, unknown>>
  /** Whether a token came with the request: a refused privilege is then 403, and 401 otherwise. */
  readonly authenticated: boolean
}

/** Settings of functions that hold for the whole transaction, because they do nothing inside of it. */
const HOISTED = ['statement_timeout', 'plan_filter.statement_cost_limit', 'default_transaction_isolation']
/** Settings of a role that only the server or a session's start can take. */
const NOT_LOCAL = ['role', 'session_authorization', 'search_path', 'transaction_read_only']

const ISOLATION = 'default_transaction_isolation'

function cookies(header: string | null): Record<string, string> {
  const found: Record<string, string> = {}
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0) found[part.slice(0, at).trim()] = part.slice(at + 1).trim()
  }
  return found
}

/** Text that Postgres can hold. */
const clean = (text: string): string => text.replaceAll('\0', '')

const byLength = (entries: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(entries)

/** The settings of a request's transaction. */
export function settingsOf(
  cache: SchemaCache,
  request: { readonly method: string; readonly path: string; readonly headers: Headers; readonly schema: string },
  caller: Caller,
  more: {
    readonly extraSearchPath: readonly string[]
    readonly defaults: readonly Setting[]
    readonly appSettings: readonly Setting[]
    readonly timezone: string | null
    readonly routine: Routine | null
  },
): { settings: Setting[]; isolation: string | null } {
  const own = cache.roleSettings.get(caller.role) ?? []
  const hoisted = (more.routine?.settings ?? []).flatMap((one): Setting[] => {
    const at = one.indexOf('=')
    return HOISTED.includes(one.slice(0, at)) ? [[one.slice(0, at), one.slice(at + 1)]] : []
  })
  const isolation = [...own, ...hoisted].findLast(([name]) => name === ISOLATION)?.[1] ?? null
  const local = (setting: Setting) => setting[0] !== ISOLATION && !NOT_LOCAL.includes(setting[0])
  const path = [...new Set([request.schema, ...more.extraSearchPath])].map(ident).join(', ')
  const headers = [...request.headers].filter(([name]) => name !== 'cookie')
  const settings: Setting[] = [
    ['search_path', path],
    ...more.defaults.filter(([name]) => ![...own, ...hoisted].some(([other]) => other === name)),
    ...own.filter(local),
    ...more.appSettings,
    ['role', caller.role],
    ['request.jwt.claims', JSON.stringify({ ...caller.claims, role: caller.claims.role ?? caller.role })],
    ['request.method', request.method],
    ['request.path', request.path],
    ['request.headers', JSON.stringify(byLength(headers))],
    ['request.cookies', JSON.stringify(cookies(request.headers.get('cookie')))],
    ...(more.timezone === null ? [] : [['timezone', more.timezone] as const]),
    ...hoisted.filter(local),
  ]
  return { settings: settings.map(([name, value]) => [name, clean(value)]), isolation }
}
