import { Text } from '@codemirror/state'
import { expect, it } from 'vitest'
import { stretchAround } from './stretch.ts'

const docOf = (text: string) => Text.of(text.split('\n'))

it('is the whole of a text that is not long', () => {
  expect(stretchAround(docOf('select 1;\nselect 2'), 3)).toEqual({ text: 'select 1;\nselect 2', from: 0 })
})

it('begins with a statement, and ends somewhere behind the place', () => {
  const line = 'select some_column from some_table;'
  const whole = Array<string>(20_000).fill(line).join('\n')
  const at = 300_000
  const { text, from } = stretchAround(docOf(whole), at)
  expect(text.startsWith(line)).toBe(true)
  expect(from).toBeLessThanOrEqual(at)
  expect(from + text.length).toBeGreaterThan(at)
  expect(whole.slice(from, from + text.length)).toBe(text)
  expect(text.length).toBeLessThanOrEqual(100_000)
  expect(stretchAround(docOf(whole), 10).from).toBe(0)
})
