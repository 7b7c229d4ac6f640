import { lastingPool } from '@stoa/engine/connections'
import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import type { Changes } from './changes.ts'
import type { Tables } from './tables.ts'
import { WatchedDialect } from './watched.ts'

export type Store = Kysely<Tables>
/** The store or a transaction on it. */
export type StoreLike = Store | Transaction<Tables>

const INT8 = 20

/** Where the control database is. */
export type StoreAddress = { readonly connectionString?: string } & pg.PoolConfig

/**
 * Opens a pool on the control database.
 * @param address how to connect
 * @param max most connections at once
 */
export function openPool(address: StoreAddress, max = 12): pg.Pool {
  return lastingPool({
    ...address,
    max,
    application_name: 'stoa',
    types: {
      // Keys and counts of this database stay far below 2^53.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? (value: string) => Number(value) : pg.types.getTypeParser(oid, format),
    } as pg.CustomTypesConfig,
  })
}

/** The typed query builder over a pool, which notes what it changes of what is remembered. */
export const openStore = (pool: pg.Pool, changes: Changes): Store =>
  new Kysely<Tables>({ dialect: new WatchedDialect({ pool }, changes) })

/** Whether an error is Postgres refusing a duplicate, and on which constraint or index. */
export function violatedUnique(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code === '23505' ? (error.constraint ?? '') : null
}
