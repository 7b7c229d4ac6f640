import { expect, test } from 'vitest'
import { draftKey, dropDraft, keepDraft, readDraft, type SupportDraft } from './draft.ts'

function shelf() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const draft: SupportDraft = { category: 'problem', ref: '', subject: 'It does not start', message: 'Since today\n…' }

test('what was typed comes back, until it was sent', () => {
  const place = shelf()
  const key = draftKey('mira', '')
  expect(readDraft(place, key)).toBeNull()
  expect(keepDraft(place, key, draft)).toBe(true)
  expect(readDraft(place, key)).toEqual(draft)
  dropDraft(place, key)
  expect(readDraft(place, key)).toBeNull()
})

test('accounts and links that fill the form in advance do not meet', () => {
  const keys = [draftKey('mira', ''), draftKey('ines', ''), draftKey('mira', '?ref=a'), draftKey('mira', '?ref=b')]
  expect(new Set(keys).size).toBe(keys.length)
})

test('what cannot be read counts as nothing', () => {
  const place = shelf()
  for (const text of ['', '{', 'null', '7', '"text"']) {
    place.setItem('key', text)
    expect(readDraft(place, 'key'), text).toBeNull()
  }
  place.setItem('key', JSON.stringify({ subject: 'kept', message: 7 }))
  expect(readDraft(place, 'key')).toEqual({ subject: 'kept' })
})

test('a browser that keeps nothing says so', () => {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded')
  }
  const place = { getItem: refuse, setItem: refuse, removeItem: refuse }
  expect(keepDraft(place, 'key', draft)).toBe(false)
  expect(readDraft(place, 'key')).toBeNull()
  expect(() => dropDraft(place, 'key')).not.toThrow()
})
