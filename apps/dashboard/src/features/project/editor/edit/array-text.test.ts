import { expect, test } from 'vitest'
import { arrayItems, arrayText } from './array-text.ts'

test('items are read as Postgres writes them, and written so that it reads them back', () => {
  expect(arrayItems('{a,"b,c",NULL,"NULL","say \\"hi\\" \\\\",1.50}')).toEqual([
    'a',
    'b,c',
    null,
    'NULL',
    'say "hi" \\',
    '1.50',
  ])
  expect(arrayItems('{}')).toEqual([])
  expect(arrayItems('{""}')).toEqual([''])
  const items = ['', 'a,b', 'NULL', null, '{"x"}', 'back\\slash', 'two\nlines']
  expect(arrayItems(arrayText(items))).toEqual(items)
})

test('what is not a plain list is none', () => {
  expect(arrayItems('{{1,2},{3,4}}')).toBeNull()
  expect(arrayItems('[0:1]={a,b}')).toBeNull()
  expect(arrayItems('{a,}')).toBeNull()
  expect(arrayItems('a,b')).toBeNull()
})
