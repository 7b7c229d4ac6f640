import type { Reader } from './reader.ts'

/** One step into a JSON value: by key or by index, as JSON or as text. */
export type JsonStep = { readonly asText: boolean; readonly key: string; readonly index: boolean }
/** A column, and the way into the JSON that it holds. */
export type Field = { readonly name: string; readonly path: readonly JsonStep[] }

const KEY_RESERVED = '(-:.,>)'
const KEY = 'any non reserved character different from: .,>()'
/** What may follow a name of a column, as a refusal tells it. */
export const AFTER_NAME = ['letter', 'digit', '"-"', '"->>"', '"->"']
const INDEX_ENDS = ['->', '::', '.', ',', ')']

function jsonIndex(reader: Reader): string {
  const sign = reader.skip('-') ? '-' : ''
  const digits = reader.while((character) => character >= '0' && character <= '9')
  if (digits === '') reader.fail(...(sign === '' ? ['"-"', 'digit'] : ['digit']))
  if (!reader.ended && !INDEX_ENDS.some((end) => reader.peek(end))) reader.end('digit', '"->"', '"::"', '"."', '","')
  return sign + digits
}

function jsonKey(reader: Reader): string {
  const quoted = reader.quoted()
  if (quoted !== null) return quoted
  const parts: string[] = []
  do {
    const part = reader.while((character) => !KEY_RESERVED.includes(character))
    if (part === '') reader.fail(KEY)
    parts.push(part.trim())
  } while (reader.peek('-') && !reader.peek('->') && reader.skip('-'))
  return parts.join('-')
}

/** Steps like `->a->>0`. */
export function jsonPath(reader: Reader): JsonStep[] {
  const path: JsonStep[] = []
  while (reader.peek('->')) {
    const asText = reader.skip('->>')
    if (!asText) reader.skip('->')
    const index = reader.attempt(() => jsonIndex(reader))
    path.push(index === null ? { asText, key: jsonKey(reader), index: false } : { asText, key: index, index: true })
  }
  return path
}

export const field = (reader: Reader): Field => ({ name: reader.name(), path: jsonPath(reader) })
