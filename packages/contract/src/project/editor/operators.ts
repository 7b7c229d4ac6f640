// Sorts and filters of a table, and how an address writes them. Plain data, so that a page needs no validator for it.

/** How a column is compared with a value, in the order in which they are offered. */
export const FILTER_OPERATORS = ['eq', 'neq', 'gt', 'lt', 'gte', 'lte', 'like', 'ilike', 'in', 'is'] as const
export type FilterOperator = (typeof FILTER_OPERATORS)[number]

/** What SQL writes for each, and what a person reads. */
export const OPERATOR_WORDS: Record<FilterOperator, { readonly symbol: string; readonly label: string }> = {
  eq: { symbol: '=', label: 'equals' },
  neq: { symbol: '<>', label: 'not equal' },
  gt: { symbol: '>', label: 'greater than' },
  lt: { symbol: '<', label: 'less than' },
  gte: { symbol: '>=', label: 'greater or equal' },
  lte: { symbol: '<=', label: 'less or equal' },
  like: { symbol: '~~', label: 'like' },
  ilike: { symbol: '~~*', label: 'ilike' },
  in: { symbol: 'in', label: 'in' },
  is: { symbol: 'is', label: 'is' },
}

/** What `is` compares with. */
export const IS_VALUES = ['null', 'not null', 'true', 'false'] as const

export type TableSort = { readonly column: string; readonly ascending: boolean }
export type TableFilter = { readonly column: string; readonly operator: FilterOperator; readonly value: string }

const BY_SYMBOL = new Map<string, FilterOperator>(
  FILTER_OPERATORS.flatMap((operator) => [
    [operator, operator],
    [OPERATOR_WORDS[operator].symbol, operator],
  ]),
)

// A name may hold the colons that separate the parts.
const escaped = (name: string) => name.replace(/[\\:]/g, '\\$&')
const PARTS = /^((?:[^\\:]|\\.)+):([^:]*)(?::([\s\S]*))?$/

/** A sort as an address has it, such as `created_at:desc`. */
export const sortText = ({ column, ascending }: TableSort): string => `${escaped(column)}:${ascending ? 'asc' : 'desc'}`

/** A filter as an address has it, such as `status:eq:open`. */
export const filterText = ({ column, operator, value }: TableFilter): string =>
  `${escaped(column)}:${operator}:${value}`

/** Reads sorts from an address; what is none is left out. A column counts once. */
export function parseSorts(texts: readonly string[]): TableSort[] {
  const found = new Map<string, TableSort>()
  for (const text of texts) {
    const [, name = '', direction] = PARTS.exec(text) ?? []
    const column = name.replace(/\\(.)/g, '$1')
    if (column !== '' && (direction === 'asc' || direction === 'desc') && !found.has(column))
      found.set(column, { column, ascending: direction === 'asc' })
  }
  return [...found.values()]
}

/** Reads filters from an address; what is none is left out. The operator may be its word or its symbol. */
export function parseFilters(texts: readonly string[]): TableFilter[] {
  return texts.flatMap((text) => {
    const [, name = '', word = '', value = ''] = PARTS.exec(text) ?? []
    const column = name.replace(/\\(.)/g, '$1')
    const operator = BY_SYMBOL.get(word)
    return column === '' || operator === undefined ? [] : [{ column, operator, value }]
  })
}

/**
 * The values of an `in` filter: between commas, with double quotes around one that holds a comma or a quote.
 * Blanks around values do not count.
 */
export function inValues(text: string): string[] {
  const inner = /^\s*\((.*)\)\s*$/s.exec(text)?.[1] ?? text
  if (inner.trim() === '') return []
  const values: string[] = []
  for (const match of inner.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*?))\s*(?:,|$)/gsy)) {
    values.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (!match[0].endsWith(',')) break
  }
  return values
}

/** What the address of the table editor says. */
export type EditorPlace = {
  readonly schema: string
  /** Null for the schema's first table. */
  readonly table: string | null
  readonly sort: readonly TableSort[]
  readonly filter: readonly TableFilter[]
}

/** Reads the table editor's address, for the page and for the server that writes the page's first rows into it. */
export function editorPlace(search: URLSearchParams): EditorPlace {
  return {
    schema: search.get('schema') || 'public',
    table: search.get('table') || null,
    sort: parseSorts(search.getAll('sort')),
    filter: parseFilters(search.getAll('filter')),
  }
}
