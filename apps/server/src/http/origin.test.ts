import { expect, test } from 'vitest'
import { sameOrigin } from './origin.ts'

const PUBLIC = 'https://stoa.example'
const asks = (headers: Record<string, string>, method = 'POST') =>
  sameOrigin(method, new Headers({ cookie: 'stoa.session_token=x', host: 'localhost:8000', ...headers }), PUBLIC)

test('a request that only reads may come from anywhere', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(asks({ origin: 'https://evil.example' }, method)).toBe(true)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'get'])
    expect(asks({ origin: 'https://evil.example' }, method), method).toBe(false)
})

test('a request without a cookie, or with a token, acts for nobody who was not asked', () => {
  expect(sameOrigin('POST', new Headers({ origin: 'https://evil.example' }), PUBLIC)).toBe(true)
  expect(asks({ origin: 'https://evil.example', authorization: 'Bearer sbp_x' })).toBe(true)
})

test.for([
  ['http://localhost:8000', true],
  ['https://localhost:8000', true],
  [PUBLIC, true],
  ['https://stoa.example.evil.example', false],
  ['https://stoa.example:444', false],
  ['http://stoa.example', false],
  ['http://localhost', false],
  ['http://localhost:80000', false],
  ['http://127.0.0.1:8000', false],
  ['null', false],
  ['', false],
  ['localhost:8000', false],
] as const)('from the origin %j: %s', ([origin, allowed]) => {
  expect(asks({ origin })).toBe(allowed)
  // What a browser says of the origin counts for more than what else it says.
  expect(asks({ origin, 'sec-fetch-site': 'same-origin' })).toBe(allowed)
})

test.for([
  ['same-origin', true],
  ['none', true],
  ['same-site', false],
  ['cross-site', false],
] as const)('without an origin, from the site %s: %s', ([site, allowed]) => {
  expect(asks({ 'sec-fetch-site': site })).toBe(allowed)
})

test('a program that keeps cookies says nothing of either', () => {
  expect(asks({})).toBe(true)
})
