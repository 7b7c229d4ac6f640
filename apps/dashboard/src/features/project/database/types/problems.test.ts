import { expect, test } from 'vitest'
import { compositeProblem, domainProblem, enumProblem } from './problems.ts'

test('an enumerated type says what it lacks', () => {
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

test('a type of several fields says what it lacks', () => {
  const type = (name: string, ...fields: [string, string][]) => ({
    ...{ schema: 'public', name, comment: null },
    fields: fields.map(([field, data_type]) => ({ name: field, data_type, before: null })),
  })
  expect(compositeProblem(type(''))).toBe('A type needs a name')
  expect(compositeProblem(type('place'))).toBe('A type of several fields needs at least one')
  expect(compositeProblem(type('place', [' ', 'text']))).toBe('Every field needs a name')
  expect(compositeProblem(type('place', ['lat', '']))).toBe('The field lat needs a type')
  expect(compositeProblem(type('place', ['lat', 'text'], ['lat', 'text']))).toBe('The field lat is there twice')
  expect(compositeProblem(type('place', ['lat', 'text'], ['Lat', 'text']))).toBeNull()
})

test('a domain says what it lacks', () => {
  const domain = (name: string, base: string, ...checks: string[]) => ({
    ...{ schema: 'public', name, comment: null, base, default_value: null, is_nullable: true },
    checks: checks.map((expression) => ({ expression, before: null })),
  })
  expect(domainProblem(domain('', 'text'))).toBe('A type needs a name')
  expect(domainProblem(domain('mail', ' '))).toBe('A domain needs a type that it stands on')
  expect(domainProblem(domain('mail', 'text', ' '))).toBe('Every check needs a condition')
  expect(domainProblem(domain('mail', 'text', "value ~ '@'"))).toBeNull()
})
