import { expect, test } from 'vitest'
import { tableInView } from './table-in-view.ts'

test('the table beside the panel is told, where the assistant may look at its schema', () => {
  const at = (pathname: string, search: string, schemas = ['public']) => tableInView(schemas, { pathname, search })
  expect(at('/project/abc/editor', '?table=ships')).toBe('ships')
  expect(at('/project/abc/editor', '?schema=fleet&table=ships')).toBeUndefined()
  expect(at('/project/abc/editor', '?schema=fleet&table=ships', ['public', 'fleet'])).toBe('ships')
  expect(at('/project/abc/editor', '')).toBeUndefined()
  expect(at('/project/abc/sql', '?table=ships')).toBeUndefined()
})
