import type { GridRow, RowSource } from '../grid/types.ts'

/** Rows as they came over the wire, not read yet: a line of JSON whose `rows` they are. */
export type RowsText = { readonly count: number; readonly text: string }

/** The rows of a result while they stream in; what the grid reads them from. */
export type RowStore = RowSource & {
  /**
   * Adds rows at the end, in constant time: the array is kept, not copied, so it must not be changed afterwards. Rows
   * as text are read when somebody looks at them.
   */
  append(rows: readonly GridRow[] | RowsText): void
  /** Forgets all rows. */
  clear(): void
}

type Chunk = {
  readonly start: number
  readonly count: number
  rows: readonly GridRow[] | null
  readonly text: string | null
}

/** How many characters of text may be kept read at a time. Rows as arrays take five to ten times their text. */
const READ_MAX = 4_000_000

/**
 * Makes an empty store. Rows stay in the chunks that they came in. A chunk of text is read when one of its rows is
 * asked for, and forgotten again when others have been: a million rows then cost little more than their text.
 */
export function createRowStore(): RowStore {
  let chunks: Chunk[] = []
  let rowCount = 0
  // The chunk that was looked at last: neighbours are asked for together.
  let last = 0
  // Chunks of text that are read at the moment, the one that was read first in front.
  let read: Chunk[] = []
  let readSize = 0
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  const rowsOf = (chunk: Chunk): readonly GridRow[] => {
    if (chunk.rows !== null) return chunk.rows
    const text = chunk.text ?? ''
    chunk.rows = (JSON.parse(text) as { rows: GridRow[] }).rows
    read.push(chunk)
    readSize += text.length
    while (readSize > READ_MAX && read.length > 1) {
      const gone = read.shift()
      if (gone === undefined) break
      gone.rows = null
      readSize -= gone.text?.length ?? 0
    }
    return chunk.rows
  }

  return {
    get rowCount() {
      return rowCount
    },
    row(index) {
      if (index < 0 || index >= rowCount) return undefined
      let chunk = chunks[last]
      if (chunk === undefined || index < chunk.start || index >= chunk.start + chunk.count) {
        last = findChunk(chunks, index)
        chunk = chunks[last]
      }
      return chunk && rowsOf(chunk)[index - chunk.start]
    },
    append(added) {
      const isText = 'text' in added
      const count = isText ? added.count : added.length
      if (count === 0) return
      chunks.push({ start: rowCount, count, rows: isText ? null : added, text: isText ? added.text : null })
      rowCount += count
      notify()
    },
    clear() {
      if (rowCount === 0) return
      chunks = []
      read = []
      readSize = 0
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
function findChunk(chunks: readonly Chunk[], index: number): number {
  let low = 0
  let high = chunks.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((chunks[middle]?.start ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}
