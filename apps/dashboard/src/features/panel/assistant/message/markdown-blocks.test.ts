import { expect, test } from 'vitest'
import { fencedCode, markdownBlocks } from './markdown-blocks.ts'

const texts = (markdown: string) => markdownBlocks(markdown).map(({ text }) => text)

test('paragraphs, headings and code are blocks of their own', () => {
  const blocks = markdownBlocks('# Title\n\nA line\nand another.\n\n```sql\nselect 1;\n\nselect 2;\n```\nAfter it.\n')
  expect(blocks.map(({ text }) => text)).toEqual([
    '# Title',
    'A line\nand another.',
    '```sql\nselect 1;\n\nselect 2;\n```',
    'After it.',
  ])
  expect(blocks.every(({ isOpen }) => !isOpen)).toBe(true)
})

test('a list stays whole over blank lines, with what is indented below its entries', () => {
  expect(texts('1. One\n\n   more of it\n\n2. Two\n\nAfter')).toEqual(['1. One\n\n   more of it\n\n2. Two', 'After'])
  expect(texts('Text\n\n    indented code\n\nmore')).toEqual(['Text', '    indented code', 'more'])
})

test('a fence inside another kind of fence, or a longer one, does not end the code', () => {
  expect(texts('````md\n```sql\nselect 1\n```\n````\n\nend')).toEqual(['````md\n```sql\nselect 1\n```\n````', 'end'])
  expect(texts('~~~\n```\n~~~')).toEqual(['~~~\n```\n~~~'])
})

test('code whose end has not arrived is open, and what stands before it does not change', () => {
  const whole = 'First.\n\n```sql\n-- props: {"title":"T"}\nselect 1\n```\n\nLast.'
  for (let length = 1; length <= whole.length; length++) {
    const blocks = markdownBlocks(whole.slice(0, length))
    if (length > 10) expect(blocks[0]?.text).toBe('First.')
    const code = blocks[1]
    if (length > 14 && length < whole.indexOf('```\n\nLast') + 3) expect(code?.isOpen).toBe(true)
  }
  expect(markdownBlocks(whole)).toHaveLength(3)
})

test('code below an entry of a list is code of its own, without what it is indented by', () => {
  const blocks = markdownBlocks('1. Do\n\n   ```sql\n   select\n     1\n   ```\n\n2. Then')
  expect(blocks.map(({ text }) => text)).toEqual(['1. Do', '   ```sql\n   select\n     1\n   ```', '2. Then'])
  expect(blocks[1] && fencedCode(blocks[1])).toEqual({ language: 'sql', code: 'select\n  1' })
})

test('fenced code is told with its language', () => {
  const [block] = markdownBlocks('```SQL title=x\nselect 1\n```')
  expect(block && fencedCode(block)).toEqual({ language: 'sql', code: 'select 1' })
  const [open] = markdownBlocks('```sql\nselect')
  expect(open && fencedCode(open)).toEqual({ language: 'sql', code: 'select' })
  const [text] = markdownBlocks('select `1`')
  expect(text && fencedCode(text)).toBeNull()
})
