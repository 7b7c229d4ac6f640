import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitWords, runOptionsOf, timeoutWords } from './run-options.ts'

/** What a browser's storage does, as far as it is used here. */
function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage
}
beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})
afterEach(() => vi.unstubAllGlobals())

it('begins with a limit of 100 rows, as the owner, without a timeout', () => {
  expect(runOptionsOf('first', 'a').get()).toEqual({
    limit: 100,
    role: 'postgres',
    claims: null,
    readOnly: false,
    inTransaction: null,
    timeoutMs: null,
    wrong: {},
  })
})

it('remembers the limit and the timeout for the project, and the rest for the document', () => {
  const a = runOptionsOf('second', 'a')
  a.set({ ...a.get(), limit: 500, timeoutMs: 60_000, role: 'anon', inTransaction: 'rollback' })
  expect(runOptionsOf('second', 'a')).toBe(a)
  expect(runOptionsOf('second', 'b').get()).toMatchObject({
    limit: 500,
    timeoutMs: 60_000,
    role: 'postgres',
    inTransaction: null,
  })
  expect(runOptionsOf('third', 'a').get().limit).toBe(100)
})

it('takes nothing over from storage that it does not know', () => {
  localStorage.setItem('stoa.sql.options fourth', '{"limit":7,"timeoutMs":"soon"}')
  sessionStorage.setItem('stoa.sql.options fourth a', '{"role":"root","claims":[1],"readOnly":"yes"}')
  localStorage.setItem('stoa.sql.options fifth', 'not json')
  expect(runOptionsOf('fourth', 'a').get()).toMatchObject({
    limit: 100,
    timeoutMs: null,
    role: 'postgres',
    claims: null,
  })
  expect(runOptionsOf('fifth', 'a').get().limit).toBe(100)
})

it('names limits and timeouts', () => {
  expect([-1, 100, 500, 1000].map(limitWords)).toEqual(['No limit', '100 rows', '500 rows', '1,000 rows'])
  expect([null, 60_000, 300_000, 900_000, 1_000, 30_000].map(timeoutWords)).toEqual([
    'No timeout',
    '1 minute',
    '5 minutes',
    '15 minutes',
    '1 second',
    '30 seconds',
  ])
})
