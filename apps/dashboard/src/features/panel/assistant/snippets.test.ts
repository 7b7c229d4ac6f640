import { expect, test } from 'vitest'
import { readSnippetText, snippetText } from './snippets.ts'

test('a query goes along with a message and is told from what was written', () => {
  for (const snippet of [
    { name: 'Calls per day', sql: 'select 1' },
    { name: 'With fences', sql: "select '```sql\n````'" },
    { name: '', sql: 'select\n\n2' },
  ])
    expect(readSnippetText(snippetText(snippet))).toEqual(snippet)
  expect(readSnippetText('Snippet “x”: is what?')).toBeNull()
  expect(readSnippetText(snippetText({ name: 'a ” b', sql: 'select 1' }))?.name).toBe('a   b')
})
