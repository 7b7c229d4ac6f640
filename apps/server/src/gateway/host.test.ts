import { expect, test } from 'vitest'
import { hostnameOf, placeOf } from './host.ts'

const REF = 'abcdefghijklmnopqrst'

test.for([
  ['localhost:8000', 'localhost'],
  ['API.Example.COM.:443', 'api.example.com'],
  ['[::1]:8000', '::1'],
  ['käse.example', 'xn--kse-qla.example'],
  ['', null],
  ['a b', null],
  [null, null],
] as const)('the host name of %j is %j', ([header, name]) => {
  expect(hostnameOf(header)).toBe(name)
})

test.for([
  ['localhost:8000', '/projects', { kind: 'platform' }],
  ['stoa.example', '/api/health', { kind: 'platform' }],
  ['127.0.0.1', '/', { kind: 'platform' }],
  [null, '/', { kind: 'platform' }],
  ['localhost', '/pricing', { kind: 'platform' }],
  ['stoa.example', `/p/${REF}/rest/v1/`, { kind: 'project', ref: REF, path: '/rest/v1/' }],
  ['[::1]:80', `/p/${REF}`, { kind: 'project', ref: REF, path: '/' }],
  [`${REF}.localhost:8000`, '/api/health', { kind: 'project', ref: REF, path: '/api/health' }],
  [`${REF}.localhost`, `/p/${REF}/`, { kind: 'project', ref: REF, path: `/p/${REF}/` }],
  ['api.harbor.example', '/rest/v1/', { kind: 'hostname', hostname: 'api.harbor.example', path: '/rest/v1/' }],
] as const)('%s%s is about %j', ([host, path, place]) => {
  expect(placeOf(host, path, 'stoa.example')).toEqual(place)
})

test('a platform that is itself reached below localhost stays the platform', () => {
  expect(placeOf('stoa.localhost', '/', 'stoa.localhost')).toEqual({ kind: 'platform' })
})
