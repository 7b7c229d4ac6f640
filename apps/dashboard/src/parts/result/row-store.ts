import type { GridRow, RowSource } from '../grid/types.ts'

/** The rows of a result while they stream in; what the grid reads them from. */
export type RowStore = RowSource & {
  /**
   * Adds rows at the end, in constant time: the array is kept, not copied, so it must not be changed afterwards.
   */
  append(rows: readonly GridRow[]): void
  /** Forgets all rows. */
  clear(): void
}

/**
 * Makes an empty store. Rows stay in the arrays that they came in; beside them there is only one number per array,
 * so that a million rows cost nothing but their own values.
 */
export function createRowStore(): RowStore {
  let chunks: (readonly GridRow[])[] = []
  // The index of the first row of each chunk.
  let starts: number[] = []
  let rowCount = 0
  // The chunk that was read last: neighbours are asked for together.
  let last = 0
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }

  return {
    get rowCount() {
      return rowCount
    },
    row(index) {
      if (index < 0 || index >= rowCount) return undefined
      const start = starts[last] ?? 0
      if (index < start || index >= start + (chunks[last]?.length ?? 0)) last = findChunk(starts, index)
      return chunks[last]?.[index - (starts[last] ?? 0)]
    },
    append(rows) {
      if (rows.length === 0) return
      chunks.push(rows)
      starts.push(rowCount)
      rowCount += rows.length
      notify()
    },
    clear() {
      if (rowCount === 0) return
      chunks = []
      starts = []
      rowCount = 0
      last = 0
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The last chunk that starts at or before an index. */
function findChunk(starts: readonly number[], index: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}
