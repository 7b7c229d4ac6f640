import type { HeaderSource } from '../message.ts'
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

/** The headers that functions may ask for. Cookies are told apart, in a setting of their own. */
function headersText(headers: HeaderSource): string {
  const told: Record<string, string> = Object.create(null)
  for (const [name, value] of headers) if (name !== 'cookie') told[name] = value
  return JSON.stringify(told)
}

/** The settings of a request's transaction. */
export function settingsOf(
  cache: SchemaCache,
  request: { readonly method: string; readonly path: string; readonly headers: HeaderSource; readonly schema: string },
  caller: Caller,
  more: {
    readonly extraSearchPath: readonly string[]
    readonly defaults: readonly Setting[]
    readonly appSettings: readonly Setting[]
    readonly timezone: string | null
    readonly routine: Routine | null
  },
): { settings: Setting[]; isolation: string | null } {
  const own = cache.roleSettings.get(caller.role) ?? NONE
  const hoisted = more.routine === null ? NONE : hoistedOf(more.routine)
  const fixed = own.length === 0 && hoisted.length === 0 ? NONE : [...own, ...hoisted]
  const isolation = fixed.findLast(([name]) => name === ISOLATION)?.[1] ?? null
  const settings: Setting[] = [['search_path', searchPath(request.schema, more.extraSearchPath)]]
  const add = (name: string, value: string): void => {
    settings.push([name, clean(value)])
  }
  for (const [name, value] of more.defaults) if (!fixed.some(([other]) => other === name)) add(name, value)
  for (const [name, value] of own) if (local(name)) add(name, value)
  for (const [name, value] of more.appSettings) add(name, value)
  add('role', caller.role)
  add('request.jwt.claims', JSON.stringify({ ...caller.claims, role: caller.claims.role ?? caller.role }))
  add('request.method', request.method)
  add('request.path', request.path)
  add('request.headers', headersText(request.headers))
  const cookie = request.headers.get('cookie')
  add('request.cookies', cookie === null ? '{}' : JSON.stringify(cookies(cookie)))
  if (more.timezone !== null) add('timezone', more.timezone)
  for (const [name, value] of hoisted) if (local(name)) add(name, value)
  return { settings, isolation }
}

const NONE: readonly Setting[] = []

const local = (name: string): boolean => name !== ISOLATION && !NOT_LOCAL.includes(name)

/** A function's settings that hold for the whole transaction. */
const hoistedOf = ({ settings }: Routine): Setting[] =>
  settings.flatMap((one): Setting[] => {
    const at = one.indexOf('=')
    return HOISTED.includes(one.slice(0, at)) ? [[one.slice(0, at), one.slice(at + 1)]] : []
  })

const searchPath = (schema: string, more: readonly string[]): string =>
  clean([...new Set([schema, ...more])].map(ident).join(', '))
