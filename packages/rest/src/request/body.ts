import { invalidBody } from '../errors.ts'
import { parameters } from '../url/query.ts'

/** A body, as Postgres gets it, and the names that it gives values for. */
export type Payload =
  | {
      readonly kind: 'json'
      readonly text: string
      readonly keys: readonly string[]
      readonly array: boolean
      readonly empty: boolean
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
  if (!head || head.every((name) => name === ''))
    return { kind: 'json', text: '[]', keys: [], array: true, empty: true }
  if (rows.some((row) => row.length !== head.length)) throw invalidBody('All lines must have same number of fields')
  const objects = rows.map((row) =>
    Object.fromEntries(head.map((name, at) => [name, row[at] === 'NULL' ? null : (row[at] ?? null)])),
  )
  return { kind: 'json', text: JSON.stringify(objects), keys: head, array: true, empty: rows.length === 0 }
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
    return { kind: 'json', text, keys, array: false, empty: keys.length === 0 }
  }
  if (!Array.isArray(value)) return { kind: 'json', text, keys: [], array: true, empty: true }
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
  return { kind: 'json', text, keys, array: true, empty: value.length === 0 || keys.length === 0 }
}

/**
 * Reads a body.
 * @param type the Content-Type header
 * @param uniform whether all objects of an array must have the same keys
 * @param forFunction whether a function gets it, which may take any text or bytes
 */
export function readPayload(bytes: Uint8Array, type: string | null, uniform: boolean, forFunction: boolean): Payload {
  const name = (type ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''
  switch (name) {
    case 'text/csv':
      return csv(decoder.decode(bytes))
    case 'application/x-www-form-urlencoded': {
      const pairs = parameters(decoder.decode(bytes))
      if (forFunction) return { kind: 'form', pairs }
      const text = JSON.stringify(Object.fromEntries(pairs))
      const keys = [...new Set(pairs.map(([key]) => key))]
      return { kind: 'json', text, keys, array: false, empty: keys.length === 0 }
    }
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
    case '': {
      const text = decoder.decode(bytes)
      if (text.trim() === '' && forFunction) return { kind: 'json', text: '{}', keys: [], array: false, empty: true }
      return json(text, uniform && !forFunction)
    }
    default:
      if (forFunction && name === 'text/plain') return { kind: 'raw', type: 'text', bytes }
      if (forFunction && name === 'text/xml') return { kind: 'raw', type: 'xml', bytes }
      if (forFunction && name === 'application/octet-stream') return { kind: 'raw', type: 'bytes', bytes }
      throw invalidBody(`Content-Type not acceptable: ${name}`)
  }
}
