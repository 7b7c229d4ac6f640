import { AFTER_NAME, type Field, field } from './field.ts'
import { Reader } from './reader.ts'

export type Order = {
  readonly field: Field
  /** The embedded to-one resource that the field belongs to. */
  readonly relation: string | null
  readonly direction: 'asc' | 'desc' | null
  readonly nulls: 'first' | 'last' | null
}

const NULLS = ['"nullsfirst"', '"nullslast"']

function modifiers(reader: Reader, more: readonly string[]): Pick<Order, 'direction' | 'nulls'> {
  const direction = reader.skip('.asc') ? 'asc' : reader.skip('.desc') ? 'desc' : null
  const nulls = reader.skip('.nullsfirst') ? 'first' : reader.skip('.nullslast') ? 'last' : null
  if (nulls === null && reader.peek('.')) {
    if (direction === null) reader.failWord(reader.at + 1, 'asc', '"asc"', '"desc"', ...NULLS)
    reader.failWord(reader.at + 1, 'nullsfirst', ...NULLS)
  }
  reader.spaces()
  const before = nulls === null ? [...(direction === null ? more : []), 'delimiter (.)'] : []
  if (!reader.ended && !reader.peek(',')) reader.end(...before, '","')
  return { direction, nulls }
}

function related(reader: Reader): Order {
  const relation = reader.name()
  reader.expect('(')
  const at = field(reader)
  reader.expect(')')
  return { relation, field: at, ...modifiers(reader, []) }
}

/** A column with its direction: what most orders are. */
const PLAIN = /([A-Za-z_][\w$]*)(?:\.(asc|desc))?(?:\.nulls(first|last))?(?=,|$)/y

function term(reader: Reader): Order {
  reader.spaces()
  const plain = reader.match(PLAIN)
  if (plain) {
    const [, name = '', direction, nulls] = plain
    return {
      relation: null,
      field: { name, path: [] },
      direction: direction === 'asc' || direction === 'desc' ? direction : null,
      nulls: nulls === 'first' || nulls === 'last' ? nulls : null,
    }
  }
  const found = reader.attempt(() => related(reader))
  if (found) return found
  const at = field(reader)
  reader.commit()
  return { relation: null, field: at, ...modifiers(reader, AFTER_NAME) }
}

/** Reads the value of `order`. */
export const readOrder = (text: string): Order[] =>
  Reader.read('order', text, (reader) => {
    const terms: Order[] = []
    do terms.push(term(reader))
    while (reader.skip(','))
    return terms
  })
