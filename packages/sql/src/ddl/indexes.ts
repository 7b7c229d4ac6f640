import { quoteIdent } from '../quote.ts'
import { qualified } from './table.ts'

export const INDEX_METHODS = ['btree', 'hash', 'gin', 'gist', 'brin', 'spgist'] as const
export type IndexMethod = (typeof INDEX_METHODS)[number]

/** One part of an index's key. */
export type IndexKey = {
  /** A column, or an expression as SQL. */
  readonly column: string | null
  readonly expression: string | null
  readonly descending: boolean
}

export type NewIndex = {
  readonly schema: string
  readonly table: string
  /** Postgres names it when it is empty. */
  readonly name: string
  readonly method: IndexMethod
  readonly is_unique: boolean
  readonly keys: readonly IndexKey[]
  /** Which rows it holds, as SQL; null for all. */
  readonly predicate: string | null
  /** Whether others may go on writing while it is made. */
  readonly concurrently: boolean
}

/** The statement that makes an index. */
export function createIndex(index: NewIndex): string {
  const keys = index.keys.map(({ column, expression, descending }) => {
    const what = column === null ? `(${expression ?? ''})` : quoteIdent(column)
    return descending ? `${what} desc` : what
  })
  return [
    `create${index.is_unique ? ' unique' : ''} index${index.concurrently ? ' concurrently' : ''}`,
    index.name === '' ? '' : ` ${quoteIdent(index.name)}`,
    ` on ${qualified(index.schema, index.table)}`,
    index.method === 'btree' ? '' : ` using ${index.method}`,
    ` (${keys.join(', ')})`,
    index.predicate === null ? '' : ` where ${index.predicate}`,
  ].join('')
}

/**
 * Drops an index.
 * @param concurrently whether the table can be written meanwhile, which no transaction allows
 */
export const dropIndex = (schema: string, name: string, concurrently: boolean): string =>
  `drop index ${concurrently ? 'concurrently ' : ''}${qualified(schema, name)}`

/** Builds an index anew while the table can be written, outside of any transaction. */
export const reindex = (schema: string, name: string): string => `reindex index concurrently ${qualified(schema, name)}`
