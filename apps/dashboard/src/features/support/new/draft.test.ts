import { afterEach, expect, test, vi } from 'vitest'
import { draftKey, dropDraft, keepDraft, readDraft, type SupportDraft } from './draft.ts'

function shelf() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const stub = (place: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) => {
  vi.stubGlobal('localStorage', place)
  return place
}
afterEach(() => vi.unstubAllGlobals())

const draft: SupportDraft = { category: 'problem', ref: '', subject: 'It does not start', message: 'Since today\n…' }

test('what was typed comes back, until it was sent', () => {
  stub(shelf())
  const key = draftKey('mira', '')
  expect(readDraft(key)).toBeNull()
  expect(keepDraft(key, draft)).toBe(true)
  expect(readDraft(key)).toEqual(draft)
  dropDraft(key)
  expect(readDraft(key)).toBeNull()
})

test('accounts and links that fill the form in advance do not meet', () => {
  const keys = [draftKey('mira', ''), draftKey('ines', ''), draftKey('mira', '?ref=a'), draftKey('mira', '?ref=b')]
  expect(new Set(keys).size).toBe(keys.length)
})

test('what cannot be read counts as nothing', () => {
  const place = stub(shelf())
  for (const text of ['', '{', 'null', '7', '"text"']) {
    place.setItem('key', text)
    expect(readDraft('key'), text).toBeNull()
  }
  place.setItem('key', JSON.stringify({ subject: 'kept', message: 7 }))
  expect(readDraft('key')).toEqual({ subject: 'kept' })
})

test('a browser that keeps nothing says so', () => {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded')
  }
  stub({ getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(keepDraft('key', draft)).toBe(false)
  expect(readDraft('key')).toBeNull()
  expect(() => dropDraft('key')).not.toThrow()
})
