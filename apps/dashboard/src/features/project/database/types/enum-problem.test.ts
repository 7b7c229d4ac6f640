import { expect, test } from 'vitest'
import { enumProblem } from './enum-problem.ts'

test('a type says what it lacks', () => {
  const type = (name: string, ...values: string[]) => ({
    ...{ schema: 'public', name, comment: null },
    values: values.map((value) => ({ value, before: null })),
  })
  expect(enumProblem(type(' ', 'a'))).toBe('A type needs a name')
  expect(enumProblem(type('mood'))).toBe('Every value needs at least one character')
  expect(enumProblem(type('mood', 'calm', ''))).toBe('Every value needs at least one character')
  expect(enumProblem(type('mood', 'calm', 'rough', 'calm'))).toBe('The value calm is there twice')
  expect(enumProblem(type('mood', 'calm', 'Calm'))).toBeNull()
})
