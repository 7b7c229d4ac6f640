import { describe, expect, test } from 'vitest'
import { arranged, compacted, inOrder, roomFor } from './layout.ts'

const block = (id: string, x: number, y: number, w = 6, h = 4) => ({ id, x, y, w, h })
const places = (blocks: ReturnType<typeof block>[]) =>
  Object.fromEntries(blocks.map(({ id, x, y, w, h }) => [id, [x, y, w, h]]))

const two = [block('a', 0, 0), block('b', 0, 4)]

describe('the grid of a report', () => {
  test('leaves no holes and lets nothing lie on anything else', () => {
    expect(places(compacted([block('a', 0, 3), block('b', 0, 3), block('c', 6, 9)]))).toEqual({
      a: [0, 0, 6, 4],
      b: [0, 4, 6, 4],
      c: [6, 0, 6, 4],
    })
  })

  test('is read row by row', () => {
    expect(inOrder([block('c', 0, 4), block('b', 6, 0), block('a', 0, 0)]).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  test('is arranged with keys: past a neighbour, by a column, by a step', () => {
    expect(places(arranged(two, 'b', 'up'))).toEqual({ b: [0, 0, 6, 4], a: [0, 4, 6, 4] })
    expect(places(arranged(two, 'a', 'down'))).toEqual({ b: [0, 0, 6, 4], a: [0, 4, 6, 4] })
    const three = [...two, block('c', 0, 8)]
    expect(places(arranged(three, 'a', 'down'))).toEqual({ b: [0, 0, 6, 4], a: [0, 4, 6, 4], c: [0, 8, 6, 4] })
    expect(places(arranged(two, 'a', 'right')).a).toEqual([1, 0, 6, 4])
    expect(places(arranged(two, 'a', 'wider')).a).toEqual([0, 0, 7, 4])
    expect(places(arranged(two, 'a', 'taller'))).toEqual({ a: [0, 0, 6, 5], b: [0, 5, 6, 4] })
    expect(places(arranged(two, 'a', 'lower'))).toEqual({ a: [0, 0, 6, 3], b: [0, 3, 6, 4] })
  })

  test('stays within its columns and its smallest block', () => {
    expect(places(arranged(two, 'a', 'left')).a).toEqual([0, 0, 6, 4])
    expect(places(arranged([block('a', 6, 0)], 'a', 'right')).a).toEqual([6, 0, 6, 4])
    expect(places(arranged([block('a', 6, 0)], 'a', 'wider')).a).toEqual([6, 0, 6, 4])
    expect(places(arranged([block('a', 0, 0, 2, 3)], 'a', 'narrower')).a).toEqual([0, 0, 2, 3])
    expect(places(arranged(two, 'a', 'up'))).toEqual(places(two))
    expect(places(arranged(two, 'b', 'down'))).toEqual(places(two))
  })

  test('has room for a new block beside the last one, or below all', () => {
    expect(roomFor([])).toEqual({ x: 0, y: 0, w: 6, h: 5 })
    expect(roomFor([block('a', 0, 0)])).toEqual({ x: 6, y: 0, w: 6, h: 5 })
    expect(roomFor([block('a', 0, 0), block('b', 6, 0)])).toEqual({ x: 0, y: 4, w: 6, h: 5 })
  })
})
