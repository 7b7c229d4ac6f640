import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Draft, holdDraft, readDraft, rescueDraft } from './draft-store.ts'

// Here is no database of a browser: what is read is what the page has put aside before it was stored.
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > 5_000_000) throw new DOMException('The quota has been exceeded')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const draft = (sql: string): Draft => ({ sql, version: 1, dirty: true, sent: null, name: 'Query', at: 1 })
const read = async () => (await readDraft('mira', 'ref', 'id'))?.sql ?? null

it('a text is there as soon as it was typed, before anything was stored', async () => {
  holdDraft('mira', 'ref', 'id', draft('sel'))
  holdDraft('mira', 'ref', 'id', draft('select 1'))
  expect(await read()).toBe('select 1')
  expect(await readDraft('ines', 'ref', 'id')).toBeNull()
})

it('no older text stands for one that is too long to be put aside at every key', async () => {
  const long = 'x'.repeat(30_000)
  holdDraft('mira', 'ref', 'id', draft('select 1'))
  holdDraft('mira', 'ref', 'id', draft(long))
  expect(await read()).toBeNull()
  rescueDraft('mira', 'ref', 'id', draft(long))
  expect(await read()).toBe(long)
})

it('no older text stands for one that the browser refuses', async () => {
  rescueDraft('mira', 'ref', 'id', draft('select 1'))
  rescueDraft('mira', 'ref', 'id', draft('x'.repeat(5_000_000)))
  expect(await read()).toBeNull()
})
