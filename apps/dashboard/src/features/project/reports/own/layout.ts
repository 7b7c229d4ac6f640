import { REPORT_BLOCK_ROWS_MAX, REPORT_COLUMNS, type ReportBlock } from '@stoa/contract'

/** Where a block is, in columns and rows of the grid. */
type Place = Pick<ReportBlock, 'id' | 'x' | 'y' | 'w' | 'h'>

/** The smallest block that still shows something. */
export const BLOCK_MIN = { w: 2, h: 3 }
/** A new block. */
export const NEW_SIZE = { w: 6, h: 5 }

const overlaps = (a: Place, b: Place): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
const sharesColumns = (a: Place, b: Place): boolean => a.x < b.x + b.w && b.x < a.x + a.w

/** Blocks in the order in which they are read. */
export const inOrder = <Block extends Place>(blocks: readonly Block[]): Block[] =>
  [...blocks].sort((a, b) => a.y - b.y || a.x - b.x)

/** Moves every block up as far as it goes, in the order of their rows, so that nothing lies on anything else. */
export function compacted<Block extends Place>(blocks: readonly Block[]): Block[] {
  const placed = new Map<string, Block>()
  for (const block of inOrder(blocks)) {
    let y = 0
    for (;;) {
      const at = { ...block, y }
      const inTheWay = [...placed.values()].filter((other) => overlaps(at, other))
      if (inTheWay.length === 0) break
      y = Math.max(...inTheWay.map((other) => other.y + other.h))
    }
    placed.set(block.id, { ...block, y: Math.max(0, y) })
  }
  return blocks.map((block) => placed.get(block.id) ?? block)
}

/** What can be done to a block with the keyboard. */
export type Arranging = 'left' | 'right' | 'up' | 'down' | 'wider' | 'narrower' | 'taller' | 'lower'

/**
 * The blocks after one of them was moved a column or past its neighbour, or made a step larger or smaller. Blocks that
 * are then in its way make room.
 */
export function arranged<Block extends Place>(blocks: readonly Block[], id: string, how: Arranging): Block[] {
  const block = blocks.find((one) => one.id === id)
  if (block === undefined) return [...blocks]
  const others = blocks.filter((one) => one.id !== id)
  const change = changeOf(block, others, how)
  // Half a row before what begins in the same row, so that it is placed first.
  const moved = { ...block, ...change, y: (change.y ?? block.y) - 0.5 }
  return compacted(blocks.map((one) => (one.id === id ? moved : one)))
}

function changeOf(block: Place, others: readonly Place[], how: Arranging): Partial<Place> {
  switch (how) {
    case 'left':
      return { x: Math.max(0, block.x - 1) }
    case 'right':
      return { x: Math.min(REPORT_COLUMNS - block.w, block.x + 1) }
    case 'wider':
      return { w: Math.min(REPORT_COLUMNS - block.x, block.w + 1) }
    case 'narrower':
      return { w: Math.max(BLOCK_MIN.w, block.w - 1) }
    case 'taller':
      return { h: Math.min(REPORT_BLOCK_ROWS_MAX, block.h + 1) }
    case 'lower':
      return { h: Math.max(BLOCK_MIN.h, block.h - 1) }
    case 'up': {
      const above = others.filter((one) => sharesColumns(one, block) && one.y < block.y)
      return { y: above.length === 0 ? block.y : Math.max(...above.map(({ y }) => y)) }
    }
    case 'down': {
      const below = others.filter((one) => sharesColumns(one, block) && one.y > block.y)
      // Behind the first that follows: it has moved up by then.
      return { y: below.length === 0 ? block.y : Math.min(...below.map(({ y, h }) => y + h)) + 0.25 }
    }
  }
}

/** The first place at the end of a report that has room for a new block. */
export function roomFor(blocks: readonly Place[]): Pick<Place, 'x' | 'y' | 'w' | 'h'> {
  const last = inOrder(blocks).at(-1)
  if (last === undefined) return { x: 0, y: 0, ...NEW_SIZE }
  const beside = { id: '', x: last.x + last.w, y: last.y, ...NEW_SIZE }
  if (beside.x + beside.w <= REPORT_COLUMNS && !blocks.some((one) => overlaps(one, beside)))
    return { x: beside.x, y: beside.y, ...NEW_SIZE }
  return { x: 0, y: Math.max(...blocks.map(({ y, h }) => y + h)), ...NEW_SIZE }
}
