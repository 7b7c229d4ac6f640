import type { QueryParams } from '../../../../parts/query-params/query-params.ts'

/** Stands in the address for all schemas. */
export const EVERY_SCHEMA = '*'

/** The address of the page: the schema that is drawn, which columns, and the table that is looked at. */
export type VisualizerSearch = { readonly schema?: string; readonly columns?: 'keys'; readonly table?: string }

/** Reads the address. What it does not know is left out. */
export function visualizerSearch(search: QueryParams): VisualizerSearch {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const [schema, table] = [text(search.schema), text(search.table)]
  return {
    ...(schema && { schema }),
    ...(search.columns === 'keys' && { columns: 'keys' }),
    ...(table && { table }),
  }
}
