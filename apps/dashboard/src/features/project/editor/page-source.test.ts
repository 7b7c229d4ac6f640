import type { RowPage } from '@stoa/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageSource } from './page-source.ts'

const PAGE = 10
/** A table of so many rows, whose cursors are row numbers. A page comes so many ms after it was asked for. */
function table(rows: number, ms = 1, after = 0) {
  const asked: (string | null)[] = []
  const page = (cursor: string | null): RowPage => {
    const from = Number(cursor ?? 0)
    const to = Math.min(rows, from + PAGE)
    const ids = Array.from({ length: to - from }, (_, i) => (from + i === 12 ? null : String(from + i)))
    return {
      rows: ids.map((id) => [id]),
      large: from === 10 ? [[2, 0, 5_000_000]] : [],
      versions: ids.map((id) => `v${id}`),
      places: null,
      next: to < rows ? String(to) : null,
      ms,
    }
  }
  const source = new PageSource(page(null), PAGE, async (cursor) => {
    asked.push(cursor)
    if (after > 0) await new Promise((resolve) => setTimeout(resolve, after))
    return page(cursor)
  })
  return { source, asked }
}
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const settle = (ms = 200) => vi.advanceTimersByTimeAsync(ms)

test('pages come as they are looked at, and the count ends when the last one is seen', async () => {
  const { source, asked } = table(25)
  expect(source.isComplete).toBe(false)
  expect(source.rowCount).toBeGreaterThan(10)
  expect(source.row(3)).toEqual(['3'])
  // What is looked at is drawn first.
  await settle(50)
  expect(asked).toEqual([])
  await settle()
  expect(asked).toEqual(['10'])
  // A value that is not here is told by its size: it is not NULL.
  expect(source.row(12)).toEqual(['4.8 MB'])
  expect(source.row(13)).toEqual(['13'])
  expect(source.version(13)).toBe('v13')
  expect(source.largeSize(12, 0)).toBe(5_000_000)
  expect(source.mark(11, 0)).toBeNull()
  await settle()
  expect(source.isComplete).toBe(true)
  expect(source.rowCount).toBe(25)
  expect(source.row(24)).toEqual(['24'])
  expect(source.row(25)).toBeUndefined()
})

test('a table of one page asks for nothing more', async () => {
  const { source, asked } = table(4)
  source.row(0)
  await settle()
  expect(asked).toEqual([])
  expect(source.rowCount).toBe(4)
})

test('a page that was read ahead is read again before it is gone to, once something was saved', async () => {
  const { source, asked } = table(25)
  source.row(3)
  await settle()
  expect([asked.splice(0), source.ready(10)]).toEqual([['10'], null])
  source.reload()
  source.row(3)
  await source.ready(10)
  expect(asked.splice(0).sort()).toEqual(['10', null])
  expect([source.ready(10), source.row(13)]).toEqual([null, ['13']])
  await source.ready(20)
  expect([source.known, source.row(24)]).toEqual([25, ['24']])
})

test('one page is read ahead, however often rows are looked at while it comes', async () => {
  const { source, asked } = table(25, 1, 150)
  source.row(3)
  await settle(200)
  source.row(3)
  await settle(400)
  expect([asked, source.known]).toEqual([['10'], 20])
})

test('a page that took long is no reason to read the next one ahead', async () => {
  const { source, asked } = table(25, 2_000)
  source.row(9)
  await settle()
  expect(asked).toEqual([])
  // What is behind the last row that is known is looked at.
  source.row(10)
  await settle()
  expect([asked, source.row(10)]).toEqual([['10'], ['10']])
})

test('a bounded number of pages is kept, and what was let go comes back when it is looked at', async () => {
  const { source, asked } = table(2000)
  for (let i = 0; i < 100; i++) await source.more()
  const before = asked.length
  expect(source.row(15)).toBeUndefined()
  await settle()
  expect(asked.slice(before)).toEqual(['10'])
  expect(source.row(15)).toEqual(['15'])
})

test('a page that does not come is told once, and asked for again only on request', async () => {
  const load = vi.fn().mockRejectedValue(new Error('gone'))
  const first: RowPage = { rows: [['0']], large: [], versions: null, places: null, next: '1', ms: 1 }
  const source = new PageSource(first, 1, load)
  source.row(0)
  await settle()
  source.row(0)
  await settle()
  expect(load).toHaveBeenCalledTimes(1)
  expect(source.failure).toBeInstanceOf(Error)
  source.retry()
  source.row(0)
  await settle()
  expect(load).toHaveBeenCalledTimes(2)
})
