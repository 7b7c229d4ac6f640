import { afterEach, expect, test, vi } from 'vitest'
import { inTurn } from './turns.ts'

afterEach(() => vi.unstubAllGlobals())

test('one thing is done in each rest of the page, in order; what is taken out never is', () => {
  const rests: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => rests.push(run))
  const rest = () => rests.shift()?.()
  const done: string[] = []
  inTurn(() => void done.push('a'))
  const leave = inTurn(() => void done.push('b'))
  inTurn(() => {
    done.push('c')
    inTurn(() => void done.push('d'))
  })
  expect([rests.length, done]).toEqual([1, []])
  rest()
  expect([rests.length, done]).toEqual([1, ['a']])
  leave()
  rest()
  expect(done).toEqual(['a', 'c'])
  rest()
  expect([rests.length, done]).toEqual([0, ['a', 'c', 'd']])
  inTurn(() => void done.push('e'))
  rest()
  expect(done.at(-1)).toBe('e')
})
