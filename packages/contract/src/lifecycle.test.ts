import { expect, test } from 'vitest'
import { lifecycle } from './lifecycle.ts'

const door = lifecycle({
  OPEN: { on: { close: 'CLOSED' } },
  CLOSED: { on: { open: 'OPEN', lock: 'LOCKED' } },
  LOCKED: { on: { unlock: 'CLOSED' } },
})

test('a state accepts the events in its table and no others', () => {
  expect(door.can('OPEN', 'close')).toBe(true)
  expect(door.can('OPEN', 'lock')).toBe(false)
  expect(door.can('LOCKED', 'open')).toBe(false)
})

test('an accepted event leads on, any other is an error', () => {
  expect(door.next('CLOSED', 'lock')).toBe('LOCKED')
  expect(() => door.next('LOCKED', 'close')).toThrow(new RangeError('LOCKED does not accept close'))
})

test('names of every object are no states or events', () => {
  expect(door.can('constructor' as 'OPEN', 'close')).toBe(false)
  expect(door.can('OPEN', 'toString' as 'close')).toBe(false)
})

test('the states that accept an event are known', () => {
  expect(door.names).toEqual(['OPEN', 'CLOSED', 'LOCKED'])
  expect(door.accepting('close')).toEqual(['OPEN'])
})
