import { invalidBody } from '../errors.ts'
import { parameters } from '../url/query.ts'

/** A body, as Postgres gets it, and the names that it gives values for. */
export type Payload =
  | {
      readonly kind: 'json'
      readonly text: string
      readonly keys: readonly string[]
      readonly array: boolean
    }
  | { readonly kind: 'form'; readonly pairs: readonly (readonly [string, string])[] }
  | { readonly kind: 'raw'; readonly type: 'text' | 'xml' | 'bytes'; readonly bytes: Uint8Array }

const EMPTY = 'Empty or invalid json'
const decoder = new TextDecoder()

/** Reads lines of comma separated values, with quotes doubled inside quotes. */
function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    let value = ''
    if (text[at] === '"') {
      at += 1
      for (;;) {
        if (at >= text.length) throw invalidBody('not enough input (cassava)')
        if (text[at] === '"' && text[at + 1] === '"') at += 1
        else if (text[at] === '"') break
        value += text[at]
        at += 1
      }
      at += 1
    } else {
      const rest = /[^,\r\n]*/y
      rest.lastIndex = at
      value = rest.exec(text)?.[0] ?? ''
      at += value.length
    }
    row.push(value)
    if (text[at] === ',') {
      at += 1
      continue
    }
    rows.push(row)
    row = []
    if (text[at] === '\r') at += 1
    at += 1
    if (at >= text.length) break
  }
  return rows
}

function csv(text: string): Payload {
  const [head, ...rows] = csvRows(text)
  if (!head || head.every((name) => name === '')) return { kind: 'json', text: '[]', keys: [], array: true }
  if (rows.some((row) => row.length !== head.length)) throw invalidBody('All lines must have same number of fields')
  const objects = rows.map((row) =>
    Object.fromEntries(head.map((name, at) => [name, row[at] === 'NULL' ? null : (row[at] ?? null)])),
  )
  return { kind: 'json', text: JSON.stringify(objects), keys: head, array: true }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function json(text: string, uniform: boolean): Payload {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidBody(EMPTY)
  }
  if (isObject(value)) {
    const keys = Object.keys(value)
    return { kind: 'json', text, keys, array: false }
  }
  // Anything else has no rows; a function may take it whole.
  if (!Array.isArray(value)) return { kind: 'json', text: uniform ? '[]' : text, keys: [], array: true }
  const [first] = value
  const keys = isObject(first) ? Object.keys(first) : []
  if (uniform) {
    const same = new Set(keys)
    const matches = (one: unknown): boolean => {
      if (!isObject(one)) return false
      const own = Object.keys(one)
      return own.length === same.size && own.every((key) => same.has(key))
    }
    if (!value.every(matches)) throw invalidBody('All object keys must match')
  }
  return { kind: 'json', text, keys, array: true }
}

const JSONS = ['', 'application/json', 'application/vnd.pgrst.object+json', 'application/vnd.pgrst.array+json']

const mediaOf = (type: string | null): string => (type ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''

/** Whether a body of this Content-Type is read as JSON. */
export const isJson = (type: string | null): boolean => JSONS.includes(mediaOf(type))

/** JSON whose keys are chosen elsewhere: Postgres alone reads it. */
const unread = (text: string): Payload => {
  const array = !text.trimStart().startsWith('{')
  return { kind: 'json', text, keys: [], array }
}

/**
 * Reads a body.
 * @param type the Content-Type header
 * @param options.chosen whether the address says which keys count; else all objects of an array have to have the same
 * @param options.forFunction whether a function gets it, which may take any text or bytes
 */
export function readPayload(
  bytes: Uint8Array,
  type: string | null,
  { chosen, forFunction }: { readonly chosen: boolean; readonly forFunction: boolean },
): Payload {
  const name = mediaOf(type)
  if (JSONS.includes(name)) {
    const text = decoder.decode(bytes)
    if (chosen) return unread(text)
    if (text.trim() === '' && forFunction) return { kind: 'json', text: '{}', keys: [], array: false }
    return json(text, !forFunction)
  }
  switch (name) {
    case 'text/csv':
      return csv(decoder.decode(bytes))
    case 'application/x-www-form-urlencoded': {
      const pairs = parameters(decoder.decode(bytes))
      if (forFunction) return { kind: 'form', pairs }
      const text = JSON.stringify(Object.fromEntries(pairs))
      const keys = [...new Set(pairs.map(([key]) => key))]
      return { kind: 'json', text, keys, array: false }
    }
    default:
      if (forFunction && name === 'text/plain') return { kind: 'raw', type: 'text', bytes }
      if (forFunction && name === 'text/xml') return { kind: 'raw', type: 'xml', bytes }
      if (forFunction && name === 'application/octet-stream') return { kind: 'raw', type: 'bytes', bytes }
      throw invalidBody(`Content-Type not acceptable: ${name}`)
  }
}
