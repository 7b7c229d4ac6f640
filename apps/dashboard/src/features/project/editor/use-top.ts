import { type RefObject, useEffect, useRef } from 'react'
import type { GridColumn, GridHandle } from '../../../parts/grid/types.ts'
import type { Words } from './use-editor.ts'

const columnOf = ({ sort, filter }: Words): string | undefined => sort[0]?.column ?? filter.at(-1)?.column

/**
 * Brings the first row into view when rows are sorted or filtered in another way. Sideways the grid stays where
 * somebody looks, which is the column that it was about.
 * @param words those that the rows shown were read with
 */
export function useTopOf(words: Words, grid: RefObject<GridHandle | null>, columns: readonly GridColumn[]): void {
  const before = useRef(words)
  useEffect(() => {
    if (before.current === words) return
    const name = columnOf(words) ?? columnOf(before.current)
    before.current = words
    const column = columns.findIndex((item) => item.name === name)
    grid.current?.scrollTo({ row: 0, column: Math.max(0, column) })
  }, [words, grid, columns])
}
