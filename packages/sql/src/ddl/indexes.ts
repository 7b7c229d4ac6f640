import { qualifiedName, quoteIdent } from '../quote.ts'

export const INDEX_METHODS = ['btree', 'hash', 'gin', 'gist', 'brin', 'spgist'] as const
export type IndexMethod = (typeof INDEX_METHODS)[number]

/** One part of an index's key. */
export type IndexKey = {
  /** A column, or an expression as SQL. */
  readonly column: string | null
  readonly expression: string | null
  readonly descending: boolean
  /** Whose operators it is for, such as `gin_trgm_ops` or `extensions.gin_trgm_ops`; those of the type without it. */
  readonly opclass?: string | null
}

export type NewIndex = {
  readonly schema: string
  readonly table: string
  /** Postgres names it when it is empty. */
  readonly name: string
  readonly method: IndexMethod
  readonly is_unique: boolean
  readonly keys: readonly IndexKey[]
  /** Columns that it holds besides, to be read without the table. */
  readonly include?: readonly string[]
  /** Of a unique one: whether two NULLs are the same. */
  readonly nulls_not_distinct?: boolean
  /** Which rows it holds, as SQL; null for all. */
  readonly predicate: string | null
  /** Whether others may go on writing while it is made. */
  readonly concurrently: boolean
}

/** The statement that makes an index. */
export function createIndex(index: NewIndex): string {
  const keys = index.keys.map(({ column, expression, descending, opclass }) => {
    const what = column === null ? `(${expression ?? ''})` : quoteIdent(column)
    const by = opclass == null || opclass === '' ? '' : ` ${opclass.split('.').map(quoteIdent).join('.')}`
    return `${what}${by}${descending ? ' desc' : ''}`
  })
  const include = index.include ?? []
  return [
    `create${index.is_unique ? ' unique' : ''} index${index.concurrently ? ' concurrently' : ''}`,
    index.name === '' ? '' : ` ${quoteIdent(index.name)}`,
    ` on ${qualifiedName(index.schema, index.table)}`,
    index.method === 'btree' ? '' : ` using ${index.method}`,
    ` (${keys.join(', ')})`,
    include.length === 0 ? '' : ` include (${include.map(quoteIdent).join(', ')})`,
    index.is_unique && index.nulls_not_distinct ? ' nulls not distinct' : '',
    index.predicate === null ? '' : ` where ${index.predicate}`,
  ].join('')
}

/**
 * Drops an index.
 * @param concurrently whether the table can be written meanwhile, which no transaction allows
 */
export const dropIndex = (schema: string, name: string, concurrently: boolean): string =>
  `drop index ${concurrently ? 'concurrently ' : ''}${qualifiedName(schema, name)}`

/** Builds an index anew while the table can be written, outside of any transaction. */
export const reindex = (schema: string, name: string): string =>
  `reindex index concurrently ${qualifiedName(schema, name)}`
