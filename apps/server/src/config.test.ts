import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig, SETTING_NAMES } from './config.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'stoa-test-config-'))
})
afterAll(() => rm(root, { recursive: true }))

const read = (env: Record<string, string>) => readConfig(env, root)
function problems(env: Record<string, string>): string {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('These settings were accepted')
}

test('without settings everything has a default', () => {
  expect(read({})).toEqual({
    port: 8000,
    host: '127.0.0.1',
    dataDir: join(root, '.stoa'),
    dataDirIsDefault: true,
    templatesDir: null,
    databasePorts: expect.any(Array),
    publicUrl: 'http://localhost:8000',
    owner: null,
    databaseUrl: null,
    mail: null,
    engine: 'embedded',
    apiRate: 10_000,
    computePrices: {},
    dnsServers: null,
    flags: {},
    logLevel: 'info',
    modelTimeout: 120,
    openai: { apiKey: null, baseUrl: null, model: null },
  })
})

test('a setting that is empty is one that is not set', () => {
  expect(read(Object.fromEntries(SETTING_NAMES.map((name) => [name, ''])))).toEqual(read({}))
})

test('a data folder that is there is no default to be moved', async () => {
  const home = await mkdtemp(join(root, 'home-'))
  await mkdir(join(home, '.stoa'))
  expect(readConfig({}, home)).toMatchObject({ dataDir: join(home, '.stoa'), dataDirIsDefault: false })
})

test('folders are absolute, wherever Stoa is started', () => {
  expect(read({ STOA_DATA_DIR: 'data' })).toMatchObject({ dataDir: join(root, 'data'), dataDirIsDefault: false })
  expect(read({ STOA_DATA_DIR: '/srv/stoa' }).dataDir).toBe('/srv/stoa')
  expect(read({ STOA_TEMPLATES_DIR: 'templates' }).templatesDir).toBe(join(root, 'templates'))
})

test.for([
  [{}, 'http://localhost:8000'],
  [{ STOA_PORT: '9000' }, 'http://localhost:9000'],
  [{ STOA_HOST: '0.0.0.0' }, 'http://localhost:8000'],
  [{ STOA_HOST: '::' }, 'http://localhost:8000'],
  [{ STOA_HOST: '192.168.1.5' }, 'http://192.168.1.5:8000'],
  [{ STOA_HOST: 'fd00::5' }, 'http://[fd00::5]:8000'],
  [{ STOA_PUBLIC_URL: 'https://stoa.example/' }, 'https://stoa.example'],
  [{ STOA_PUBLIC_URL: 'https://example.com/stoa//' }, 'https://example.com/stoa'],
] as [Record<string, string>, string][])('with %j people reach it at %s', ([env, url]) => {
  expect(read(env).publicUrl).toBe(url)
})

test('the owner has an email in lower case, a password and perhaps a token', () => {
  const env = { STOA_OWNER_EMAIL: 'Ada@Example.com', STOA_OWNER_PASSWORD: 'twelve chars' }
  expect(read(env).owner).toEqual({ email: 'ada@example.com', password: 'twelve chars', token: null })
  const token = 't'.repeat(32)
  expect(read({ ...env, STOA_OWNER_TOKEN: token }).owner?.token).toBe(token)
})

test('prices of compute sizes are read as numbers', () => {
  expect(read({ STOA_COMPUTE_PRICES: 'micro=10, small=15.50' }).computePrices).toEqual({ micro: 10, small: 15.5 })
})

test('flags are switched on by their name and off by a word', () => {
  expect(read({ STOA_FLAGS: 'one, two=off ,three=on,four=false,five=0,six=no,seven=TRUE,,' }).flags).toEqual({
    one: true,
    two: false,
    three: true,
    four: false,
    five: false,
    six: false,
    seven: true,
  })
})

describe('a setting that cannot be used is told by its name', () => {
  test.for([
    ['STOA_PORT', 'eighty', 'is not a number'],
    ['STOA_PORT', '80.5', 'is not a whole number'],
    ['STOA_PORT', '0', 'is below 1'],
    ['STOA_PORT', '-1', 'is below 1'],
    ['STOA_PORT', '65536', 'is above 65535'],
    ['STOA_PUBLIC_URL', 'stoa.example', 'is not an http or https address'],
    ['STOA_PUBLIC_URL', 'javascript:alert(1)', 'is not an http or https address'],
    ['STOA_DATABASE_URL', 'mysql://host/db', 'is not a postgres:// address'],
    ['STOA_DATABASE_URL', 'host', 'is not a postgres:// address'],
    ['STOA_ENGINE', 'kubernetes', 'names an engine that does not exist here; there are: embedded, failing'],
    ['STOA_FLAGS', 'one;two', 'is not a list such as one,two=off'],
    [
      'STOA_COMPUTE_PRICES',
      'micro=cheap',
      'is not a list such as micro=10,small=15.50; the sizes are nano, micro, small, medium, large, xlarge',
    ],
    ['STOA_LOG_LEVEL', 'loud', 'is none of debug, info, warn, error'],
    ['STOA_DATABASE_PORTS', '5410', 'is not a range such as 5410-7999'],
    ['STOA_DATABASE_PORTS', '7999-5410', 'is not a range between 1024 and 32767'],
    ['STOA_DATABASE_PORTS', '80-90', 'is not a range between 1024 and 32767'],
    ['STOA_DATABASE_PORTS', '5410-40000', 'is not a range between 1024 and 32767'],
    ['OPENAI_BASE_URL', 'localhost', 'is not an address'],
    ['STOA_MODEL_TIMEOUT', '0', 'is below 1'],
  ] as const)('%s=%s %s', ([name, value, sentence]) => {
    expect(problems({ [name]: value })).toBe(`${name} ${sentence}`)
  })

  const owner = { STOA_OWNER_EMAIL: 'ada@example.com', STOA_OWNER_PASSWORD: 'twelve chars' }
  test.for([
    [{ ...owner, STOA_OWNER_EMAIL: 'ada' }, 'STOA_OWNER_EMAIL is not an email address'],
    [{ ...owner, STOA_OWNER_PASSWORD: 'short' }, 'STOA_OWNER_PASSWORD has fewer than 12 characters'],
    [{ ...owner, STOA_OWNER_PASSWORD: 'x'.repeat(129) }, 'STOA_OWNER_PASSWORD has more than 128 characters'],
    [{ ...owner, STOA_OWNER_TOKEN: 'x'.repeat(31) }, 'STOA_OWNER_TOKEN has fewer than 32 characters'],
    [{ ...owner, STOA_OWNER_TOKEN: 'x'.repeat(257) }, 'STOA_OWNER_TOKEN has more than 256 characters'],
    [{ STOA_OWNER_EMAIL: 'ada@example.com' }, 'STOA_OWNER_PASSWORD is needed with STOA_OWNER_EMAIL'],
    [{ STOA_OWNER_PASSWORD: 'twelve chars' }, 'STOA_OWNER_EMAIL is needed with STOA_OWNER_PASSWORD'],
    [{ STOA_OWNER_TOKEN: 'x'.repeat(32) }, 'STOA_OWNER_EMAIL is needed with STOA_OWNER_TOKEN'],
  ] as [Record<string, string>, string][])('%j: %s', ([env, sentence]) => {
    expect(problems(env)).toBe(sentence)
  })

  test('all of them at once, and never with its value', () => {
    const told = problems({
      STOA_PORT: 'port-secret',
      STOA_OWNER_PASSWORD: 'pw-secret',
      STOA_DATABASE_URL: 'url-secret',
    })
    expect(told.split('\n')).toHaveLength(3)
    expect(told).not.toContain('secret')
  })
})

test('the README lists exactly the settings that there are', async () => {
  const readme = await readFile(resolve(import.meta.dirname, '../../../README.md'), 'utf8')
  const listed = new Set([...readme.matchAll(/\b(?:STOA|OPENAI)_[A-Z_]+\b/g)].map(([name]) => name))
  expect([...listed].sort()).toEqual([...SETTING_NAMES].sort())
})

test('name servers are addresses, with a port where it is another one', () => {
  expect(read({ STOA_DNS_SERVERS: '192.0.2.1, 127.0.0.1:5353,2001:db8::1,[2001:db8::1]:5353' }).dnsServers).toEqual([
    '192.0.2.1',
    '127.0.0.1:5353',
    '2001:db8::1',
    '[2001:db8::1]:5353',
  ])
  for (const wrong of ['dns.example.com', '192.0.2.1,', '192.0.2.1:x', '127.0.0.1:5353:1'])
    expect(problems({ STOA_DNS_SERVERS: wrong })).toBe(
      'STOA_DNS_SERVERS is not a list of addresses such as 192.0.2.1,192.0.2.2:5353',
    )
})
