import { changedLists, type DatabaseList } from '@stoa/sql'
import type { QueryClient } from '@tanstack/react-query'

/**
 * What a query shows of a project's database, to be put into its `meta`: after a run that may have changed one of
 * these lists, it is asked again.
 */
export type DatabaseMeta = { readonly ref: string; readonly lists: readonly DatabaseList[] }

/** The `meta` of a query that shows lists of a project's database. */
export const showsLists = (ref: string, ...lists: DatabaseList[]): { readonly database: DatabaseMeta } => ({
  database: { ref, lists },
})

/** Asks again for everything that a run of this text may have changed. */
export function refreshAfterRun(queries: QueryClient, ref: string, sql: string): void {
  const changed = changedLists(sql)
  if (changed.size === 0) return
  void queries.invalidateQueries({
    predicate: ({ meta }) => {
      const shown = meta?.database as DatabaseMeta | undefined
      return shown?.ref === ref && shown.lists.some((list) => changed.has(list))
    },
  })
}
