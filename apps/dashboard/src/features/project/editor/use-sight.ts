import { type RefObject, useEffect } from 'react'
import type { GridHandle } from '../../../parts/grid/types.ts'

/** Keeps the selected cell in sight when a panel beside the grid takes room from it. */
export function useSelectedInSight(grid: RefObject<GridHandle | null>, hasPanel: boolean): void {
  useEffect(() => {
    if (!hasPanel) return
    let frame = 0
    const show = () => {
      const range = grid.current?.selection() ?? null
      if (range !== null && range.top === range.bottom && range.left === range.right)
        grid.current?.scrollTo({ row: range.top, column: range.left })
    }
    // The grid learns of its new width at the end of the next frame.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show)
    })
    return () => cancelAnimationFrame(frame)
  }, [grid, hasPanel])
}
