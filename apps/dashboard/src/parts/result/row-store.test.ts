import { describe, expect, it } from 'vitest'
import { createRowStore } from './row-store.ts'

const rows = (from: number, count: number) => Array.from({ length: count }, (_, i) => [String(from + i), null])

describe('createRowStore', () => {
  it('gives rows back by index across chunks of any size, in any order of reading', () => {
    const store = createRowStore()
    let next = 0
    for (const size of [3, 1, 500, 0, 2, 77]) {
      store.append(rows(next, size))
      next += size
    }
    expect(store.rowCount).toBe(583)
    for (const index of [582, 0, 3, 4, 503, 504, 2, 505, 506, 300])
      expect(store.row(index)).toEqual([String(index), null])
  })

  it('has nothing outside of what was appended', () => {
    const store = createRowStore()
    expect(store.row(0)).toBeUndefined()
    store.append(rows(0, 2))
    expect(store.row(-1)).toBeUndefined()
    expect(store.row(2)).toBeUndefined()
  })

  it('reads rows that came as text when they are asked for, and forgets them again', () => {
    const store = createRowStore()
    const wide = 'x'.repeat(1_000_000)
    for (let at = 0; at < 20; at += 2) {
      const text = JSON.stringify({
        type: 'rows',
        count: 2,
        rows: [
          [String(at), wide],
          [String(at + 1), null],
        ],
      })
      store.append({ count: 2, text })
    }
    expect(store.rowCount).toBe(20)
    for (let at = 0; at < 20; at++) expect(store.row(at)?.[0]).toBe(String(at))
    const last = store.row(19)
    expect(store.row(19)).toBe(last)
    for (let at = 0; at < 20; at++) store.row(at)
    expect(store.row(0)).toEqual(['0', wide])
  })

  it('keeps the arrays that it is given instead of copying them', () => {
    const store = createRowStore()
    const chunk = rows(0, 2)
    store.append(chunk)
    expect(store.row(1)).toBe(chunk[1])
  })

  it('is empty after clear and takes rows again', () => {
    const store = createRowStore()
    store.append(rows(0, 10))
    store.row(9)
    store.clear()
    expect(store.rowCount).toBe(0)
    expect(store.row(0)).toBeUndefined()
    store.append(rows(5, 1))
    expect(store.row(0)).toEqual(['5', null])
  })

  it('tells its listeners of every change, once, until they leave', () => {
    const store = createRowStore()
    const seen: number[] = []
    const leave = store.subscribe(() => seen.push(store.rowCount))
    store.append(rows(0, 2))
    store.append([])
    store.append(rows(2, 1))
    store.clear()
    store.clear()
    leave()
    store.append(rows(0, 1))
    expect(seen).toEqual([2, 3, 0])
  })

  it('takes as long for the last of many chunks as for the first', () => {
    const store = createRowStore()
    const chunk = rows(0, 10)
    for (let i = 0; i < 100_000; i++) store.append(chunk)
    expect(store.rowCount).toBe(1_000_000)
    expect(store.row(999_999)).toEqual(['9', null])
  })
})
