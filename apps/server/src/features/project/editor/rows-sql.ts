import { columnGone, IN_NEEDS, IS_NEEDS, IS_VALUES, inValues, type TableFilter, type TableSort } from '@stoa/contract'
import { qualifiedName, quoteIdent, quoteLiteral } from '@stoa/sql'
import type { ReadColumn, ReadTable } from '../../../core/catalog/table.ts'
import { badRequest } from '../../../core/errors.ts'

// Statements that read rows. Names are quoted, values are parameters; what a parameter's type is, Postgres sees from
// what it is compared with, so that values go as the text that Postgres itself printed.

/** Texts longer than so many bytes are cut. Above what an index takes, so that keys are always whole. */
const TEXT_LIMIT = 4096
/** Characters that are kept of a text that is cut, and bytes of a byte string. */
const KEPT = 256
/** Other values stored in more than so many bytes are left out. */
const STORED_LIMIT = 8192

export type Statement = { readonly text: string; readonly values: unknown[] }

/** Parameters of a statement while it is written. */
export class Values {
  readonly list: unknown[] = []
  /** @returns the parameter's name, such as `$3` */
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

/** Values of a statement that is read by people: they stand in its text. */
class Literals extends Values {
  override add(value: unknown): string {
    const items = Array.isArray(value) ? value.map((item) => `"${String(item).replace(/[\\"]/g, '\\$&')}"`) : null
    return quoteLiteral(items === null ? String(value) : `{${items.join(',')}}`)
  }
}

/** A table as statements name it. */
export const tableName = ({ schema, name }: Pick<ReadTable, 'schema' | 'name'>): string => qualifiedName(schema, name)

/** The columns that a row is told apart by: its key, its place, or nothing. */
export type Order = {
  readonly by: readonly { readonly name: string; readonly ascending: boolean; readonly nullable: boolean }[]
  /** Whether the order tells every row from every other, so that a page can begin after a row. */
  readonly total: boolean
}

const HAS_PLACE = new Set(['table', 'materialized_view'])
export const PLACE = 'ctid'
/** Whether rows are told apart by where they lie, as the table has no key. */
export const hasPlace = (table: ReadTable): boolean =>
  table.key.length === 0 && HAS_PLACE.has(table.kind) && !table.has_heirs

/** Whether rows say which version they are, so that a change of another version can be refused. */
export const hasVersion = (table: ReadTable): boolean =>
  table.key.length > 0 && (table.kind === 'table' || table.kind === 'partitioned_table')

const columnOf = (table: ReadTable, name: string): ReadColumn => {
  const column = table.columns.find((item) => item.name === name)
  if (!column) throw badRequest(columnGone(name))
  return column
}

/**
 * The order in which rows are paged: as asked, then by what tells rows apart.
 * @throws ORPCError 400 for a column that is not there
 */
export function orderOf(table: ReadTable, sorts: readonly TableSort[]): Order {
  const by = sorts.map(({ column, ascending }) => ({
    name: column,
    ascending,
    nullable: columnOf(table, column).is_nullable,
  }))
  const tie = table.key.length > 0 ? table.key : hasPlace(table) ? [PLACE] : []
  // In the direction of the first sort, so that one index can give the whole order.
  const ascending = by[0]?.ascending ?? true
  for (const name of tie) if (!by.some((item) => item.name === name)) by.push({ name, ascending, nullable: false })
  return { by, total: tie.length > 0 }
}

/**
 * Whether rows come as they lie in their table. No index has that order and sorting would read all rows first, so they
 * are read without being sorted, by connections that keep to it.
 */
export const isByPlace = ({ by }: Order): boolean => by.length === 1 && by[0]?.name === PLACE && by[0].ascending

const orderBy = (order: Order): string =>
  order.by.length === 0 || isByPlace(order)
    ? ''
    : ` order by ${order.by.map(({ name, ascending }) => `${quoteIdent(name)}${ascending ? '' : ' desc'}`).join(', ')}`

/** Types that have no equality of their own, or one that does not mean what people do: boxes are equal by their area. */
const COMPARED_AS_TEXT = new Set(
  ['json', 'jsonpath', 'xml', 'point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle', 'refcursor'].flatMap(
    (format) => [format, `_${format}`],
  ),
)

/** How a column's values are compared with a text that Postgres printed. */
const comparedAs = ({ name, format }: ReadColumn): string =>
  COMPARED_AS_TEXT.has(format) ? `${quoteIdent(name)}::text` : quoteIdent(name)

/** A value to compare a column with. Of most types Postgres sees what it is by the column; not of rows. */
const asValue = ({ category, data_type: type }: ReadColumn, value: unknown, values: Values): string =>
  category === 'C' ? `${values.add(value)}::${type}` : values.add(value)

/** @throws ORPCError 400 for a column that is not there, or a value that the operator cannot take */
export function condition(table: ReadTable, filter: TableFilter, values: Values): string {
  const column = columnOf(table, filter.column)
  const name = quoteIdent(filter.column)
  const { operator, value } = filter
  const compared = comparedAs(column)
  switch (operator) {
    case 'is': {
      const what = IS_VALUES.find((item) => item === value.trim().toLowerCase())
      if (what === undefined) throw badRequest(IS_NEEDS)
      return `${name} is ${what}`
    }
    case 'in': {
      const list = inValues(value)
      if (list.length === 0) throw badRequest(IN_NEEDS)
      // There are no lists of lists, and an array may stand between other signs than commas.
      if (column.category === 'A' || column.category === 'C')
        return `(${list.map((item) => `${compared} = ${asValue(column, item, values)}`).join(' or ')})`
      return `${compared} = any (${values.add(list)})`
    }
    case 'like':
    case 'ilike':
      return `${column.category === 'S' ? name : `${name}::text`} ${operator} ${values.add(value)}`
    default: {
      const symbol = { eq: '=', neq: '<>', gt: '>', lt: '<', gte: '>=', lte: '<=' }[operator]
      return `${compared} ${symbol} ${asValue(column, value, values)}`
    }
  }
}

/** What filters ask of a row, one condition each. */
export function conditions(table: ReadTable, filters: readonly TableFilter[], values: Values): string[] {
  return filters.map((filter) => condition(table, filter, values))
}

/** A WHERE of all conditions, or nothing. */
export const where = (all: readonly string[]): string => (all.length === 0 ? '' : ` where ${all.join(' and ')}`)

/**
 * How a column is read for a page, and what tells the size of a value that is not read whole.
 * @param isKey whether rows are told by it, for which it has to be whole
 */
function reading(column: ReadColumn, isKey: boolean): { value: string; size: string | null } {
  const name = quoteIdent(column.name)
  if (isKey || column.length !== -1 || column.format === 'numeric') return { value: name, size: null }
  if (column.format === 'bytea') {
    const size = `octet_length(${name})`
    return {
      value: `case when ${size} > ${KEPT} then substring(${name} from 1 for ${KEPT}) else ${name} end`,
      size: `case when ${size} > ${KEPT} then ${size} end`,
    }
  }
  // Trailing blanks of char(n) would be lost on the way to text.
  if (column.category === 'S' && column.format !== 'bpchar') {
    const size = `octet_length(${name}::text)`
    return {
      value: `case when ${size} > ${TEXT_LIMIT} then left(${name}::text, ${KEPT}) else ${name}::text end`,
      size: `case when ${size} > ${TEXT_LIMIT} then ${size} end`,
    }
  }
  const size = `pg_column_size(${name})`
  return {
    value: `case when ${size} > ${STORED_LIMIT} then null else ${name} end`,
    size: `case when ${size} > ${STORED_LIMIT} then ${size} end`,
  }
}

/** What a page's statement selects, and where in its rows each thing is. */
export type Selection = {
  readonly text: string
  /** For each column the place of its size, or -1. */
  readonly sizes: readonly number[]
  readonly version: number
  readonly place: number
  /** The places of the values that the next page begins after. */
  readonly cursor: readonly number[]
}

/** What a page's statement selects of a table in an order. */
export function selection(table: ReadTable, order: Order): Selection {
  const parts: string[] = []
  const put = (text: string): number => parts.push(`${text} as "${parts.length}"`) - 1
  const read = table.columns.map((column) => reading(column, table.key.includes(column.name)))
  for (const { value } of read) put(value)
  const sizes = read.map(({ size }) => (size === null ? -1 : put(size)))
  const version = hasVersion(table) ? put('xmin') : -1
  const place = hasPlace(table) ? put(PLACE) : -1
  const cursor = order.total
    ? order.by.map(({ name }) => {
        const at = table.columns.findIndex((column) => column.name === name)
        if (name === PLACE) return place
        return at >= 0 && sizes[at] === -1 ? at : put(quoteIdent(name))
      })
    : []
  return { text: parts.length === 0 ? 'select' : `select ${parts.join(', ')}`, sizes, version, place, cursor }
}

/** Where a page begins: after a row with these values of the order's columns, or after so many rows. */
export type Cursor = { readonly after: readonly (string | null)[] } | { readonly skip: number } | null

/**
 * The statements of which a page is made, one after the other until it is full. What comes after a row is a list of
 * stretches, each of which an index can begin at its first row: those equal in all but the last column of the order,
 * those equal in all but the last two, and so on; and where nulls come last, the nulls.
 */
export function pageStatements(
  table: ReadTable,
  selected: Selection,
  order: Order,
  filters: readonly TableFilter[],
  cursor: Cursor,
  limit: number,
): Statement[] {
  const statement = (more: (values: Values) => string[], skip = 0): Statement => {
    const values = new Values()
    const all = [...conditions(table, filters, values), ...more(values)]
    const offset = skip > 0 ? ` offset ${values.add(skip)}` : ''
    return {
      text: `${selected.text} from ${tableName(table)}${where(all)}${orderBy(order)} limit ${limit}${offset}`,
      values: values.list,
    }
  }
  if (cursor === null) return [statement(() => [])]
  if ('skip' in cursor) return [statement(() => [], cursor.skip)]
  const { after } = cursor
  const isUniform = order.by.every(({ nullable, ascending }) => !nullable && ascending === order.by[0]?.ascending)
  if (isUniform)
    return [
      statement((values) => {
        const names = order.by.map(({ name }) => quoteIdent(name)).join(', ')
        const from = after.map((value) => values.add(value)).join(', ')
        return [`(${names}) ${order.by[0]?.ascending ? '>' : '<'} (${from})`]
      }),
    ]
  const statements: Statement[] = []
  for (let depth = order.by.length - 1; depth >= 0; depth--) {
    const column = order.by[depth]
    if (!column) continue
    const value = after[depth] ?? null
    const equal = (values: Values) =>
      order.by.slice(0, depth).map(({ name }, i) => {
        const same = after[i] ?? null
        return same === null ? `${quoteIdent(name)} is null` : `${quoteIdent(name)} = ${values.add(same)}`
      })
    const name = quoteIdent(column.name)
    // Postgres puts nulls last in ascending order and first in descending order.
    if (value !== null)
      statements.push(
        statement((values) => [...equal(values), `${name} ${column.ascending ? '>' : '<'} ${values.add(value)}`]),
      )
    if (column.nullable && column.ascending && value !== null)
      statements.push(statement((values) => [...equal(values), `${name} is null`]))
    if (column.nullable && !column.ascending && value === null)
      statements.push(statement((values) => [...equal(values), `${name} is not null`]))
  }
  return statements
}

/** The rows as one SELECT with everything written out. */
export function rowsSql(table: ReadTable, sorts: readonly TableSort[], filters: readonly TableFilter[]): string {
  const columns = table.columns.map(({ name }) => quoteIdent(name)).join(', ')
  const by = orderOf(table, sorts).by.filter(({ name }) => name !== PLACE)
  const found = where(conditions(table, filters, new Literals()))
  return `select ${columns} from ${tableName(table)}${found}${orderBy({ by, total: false })}`
}

/**
 * What is true of one row: its key or its place, or, where nothing tells rows apart, the values that it has.
 * @throws ORPCError 400 when the row is not told by the table's key
 */
export function rowCondition(table: ReadTable, row: Readonly<Record<string, string | null>>, values: Values): string {
  const names = table.key.length > 0 ? table.key : hasPlace(table) ? [PLACE] : []
  if (names.length === 0) {
    const alike = Object.entries(row).map(([name, value]) => {
      const column = columnOf(table, name)
      return value === null
        ? `${quoteIdent(name)} is null`
        : `${comparedAs(column)} = ${asValue(column, value, values)}`
    })
    return alike.length === 0 ? 'true' : alike.join(' and ')
  }
  return names
    .map((name) => {
      const value = row[name]
      if (value === undefined || value === null) throw badRequest(`A row of this table is told by ${names.join(', ')}`)
      return `${quoteIdent(name)} = ${values.add(value)}`
    })
    .join(' and ')
}
