import { type EditorTable, PAGE_ROWS, type RowPage } from '@stoa/contract'
import { useEffect, useMemo } from 'react'
import { client } from '../../../api/client.ts'
import type { Value } from '../../../parts/value/value.ts'
import type { Staged } from './edit/staged.ts'
import { StagedSource } from './edit/staged-source.ts'
import { PageSource } from './page-source.ts'
import { RowLabels } from './row-labels.ts'
import type { Words } from './use-editor.ts'

const EMPTY_PAGE: RowPage = { rows: [], large: [], versions: null, places: null, next: null, ms: 0 }

/**
 * The rows of a table as they are looked at: page by page from the server, with what is staged laid over them and the
 * names of the rows that they point to.
 * @param page the first page; null when it could not be read
 * @param words those that it was read with
 */
export function useRows(
  ref: string,
  table: EditorTable,
  page: RowPage | null,
  words: Words,
  staged: Value<Staged>,
): { pages: PageSource; source: StagedSource } {
  const place = useMemo(() => ({ ref, schema: table.schema, table: table.name }), [ref, table])
  const { sort, filter } = words
  const pages = useMemo(
    () =>
      new PageSource(page ?? EMPTY_PAGE, PAGE_ROWS, async (cursor, signal) => {
        const input = { ...place, sort: [...sort], filter: [...filter], cursor, shape: table.shape }
        return (await client.project.editor.rows(input, { signal })).page
      }),
    [place, page, table, sort, filter],
  )
  useEffect(() => () => pages.dispose(), [pages])
  const labels = useMemo(() => {
    const points = table.columns.some((column) => column.foreign_key !== null)
    const ask = async (columns: { column: string; values: string[] }[]) =>
      (await client.project.editor.labels({ ...place, columns })).labels
    return points ? new RowLabels(ask) : null
  }, [place, table])
  const source = useMemo(() => {
    const load = async (row: Readonly<Record<string, string | null>>, column: string) =>
      (await client.project.editor.value({ ...place, row, column })).value
    return new StagedSource(table, pages, staged, load, labels)
  }, [place, table, pages, staged, labels])
  return { pages, source }
}
