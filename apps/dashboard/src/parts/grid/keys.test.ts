import { describe, expect, it } from 'vitest'
import { keyAction } from './keys.ts'

const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const press = (key: string, held: Partial<typeof plain> = {}) => keyAction({ ...plain, ...held, key })

describe('keyAction', () => {
  it('moves by arrows and pages, extending with shift', () => {
    expect(press('ArrowDown')).toEqual({ type: 'move', movement: { rows: 1, pages: 0, columns: 0 }, extend: false })
    expect(press('PageUp', { shiftKey: true })).toEqual({
      type: 'move',
      movement: { rows: 0, pages: -1, columns: 0 },
      extend: true,
    })
  })

  it('goes to the ends of the row, and with Ctrl or Cmd to the corners and edges', () => {
    const movement = (key: string, held = {}) => {
      const action = press(key, held)
      return action?.type === 'move' ? action.movement : null
    }
    expect(movement('Home')).toEqual({ rows: 0, pages: 0, columns: -Infinity })
    expect(movement('End', { ctrlKey: true })).toEqual({ rows: Infinity, pages: 0, columns: Infinity })
    expect(movement('Home', { metaKey: true })).toEqual({ rows: -Infinity, pages: 0, columns: -Infinity })
    expect(movement('ArrowUp', { ctrlKey: true })).toEqual({ rows: -Infinity, pages: 0, columns: 0 })
  })

  it('selects everything, rows and columns', () => {
    expect(press('a', { ctrlKey: true })).toEqual({ type: 'select-all' })
    expect(press(' ', { shiftKey: true })).toEqual({ type: 'select-row' })
    expect(press(' ', { ctrlKey: true })).toEqual({ type: 'select-column' })
  })

  it('opens the menu by both of its keys', () => {
    expect(press('ContextMenu')).toEqual({ type: 'menu' })
    expect(press('F10', { shiftKey: true })).toEqual({ type: 'menu' })
    expect(press('F10')).toBeNull()
    expect(press('ArrowDown', { altKey: true })).toEqual({ type: 'head-menu' })
  })

  it('leaves to the browser and the app what is theirs', () => {
    expect(press('c', { ctrlKey: true })).toBeNull()
    expect(press('k', { metaKey: true })).toBeNull()
    expect(press('Enter', { ctrlKey: true })).toBeNull()
    expect(press('ArrowLeft', { altKey: true })).toBeNull()
    expect(press('PageDown', { ctrlKey: true })).toBeNull()
    expect(press('Tab')).toBeNull()
    expect(press('x')).toBeNull()
  })
})
