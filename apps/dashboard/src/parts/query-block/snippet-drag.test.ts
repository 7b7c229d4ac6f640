import { expect, test } from 'vitest'
import { readSnippet, SNIPPET_TYPE, writeSnippet } from './snippet-drag.ts'

test('a saved query is dragged by its id, and nothing else is read as one', () => {
  const carried = new Map<string, string>()
  const data = { setData: (type: string, text: string) => void carried.set(type, text) } as unknown as DataTransfer
  writeSnippet(data, { id: 'a1', label: 'Heaviest ship' })
  expect([...carried.keys()]).toEqual([SNIPPET_TYPE])
  expect(readSnippet(carried.get(SNIPPET_TYPE) ?? '')).toEqual({ id: 'a1', label: 'Heaviest ship' })
  for (const text of ['', 'select 1', 'null', '{}', '{"id":1,"label":"x"}', '{"id":"a1"}'])
    expect(readSnippet(text)).toBeNull()
})
