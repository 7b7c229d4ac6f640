import { type Field, field } from './field.ts'
import { Reader } from './reader.ts'

export type Compare = 'eq' | 'gte' | 'gt' | 'lte' | 'lt' | 'like' | 'ilike' | 'match' | 'imatch'
const COMPARE: readonly Compare[] = ['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch']
export type Simple = 'neq' | 'cs' | 'cd' | 'ov' | 'sl' | 'sr' | 'nxr' | 'nxl' | 'adj'
const SIMPLE: readonly Simple[] = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj']
export type Search = 'fts' | 'plfts' | 'phfts' | 'wfts'
const SEARCH: readonly Search[] = ['fts', 'plfts', 'phfts', 'wfts']
const IS = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type Is = (typeof IS)[number]

export type Operation =
  | {
      readonly kind: 'compare'
      readonly op: Compare
      readonly quantifier: 'any' | 'all' | null
      readonly value: string
    }
  | { readonly kind: 'simple'; readonly op: Simple; readonly value: string }
  | { readonly kind: 'search'; readonly op: Search; readonly config: string | null; readonly value: string }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: Is }
  | { readonly kind: 'distinct'; readonly value: string }

export type Filter = {
  readonly kind: 'filter'
  readonly field: Field
  readonly negated: boolean
  readonly operation: Operation
}
export type LogicGroup = {
  readonly kind: 'group'
  readonly op: 'and' | 'or'
  readonly negated: boolean
  readonly items: readonly Logic[]
}
export type Logic = Filter | LogicGroup

const OPERATOR = 'operator (eq, gt, ...)'
const DELIMITER = 'delimiter (.)'
const LOGIC = 'logic operator (and, or)'
const NEGATION = 'negation operator (not)'

/** How deep conditions may be nested. */
const DEPTH = 200

/** How the value of an operator is read: to the end of the parameter, or to the next comma of a tree. */
type ValueRule = (reader: Reader) => string

const wholeValue: ValueRule = (reader) => reader.while(() => true)

/** A value inside a tree: quoted, an array with its braces, or everything up to a comma or a parenthesis. */
const treeValue: ValueRule = (reader) => {
  reader.spaces()
  const quoted = reader.attempt(() => {
    const text = reader.quoted()
    if (text === null || (!reader.ended && !/[\s,)]/.test(reader.text[reader.at] ?? ''))) return reader.fail()
    return text
  })
  if (quoted !== null) return quoted
  const array = reader.attempt(() => {
    const from = reader.at
    reader.expect('{')
    for (let depth = 1; depth > 0; ) {
      if (reader.ended) reader.fail('"}"')
      if (reader.quoted() !== null) continue
      depth += reader.peek('{') ? 1 : reader.peek('}') ? -1 : 0
      reader.at += 1
    }
    return reader.text.slice(from, reader.at)
  })
  return array ?? reader.while((character) => character !== ',' && character !== ')')
}

function listElement(reader: Reader): string {
  reader.spaces()
  const quoted = reader.attempt(() => {
    const text = reader.quoted()
    reader.spaces()
    if (text === null || (!reader.ended && !reader.peek(',') && !reader.peek(')'))) return reader.fail()
    return text
  })
  return quoted ?? reader.while((character) => character !== ',' && character !== ')')
}

function list(reader: Reader): string[] {
  reader.spaces()
  reader.expect('(')
  const values: string[] = []
  do values.push(listElement(reader))
  while (reader.hope(','))
  reader.expect(')')
  return values.length === 1 && values[0] === '' ? [] : values
}

function is(reader: Reader): Is {
  const rest = reader.text.slice(reader.at).toLowerCase()
  const found = [...IS].sort((a, b) => b.length - a.length).find((one) => rest.startsWith(one))
  if (found === undefined) {
    const same = (one: string): number => [...one].findIndex((character, at) => rest[at] !== character)
    return reader.failAt(reader.at + Math.max(...IS.map(same)), 'isVal: (null, not_null, true, false, unknown)')
  }
  reader.at += found.length
  return found
}

const WORDS = [...COMPARE, ...SEARCH, ...SIMPLE, 'in', 'is', 'isdistinct']

/** Refuses what is no operator, at the end of the longest one that it begins with. */
function noOperator(reader: Reader, from: number, first: boolean): never {
  const longest = Math.max(0, ...WORDS.filter((one) => reader.text.startsWith(one, from)).map((one) => one.length))
  if (longest > 0) reader.failAt(from + longest, OPERATOR)
  return first ? reader.failWord(from, 'not', '"not"', OPERATOR) : reader.failWord(from, 'in', OPERATOR)
}

function quantifier(reader: Reader): 'any' | 'all' | null {
  if (reader.skip('(any)')) return 'any'
  if (reader.skip('(all)')) return 'all'
  const open = reader.at
  if (!reader.skip('(')) return null
  if (reader.skip('any') || reader.skip('all')) reader.fail(OPERATOR)
  return reader.failWord(open + 1, 'any', OPERATOR)
}

function operation(reader: Reader, value: ValueRule, first: boolean, whole: boolean): Operation {
  const from = reader.at
  const word = reader.while((character) => character >= 'a' && character <= 'z')
  const compare = COMPARE.find((one) => one === word)
  if (compare) {
    const all = quantifier(reader)
    reader.expect('.', OPERATOR)
    return { kind: 'compare', op: compare, quantifier: all, value: value(reader) }
  }
  const search = SEARCH.find((one) => one === word)
  if (search) {
    let config: string | null = null
    if (reader.skip('(')) {
      config = reader.while((character) => /[\p{L}\p{N}_ $]/u.test(character))
      if (config === '') reader.fail(OPERATOR)
      reader.expect(')', OPERATOR)
    }
    reader.expect('.', OPERATOR)
    return { kind: 'search', op: search, config: config?.trim() ?? null, value: value(reader) }
  }
  const simple = SIMPLE.find((one) => one === word)
  if (!simple && !['in', 'is', 'isdistinct'].includes(word)) return noOperator(reader, from, first)
  reader.expect('.', OPERATOR)
  if (simple) return { kind: 'simple', op: simple, value: value(reader) }
  if (word === 'in') return { kind: 'in', values: list(reader) }
  if (word === 'isdistinct') return { kind: 'distinct', value: value(reader) }
  const truth = is(reader)
  if (whole) reader.end()
  return { kind: 'is', value: truth }
}

const NOT = 'not'

function expression(reader: Reader, value: ValueRule, whole: boolean): Pick<Filter, 'negated' | 'operation'> {
  const negated = reader.skip(`${NOT}.`)
  if (!negated && reader.peek(NOT)) reader.failAt(reader.at + NOT.length, DELIMITER)
  return { negated, operation: operation(reader, value, !negated, whole) }
}

/** Reads the value of a filter such as `not.eq.5`. */
export const readOperation = (text: string): Pick<Filter, 'negated' | 'operation'> =>
  Reader.read('filter', text, (reader) => expression(reader, wholeValue, true))

/** Whether a parameter's value is a filter, or else the value of a function's argument. */
export function tryOperation(text: string): Pick<Filter, 'negated' | 'operation'> | null {
  const reader = new Reader(text)
  return reader.attempt(() => expression(reader, wholeValue, true))
}

function logicGroup(reader: Reader, depth: number): LogicGroup {
  reader.spaces()
  const negated = reader.skip(`${NOT}.`)
  if (negated) reader.commit()
  const op = reader.skip('and') ? 'and' : reader.skip('or') ? 'or' : null
  if (op === null) return reader.fail(...(negated ? [LOGIC] : [NEGATION, LOGIC]))
  reader.commit()
  reader.spaces()
  return { kind: 'group', negated, op, items: logicItems(reader, depth + 1) }
}

function logicItems(reader: Reader, depth: number): Logic[] {
  if (depth > DEPTH) reader.refuse(`conditions can be nested at most ${DEPTH} levels deep`)
  reader.expect('(')
  const items: Logic[] = []
  do {
    reader.spaces()
    items.push(reader.attempt(() => logicFilter(reader)) ?? logicGroup(reader, depth))
    reader.spaces()
  } while (reader.hope(','))
  reader.expect(')')
  reader.spaces()
  return items
}

function logicFilter(reader: Reader): Filter {
  const at = field(reader)
  reader.expect('.', DELIMITER)
  return { kind: 'filter', field: at, ...expression(reader, treeValue, false) }
}

/** Reads the value of `and` or `or`, such as `(id.eq.1,not.or(…))`. */
export const readLogic = (op: 'and' | 'or', negated: boolean, text: string): LogicGroup => {
  // The parameter's name is a part of the tree.
  const before = (negated ? `${NOT}.` : '').length + op.length
  const read = (reader: Reader): LogicGroup => {
    reader.spaces()
    const items = logicItems(reader, 0)
    reader.end()
    return { kind: 'group', op, negated, items }
  }
  return Reader.read('logic tree', text, read, before)
}
