import type { Movement } from './selection.ts'

/** What a key asks the grid to do. */
export type KeyAction =
  | { readonly type: 'move'; readonly movement: Movement; readonly extend: boolean }
  | { readonly type: 'select-all' | 'select-row' | 'select-column' | 'collapse' | 'open' | 'menu' | 'head-menu' }

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const MOVEMENTS: Readonly<Record<string, Movement>> = {
  ArrowUp: { rows: -1, pages: 0, columns: 0 },
  ArrowDown: { rows: 1, pages: 0, columns: 0 },
  ArrowLeft: { rows: 0, pages: 0, columns: -1 },
  ArrowRight: { rows: 0, pages: 0, columns: 1 },
  PageUp: { rows: 0, pages: -1, columns: 0 },
  PageDown: { rows: 0, pages: 1, columns: 0 },
  Home: { rows: 0, pages: 0, columns: -Infinity },
  End: { rows: 0, pages: 0, columns: Infinity },
}

const toEdge = (steps: number) => (steps === 0 ? 0 : steps * Infinity)

/**
 * Reads a key press. Ctrl and Cmd are taken alike.
 * @returns null for a key that is not the grid's; copying is the browser's own event and no key of the grid.
 */
export function keyAction({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): KeyAction | null {
  const command = ctrlKey || metaKey
  if (altKey) return key === 'ArrowDown' && !command && !shiftKey ? { type: 'head-menu' } : null
  const movement = MOVEMENTS[key]
  if (movement) {
    if (command && key.startsWith('Page')) return null
    return { type: 'move', movement: command ? far(key, movement) : movement, extend: shiftKey }
  }
  if (command) {
    if (key === 'a' || key === 'A') return { type: 'select-all' }
    return key === ' ' ? { type: 'select-column' } : null
  }
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return { type: 'menu' }
  if (key === ' ') return { type: shiftKey ? 'select-row' : 'open' }
  if (shiftKey) return null
  if (key === 'Enter' || key === 'F2') return { type: 'open' }
  return key === 'Escape' ? { type: 'collapse' } : null
}

/** The movement with Ctrl or Cmd: arrows to the edge, Home and End to the corners. */
function far(key: string, movement: Movement): Movement {
  const rows = key === 'Home' ? -Infinity : key === 'End' ? Infinity : toEdge(movement.rows)
  return { rows, pages: 0, columns: toEdge(movement.columns) }
}
