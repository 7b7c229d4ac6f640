/** The languages that examples are written in. */
export const LANGUAGES = ['Javascript', 'Bash'] as const
export type Language = (typeof LANGUAGES)[number]

/** An example; null where a language has none. */
export type Snippet = {
  readonly title: string
  readonly text?: string
  readonly Javascript: string | null
  readonly Bash: string | null
}

/** What examples speak to. */
export type Target = {
  /** The address of the project's APIs. */
  readonly url: string
  /** The keys to write into examples; null while they are hidden. */
  readonly keys: { readonly anon: string; readonly service_role: string } | null
}

/** The name under which examples expect a key in the environment while it is hidden. */
export const KEY_VARIABLES = { anon: 'SUPABASE_KEY', service_role: 'SUPABASE_SERVICE_KEY' } as const
export type KeyName = keyof typeof KEY_VARIABLES

/** A key as a JavaScript expression. */
export const jsKey = ({ keys }: Target, name: KeyName = 'anon'): string =>
  keys === null ? `process.env.${KEY_VARIABLES[name]}` : quoted(keys[name])

/** A key inside a double quoted text of a shell. */
const bashKey = ({ keys }: Target, name: KeyName): string => (keys === null ? `$${KEY_VARIABLES[name]}` : keys[name])

/** A value as JavaScript writes it, with single quotes. */
export function quoted(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(quoted).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, one]) => `${property(name)}: ${quoted(one)}`)
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
  }
  return JSON.stringify(value)
}

/** A name as the key of an object in JavaScript. */
const property = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

/** A text in single quotes for a shell. */
export const shellQuoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`

/**
 * A call with curl.
 * @param path below the address of the project's APIs, encoded already
 */
export function curl(
  target: Target,
  {
    method,
    path,
    headers = {},
    body,
    key = 'anon',
  }: { method?: string; path: string; headers?: Record<string, string>; body?: unknown; key?: KeyName },
): string {
  return [
    `curl ${method === undefined ? '' : `-X ${method} `}${shellQuoted(target.url + path)}`,
    `-H "apikey: ${bashKey(target, key)}"`,
    `-H "Authorization: Bearer ${bashKey(target, key)}"`,
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d ${shellQuoted(JSON.stringify(body))}`]),
  ].join(' \\\n')
}
