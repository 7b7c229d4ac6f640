import { type Field, field } from './field.ts'
import { Reader } from './reader.ts'

export type Order = {
  readonly field: Field
  /** The embedded to-one resource that the field belongs to. */
  readonly relation: string | null
  readonly direction: 'asc' | 'desc' | null
  readonly nulls: 'first' | 'last' | null
}

function modifiers(reader: Reader): Pick<Order, 'direction' | 'nulls'> {
  const direction = reader.skip('.asc') ? 'asc' : reader.skip('.desc') ? 'desc' : null
  const nulls = reader.skip('.nullsfirst') ? 'first' : reader.skip('.nullslast') ? 'last' : null
  if (nulls === null && reader.skip('.')) {
    if (direction === null) reader.fail('"asc"', '"desc"', '"nullsfirst"', '"nullslast"')
    reader.fail('"nullsfirst"', '"nullslast"')
  }
  reader.spaces()
  if (!reader.ended && !reader.peek(',')) reader.end('","')
  return { direction, nulls }
}

function related(reader: Reader): Order {
  const relation = reader.name()
  reader.expect('(')
  const at = field(reader)
  reader.expect(')')
  return { relation, field: at, ...modifiers(reader) }
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
  return reader.attempt(() => related(reader)) ?? { relation: null, field: field(reader), ...modifiers(reader) }
}

/** Reads the value of `order`. */
export const readOrder = (text: string): Order[] =>
  Reader.read('order', text, (reader) => {
    const terms: Order[] = []
    do terms.push(term(reader))
    while (reader.skip(','))
    return terms
  })
