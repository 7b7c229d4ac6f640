import { expect, test } from 'vitest'
import { isFiltered, logInput, logSearch } from './filters.ts'

test('the address says what is listed, and nothing that it does not know', () => {
  expect(logSearch({ method: 'POST', status: 'failed', q: 'orders', range: '1h', live: 'on', request: '12' })).toEqual({
    method: 'POST',
    status: 'failed',
    q: 'orders',
    range: '1h',
    live: 'on',
    request: '12',
  })
  expect(logSearch({ method: 'BREW', status: '9xx', q: '', range: 'ever', live: '1', request: '1 or 2' })).toEqual({})
  expect(logSearch({ request: '0' })).toEqual({})
})

test('filters become what the server is asked for', () => {
  const now = Date.UTC(2026, 0, 31, 12)
  expect(logInput({}, now)).toEqual({})
  expect(logInput({ method: 'GET', status: '4xx', q: '/rest/v1/a b', range: '15m' }, now)).toEqual({
    method: 'GET',
    status_from: 400,
    status_to: 499,
    search: '/rest/v1/a b',
    since: '2026-01-31T11:45:00.000Z',
  })
})

test('a list is filtered when anything is left out', () => {
  expect(isFiltered({})).toBe(false)
  expect(isFiltered({ range: '1h' })).toBe(true)
  expect(isFiltered({ q: 'x' })).toBe(true)
})
