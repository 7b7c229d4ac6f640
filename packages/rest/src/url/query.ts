import { type Field, field } from './field.ts'
import { type Filter, type Logic, readLogic, readOperation, tryOperation } from './filter.ts'
import { type Order, readOrder } from './order.ts'
import { Reader } from './reader.ts'
import { readSelect, type SelectItem, STAR } from './select.ts'

/** Something said of the resource at a path of embeds; the empty path is the resource itself. */
export type At<T> = { readonly path: readonly string[]; readonly value: T }

export type Query = {
  readonly select: readonly SelectItem[]
  readonly filters: readonly At<Filter>[]
  readonly logic: readonly At<Logic>[]
  readonly orders: readonly At<readonly Order[]>[]
  readonly limits: readonly At<number>[]
  readonly offsets: readonly At<number>[]
  readonly columns: readonly string[] | null
  readonly onConflict: readonly string[] | null
  /** Arguments of a function: parameters whose values are no filters. */
  readonly args: readonly (readonly [string, string])[]
}

/** What a piece of a query string says. */
export const decode = (text: string): string => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/**
 * The parameters of a query string, decoded.
 * @param bare whether a name without a value counts, as one with an empty value
 */
export const parameters = (search: string, bare = true): [string, string][] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && (bare || part.includes('=')))
    .map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
    })

const names = (what: string, text: string): string[] =>
  Reader.read(what, text, (reader) => {
    const found: string[] = []
    do {
      reader.spaces()
      found.push(reader.name())
      reader.spaces()
    } while (reader.skip(','))
    reader.end('","')
    return found
  })

/** A parameter's key: names of embeds, parted by dots, and what it is about at its end. */
const treePath = (key: string): { path: string[]; field: Field } => {
  if (PLAIN.test(key)) return { path: [], field: { name: key, path: [] } }
  return longPath(key)
}

/** Names that need no reading. */
export const PLAIN = /^[A-Za-z_][\w$]*$/

const longPath = (key: string): { path: string[]; field: Field } =>
  Reader.read('tree path', key, (reader) => {
    const path: string[] = []
    for (;;) {
      const one = field(reader)
      if (reader.ended) return { path, field: one }
      if (one.path.length > 0) reader.end()
      reader.expect('.', 'delimiter (.)')
      path.push(one.name)
    }
  })

/** The embeds that a key such as `tasks.users.order` names before its last word. */
const pathBefore = (key: string, suffix: string): string[] => {
  const before = key.slice(0, key.length - suffix.length).replace(/\.$/, '')
  if (before === '') return []
  const { path, field: last } = treePath(before)
  return [...path, last.name]
}

/** Adds a limit or an offset. What is no whole number says nothing. */
const addWhole = (to: At<number>[], path: string[], text: string): void => {
  if (/^\s*-?\d{1,18}\s*$/.test(text)) to.push({ path, value: Number(text) })
}

const LOGIC_KEY = /(?:^|\.)((not\.)?(and|or))$/

/** What stands in Content-Location as it is. */
const SHOWN = /^[\w.~,:*()!'-]*$/

/** How a parameter's value is written in Content-Location: what query strings allow stands as it is. */
export const shown = (text: string): string =>
  SHOWN.test(text)
    ? text
    : encodeURIComponent(text).replace(/%(2C|3A|2A|28|29|21|27)/g, (code) => decodeURIComponent(code))

/** The parameters in the order of their names, as they are told in Content-Location. */
export const canonical = (given: readonly (readonly [string, string])[]): string =>
  [...given]
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
    .map(([key, value]) => `${shown(key)}=${shown(value)}`)
    .join('&')

/**
 * Reads the parameters of a query string.
 * @param forFunction whether values that are no filters are arguments, and not a mistake
 */
export function readQuery(given: readonly (readonly [string, string])[], forFunction: boolean): Query {
  const single = (name: string): string | null => given.find(([key]) => key === name)?.[1] ?? null
  const filters: At<Filter>[] = []
  const logic: At<Logic>[] = []
  const orders: At<readonly Order[]>[] = []
  const limits: At<number>[] = []
  const offsets: At<number>[] = []
  const args: [string, string][] = []
  for (const [key, value] of given) {
    if (key === 'select' || key === 'columns' || key === 'on_conflict') continue
    const tree = LOGIC_KEY.exec(key)
    if (tree) {
      const op = tree[3] === 'or' ? 'or' : 'and'
      logic.push({ path: pathBefore(key, tree[1] ?? ''), value: readLogic(op, tree[2] !== undefined, value) })
    } else if (key === 'order' || key.endsWith('.order'))
      orders.push({ path: pathBefore(key, 'order'), value: readOrder(value) })
    else if (key === 'limit' || key.endsWith('.limit')) addWhole(limits, pathBefore(key, 'limit'), value)
    else if (key === 'offset' || key.endsWith('.offset')) addWhole(offsets, pathBefore(key, 'offset'), value)
    else {
      const operation = forFunction ? tryOperation(value) : readOperation(value)
      if (operation === null) args.push([key, value])
      else {
        const { path, field: at } = treePath(key)
        filters.push({ path, value: { kind: 'filter', field: at, ...operation } })
      }
    }
  }
  const select = single('select')
  const columns = single('columns')
  const onConflict = single('on_conflict')
  return {
    select: select === null ? [STAR] : readSelect(select),
    filters,
    logic,
    orders,
    limits,
    offsets,
    columns: columns === null ? null : names('columns parameter', columns),
    onConflict: onConflict === null ? null : names('on_conflict parameter', onConflict),
    args,
  }
}
