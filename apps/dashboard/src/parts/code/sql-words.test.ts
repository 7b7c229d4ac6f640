import { expect, test } from 'vitest'
import { colouredSql, withoutUnseen } from './sql-words.ts'

test('SQL is cut into stretches of one colour, which together are the text', () => {
  const sql = '-- all\nselect "select", \'from\' from t where n >= 1.5;'
  const found = colouredSql(sql)
  expect(found.map(({ text }) => text).join('')).toBe(sql)
  const classOf = (text: string) => found.find((one) => one.text.trim() === text)?.className
  expect(classOf('-- all')).toBe('text-syn-comment')
  expect(classOf('"select"')).toBe('')
  expect(classOf("'from'")).toBe('text-syn-string')
  expect(classOf('1.5')).toBe('text-syn-number')
  expect(classOf('where')).toBe('text-syn-keyword')
})

test('characters that nobody sees are named', () => {
  expect(withoutUnseen('select 1')).toEqual(['select 1'])
  expect(withoutUnseen("select 'é\t→' from\n\u00a0t")).toHaveLength(1)
  expect(withoutUnseen('a\u202eb\u200b')).toEqual(['a', 'U+202E', 'b', 'U+200B', ''])
})
