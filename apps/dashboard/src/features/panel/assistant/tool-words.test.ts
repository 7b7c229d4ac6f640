import { ASSISTANT_TOOLS } from '@stoa/contract'
import { expect, test } from 'vitest'
import { toolWords } from './tool-words.ts'

test('every tool is told in words, before and after it has answered, with what it was asked about', () => {
  for (const tool of ASSISTANT_TOOLS) {
    expect(toolWords(`tool-${tool}`, {}, true)).not.toContain(tool)
    expect(toolWords(`tool-${tool}`, {}, false)).not.toBe(toolWords(`tool-${tool}`, {}, true))
  }
  expect(toolWords('tool-describe_table', { schema: 'public', table: 'ports' }, true)).toBe('Looked at a table: ports')
  expect(toolWords('tool-search_docs', { query: 'insert' }, false)).toBe('Searching the documentation: insert')
  expect(toolWords('tool-run_query', { sql: 'select 1' }, true)).toBe('Ran a query, read only')
  expect(toolWords('tool-unheard_of', 'nothing', false)).toBe('Calling unheard_of')
})
