import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createRest, type Rest, RestError, type RestOptions, verifyToken } from '../src/index.ts'
import { at, type Case, present, readCases, readFixtures } from './cases.ts'
import { startDatabase, type TestDatabase } from './database.ts'
import { EXCEPTIONS } from './exceptions.ts'

// Cases of requests and the answers that the original gives, from beside the repository.

const SECRET = 'reallyreallyreallyreallyverysafe'
const ANON = 'postgrest_test_anonymous'
const MULTI = ['v1', 'v2', 'SPECIAL "@/\\#~_-']

/** What the cases expect of the data otherwise than the fixtures have it. */
const CORRECTIONS = `
  update test.complex_items set arr_data = (array[1, 2, 3])[:id::int], "field-with_sep" = id;
  update test.articles set owner = 'postgrest_test_anonymous'`

let database: TestDatabase
const rests = new Map<string, Rest>()

beforeAll(async () => {
  if (!present) return
  database = await startDatabase()
  await database.sql(readFixtures())
  await database.sql(CORRECTIONS)
  await database.sql('analyze')
})
afterAll(() => database?.dispose())

/** The schemas that a case's label stands for. */
function schemasOf({ schema, request, config }: Case): string[] {
  if (typeof config?.['db-schemas'] === 'string') return [config['db-schemas']]
  const profile = request.headers?.['Accept-Profile'] ?? request.headers?.['Content-Profile']
  if (schema === 'multi') return MULTI
  if (schema === 'headers' && (profile !== undefined || request.path.startsWith('/parents'))) return MULTI
  if (schema === 'unicode') return ['تست']
  if (schema === 'observability') return ['observability']
  if (schema === 'openapi_no_schema_comment') return ['openapi_no_comment']
  return ['test']
}

const isAuth = ({ schema, request }: Case): boolean =>
  schema === 'auth' || schema?.startsWith('openapi') === true || request.path === '/'

function optionsOf(one: Case): Omit<RestOptions, 'pool'> {
  const config = one.config ?? {}
  const text = (name: string): string | null => (typeof config[name] === 'string' ? config[name] : null)
  const mode = text('openapi-mode')
  return {
    schemas: schemasOf(one),
    extraSearchPath: ['public'],
    maxRows: typeof config['db-max-rows'] === 'number' ? config['db-max-rows'] : null,
    aggregates: config['db-aggregates-enabled'] === true,
    plans: true,
    tx: 'rollback',
    preRequest: text('db-pre-request'),
    rootSpec: text('db-root-spec'),
    openapi: {
      mode: mode === 'ignore-privileges' || mode === 'disabled' ? mode : 'follow-privileges',
      security: config['openapi-security-active'] === true,
    },
    serverTiming: config['server-timing-enabled'] === true,
    traceHeader: text('server-trace-header'),
    corsOrigins: text('server-cors-allowed-origins')?.split(/\s*,\s*/) ?? null,
    lookEveryMs: 3_600_000,
  }
}

function restOf(one: Case): Rest {
  const options = optionsOf(one)
  const key = JSON.stringify(options)
  const known = rests.get(key) ?? createRest({ pool: database.pool, ...options })
  rests.set(key, known)
  return known
}

function sign(payload: unknown): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`
}

/** As whom a case comes, by its token; where there is none, as nobody, or as the superuser where roles do not matter. */
function callerOf(one: Case, headers: Headers): Caller {
  const config = one.config ?? {}
  if (one.request.jwt) headers.set('authorization', `Bearer ${sign(one.request.jwt.payload)}`)
  const token = /^Bearer (.*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const nobody = isAuth(one) ? ANON : database.admin
  if (token === undefined) return { role: nobody, claims: {}, authenticated: !isAuth(one) }
  const keys = config['jwt-secret'] === null || one.id === 1764 ? null : [Buffer.from(SECRET)]
  const claims = verifyToken(token, {
    keys,
    audience: typeof config['jwt-aud'] === 'string' ? config['jwt-aud'] : null,
  })
  const role = typeof claims.role === 'string' ? claims.role : nobody
  return { role, claims, authenticated: claims.role !== undefined }
}

async function perform(one: Case): Promise<Response> {
  const { request } = one
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers ?? {}))
    headers.set(name, Buffer.from(value).toString('latin1'))
  const body =
    request.body_raw ??
    (typeof request.body === 'string'
      ? request.body
      : request.body !== undefined || request.body_json !== undefined
        ? JSON.stringify(request.body ?? request.body_json)
        : undefined)
  if (body !== undefined && typeof request.body !== 'string' && !headers.has('content-type'))
    headers.set('content-type', 'application/json')
  try {
    const caller = callerOf(one, headers)
    const made = new Request(`http://localhost${request.path}`, {
      method: request.method,
      headers,
      ...(body !== undefined && { body }),
    })
    return await restOf(one).handle(made, caller)
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return restOf(one).refuse(error)
  }
}

const headersOf = (response: Response): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const [name, value] of response.headers)
    found[name] =
      name === 'set-cookie' && found[name] ? `${found[name]}\n${value}` : Buffer.from(value, 'latin1').toString('utf8')
  return found
}

async function check(one: Case): Promise<void> {
  const { expect: wanted } = one
  const steps = one.preconditions ?? []
  // Every write is rolled back, so that nothing needs to be deleted and put back.
  if (!steps.some((sql) => /^delete/i.test(sql)))
    for (const sql of steps) if (/^(insert|alter sequence|analyze)/i.test(sql)) await database.sql(sql)
  const response = await perform(one)
  const text = await response.text()
  const headers = headersOf(response)
  expect(response.status, text).toBe(wanted.status)
  for (const [name, value] of Object.entries(wanted.headers ?? {}))
    expect(headers[name.toLowerCase()], `${name}: ${text}`).toBe(value)
  for (const name of wanted.headers_present ?? []) expect(headers, name).toHaveProperty(name.toLowerCase())
  for (const name of wanted.headers_absent ?? []) expect(headers[name.toLowerCase()], name).toBeUndefined()
  for (const [name, pattern] of Object.entries(wanted.headers_match ?? {}))
    expect(headers[name.toLowerCase()] ?? '', name).toMatch(new RegExp(pattern))
  for (const [name, words] of Object.entries(wanted.headers_absent_in_value ?? {}))
    for (const word of words) expect(headers[name.toLowerCase()] ?? '').not.toContain(word)
  if (wanted.headers_no_blank) for (const value of Object.values(headers)) expect(value.trim()).not.toBe('')
  for (const key of ['body_exact', 'body_json'] as const)
    if (key in wanted) {
      const value = wanted[key]
      if (value === null || value === '') expect(text).toBe('')
      else expect(JSON.parse(text)).toEqual(value)
    }
  for (const piece of [wanted.body_contains ?? []].flat()) expect(text).toContain(piece)
  if (wanted.body_raw !== undefined) expect(text).toBe(wanted.body_raw)
  for (const { path, equals, absent, present: there, exists } of wanted.body_jsonpath ?? []) {
    const value = at(JSON.parse(text), path)
    if (equals !== undefined) expect(value, path).toEqual(equals)
    if (absent) expect(value, path).toBeUndefined()
    if (there || exists) expect(value, path).toBeDefined()
  }
}

const cases = readCases()
if (!present) console.log('The conformance cases are not here; only the package’s own tests run.')

describe.runIf(present)('like the original', () => {
  test.for(cases.filter(({ id }) => !EXCEPTIONS.has(id)).map((one) => [one.name, one] as const))(
    '%s',
    async ([, one]) => {
      await check(one)
    },
  )
})
