import { AFTER_NAME, type Field, field } from './field.ts'
import { Reader } from './reader.ts'

export type Aggregate = 'sum' | 'avg' | 'count' | 'max' | 'min'
const AGGREGATES: readonly Aggregate[] = ['sum', 'avg', 'count', 'max', 'min']

export type SelectField = {
  readonly kind: 'field'
  readonly field: Field
  readonly alias: string | null
  readonly cast: string | null
  readonly aggregate: Aggregate | null
  readonly aggregateCast: string | null
}

export type SelectEmbed = {
  readonly kind: 'embed'
  readonly name: string
  readonly alias: string | null
  readonly hint: string | null
  readonly join: 'inner' | 'left' | null
  /** Whether its columns stand beside those of what embeds it. */
  readonly spread: boolean
  readonly items: readonly SelectItem[]
}

export type SelectItem = SelectField | SelectEmbed

/** How deep embeds may be nested: each level can multiply the rows of the one before. */
const DEPTH = 20

/** All columns: what an empty select means. */
export const STAR: SelectField = {
  kind: 'field',
  field: { name: '*', path: [] },
  alias: null,
  cast: null,
  aggregate: null,
  aggregateCast: null,
}

function castType(reader: Reader): string | null {
  if (!reader.skip('::')) return null
  const type = reader.while((character) => /[\p{L}\p{N}_ [\]]/u.test(character))
  return type === '' ? reader.fail('letter', 'digit') : type.trim()
}

function aliasOf(reader: Reader): string | null {
  return reader.attempt(() => {
    const name = reader.name()
    if (reader.peek('::')) reader.fail()
    reader.expect(':')
    return name
  })
}

function aggregateCall(reader: Reader): Aggregate {
  const found = AGGREGATES.find((one) => reader.peek(`${one}()`))
  if (found === undefined) return reader.fail(...AGGREGATES.map((one) => `"${one}"`))
  reader.skip(`${found}()`)
  return found
}

function ends(reader: Reader, ...others: string[]): void {
  reader.spaces()
  if (!reader.ended && !reader.peek(',') && !reader.peek(')')) reader.end(...others, '")"', '","')
}

function fieldItem(reader: Reader): SelectField {
  if (reader.hope('*')) {
    reader.commit()
    ends(reader)
    return STAR
  }
  const alias = aliasOf(reader)
  const counted = reader.attempt(() => {
    reader.expect('count()')
    const cast = castType(reader)
    ends(reader)
    return cast ?? ''
  })
  if (counted !== null) return { ...STAR, alias, aggregate: 'count', aggregateCast: counted === '' ? null : counted }
  const at = field(reader)
  reader.commit()
  const cast = castType(reader)
  const aggregate = reader.skip('.') ? aggregateCall(reader) : null
  const aggregateCast = aggregate === null ? null : castType(reader)
  const more =
    cast === null
      ? [...(at.path.length > 0 ? AFTER_NAME.slice(2) : AFTER_NAME), '"::"', '"."']
      : ['letter', 'digit', '"."']
  ends(reader, ...(aggregate === null ? more : []))
  return { kind: 'field', field: at, alias, cast, aggregate, aggregateCast }
}

/** What stands in front of an embed's own columns. */
function embedHead(reader: Reader): Omit<SelectEmbed, 'items'> {
  const spread = reader.hope('...')
  const alias = spread ? null : aliasOf(reader)
  const name = reader.name()
  let hint: string | null = null
  let join: 'inner' | 'left' | null = null
  while (reader.skip('!')) {
    const word = reader.name()
    if (word === 'inner' || word === 'left') join = word
    else hint = word
  }
  if (name === 'count' && reader.peek('()')) reader.fail()
  reader.expect('(')
  return { kind: 'embed', name, alias, hint, join, spread }
}

function embedItem(reader: Reader, head: Omit<SelectEmbed, 'items'>, depth: number): SelectEmbed {
  reader.commit()
  if (depth >= DEPTH) reader.refuse(`resources can be embedded at most ${DEPTH} levels deep`)
  const items = itemList(reader, depth + 1)
  reader.expect(')')
  ends(reader)
  return { ...head, items }
}

/** A column and nothing else: what most of every select is. */
const PLAIN = /([A-Za-z_][\w$]*)(?=[,)]|$)/y

function item(reader: Reader, depth: number): SelectItem {
  reader.spaces()
  const plain = reader.match(PLAIN)
  if (plain) return { ...STAR, field: { name: plain[1] ?? '', path: [] } }
  const head = reader.attempt(() => embedHead(reader))
  return head ? embedItem(reader, head, depth) : fieldItem(reader)
}

function itemList(reader: Reader, depth: number): SelectItem[] {
  reader.spaces()
  if (reader.ended || reader.peek(')')) return []
  const items: SelectItem[] = []
  do items.push(item(reader, depth))
  while (reader.skip(','))
  reader.spaces()
  return items
}

/** Reads the value of `select`. */
export function readSelect(text: string): SelectItem[] {
  return Reader.read('select parameter', text, (reader) => {
    const items = itemList(reader, 0)
    reader.end('","')
    return items
  })
}
