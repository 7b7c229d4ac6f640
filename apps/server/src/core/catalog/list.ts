import { NOT_RUNNING } from '@stoa/contract'
import pg from 'pg'
import type { Context } from '../context.ts'
import { conflict } from '../errors.ts'
import { type CatalogFilter, readCatalog } from './catalog.ts'

/**
 * Asks the catalogue of the context's project, as the role that can only read.
 * @param ask what is asked, on a pool with only pg_catalog in sight
 * @throws ORPCError 409 while the server does not run
 */
export async function askCatalog<T>(context: Context, ask: (pool: pg.Pool) => Promise<T>): Promise<T> {
  try {
    return await ask(await context.platform.databases.readPool(context.scope.project, 'catalog', 'reader'))
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw error
    throw conflict(NOT_RUNNING)
  }
}

/** One list of the catalogue of the context's project. @throws ORPCError 409 while the server does not run */
export const listCatalog = <T extends pg.QueryResultRow>(
  context: Context,
  text: string,
  filter: CatalogFilter = {},
): Promise<T[]> => askCatalog(context, (pool) => readCatalog<T>(pool, text, filter))
