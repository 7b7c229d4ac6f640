import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Harbor } from './harbor.ts'

// Functions, the forms of answers, and definitions that change.

const harbor = new Harbor()
const { ask, body, make } = harbor
beforeAll(() => harbor.open())
afterAll(() => harbor.dispose())

describe('functions', () => {
  const post = (
    path: string,
    sent: unknown,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) => ask(path, { method: 'POST', body: sent, headers })

  test('are chosen by the names of their arguments', async () => {
    expect((await ask('/rpc/many?words=a&words=b')).body).toBe(2)
    expect((await post('/rpc/many', { words: ['a', 'b', 'c'] })).body).toBe(3)
    expect((await ask('/rpc/add?a=1')).body).toMatchObject({ code: 'PGRST203' })
    expect((await ask('/rpc/add?a=1&b=2')).body).toBe(3)
    expect((await ask('/rpc/add?a=1&c=2')).body).toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function public.add(a, b)',
    })
    expect((await ask('/rpc/touch_ships?lowest=9')).status).toBe(405)
  })

  test('take a body whole', async () => {
    expect((await post('/rpc/whole', [1, { a: null }])).body).toEqual([1, { a: null }])
    expect((await post('/rpc/said', 'hé', { 'content-type': 'text/plain', accept: 'text/plain' })).text).toBe('hé')
    const bytes = new Uint8Array([0, 255, 10])
    const answer = await harbor.rest.handle(
      new Request('http://x/rpc/bytes', {
        method: 'POST',
        body: bytes,
        headers: { 'content-type': 'application/octet-stream', accept: 'application/octet-stream' },
      }),
      { role: harbor.database.admin, claims: {}, authenticated: true },
    )
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
  })

  test('give rows that can be filtered, shaped and embedded into', async () => {
    expect((await ask('/rpc/all_ships?select=name,harbors(name)&id=eq.1')).body).toEqual([
      { name: 'Ada', harbors: { name: 'Bergen' } },
    ])
    expect((await post('/rpc/pair', {})).body).toEqual({ x: 1, y: 'a' })
    expect((await post('/rpc/all_ships?select=id&order=id.desc&limit=1', {})).body).toEqual([{ id: 4 }])
  })

  test('may choose status and headers, and hear of the request', async () => {
    const answer = await post('/rpc/headers', {})
    expect([answer.status, answer.headers.get('x-one'), answer.headers.get('cache-control')]).toEqual([
      202,
      '1',
      'no-cache',
    ])
    expect((await post('/rpc/bad_headers', {})).body.code).toBe('PGRST111')
    const asked = (name: string, headers = {}) => body(`/rpc/setting?name=${name}`, { headers })
    expect(await asked('request.method')).toBe('GET')
    expect(JSON.parse(await asked('request.headers', { 'x-mine': 'yes' }))).toMatchObject({ 'x-mine': 'yes' })
    expect(JSON.parse(await asked('request.jwt.claims'))).toEqual({ role: harbor.database.admin })
    expect(await body('/rpc/setting?name=statement_timeout', { as: 'writer' })).toBe('7s')
    expect(await asked('TimeZone', { prefer: 'timezone=Asia/Tokyo' })).toBe('Asia/Tokyo')
    expect((await post('/rpc/slow', {})).body.code).toBe('57014')
  })
})

describe('forms of an answer', () => {
  const accept = (path: string, type: string, method = 'GET') => ask(path, { method, headers: { accept: type } })

  test('CSV, one object, without nulls, and the plan', async () => {
    expect((await accept('/harbors?order=id&limit=2', 'text/csv')).text).toBe('id,name\n1,Bergen\n2,Lagos')
    expect((await accept('/harbors?id=eq.1', 'application/vnd.pgrst.object+json')).body).toEqual({
      id: 1,
      name: 'Bergen',
    })
    expect((await accept('/harbors?id=eq.9', 'application/vnd.pgrst.object+json')).body).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 0 rows',
    })
    expect(
      (await accept('/ships?select=id,tons&id=gte.3&order=id', 'application/vnd.pgrst.array+json;nulls=stripped')).body,
    ).toEqual([{ id: 3, tons: 90 }, { id: 4 }])
    expect(
      (await accept('/ships?id=eq.1', 'application/vnd.pgrst.plan+json; options=analyze')).body[0].Plan['Actual Rows'],
    ).toBe(1)
    expect(
      (await ask('/ships', { by: make({ plans: false }), headers: { accept: 'application/vnd.pgrst.plan' } })).status,
    ).toBe(406)
    expect((await accept('/ships', 'image/png')).body.message).toBe(
      'None of these media types are available: image/png',
    )
  })

  test('HEAD and OPTIONS', async () => {
    const head = await accept('/ships', '*/*', 'HEAD')
    expect([head.status, head.text, head.headers.get('content-range')]).toEqual([200, '', '0-3/*'])
    expect((await accept('/ships', '*/*', 'OPTIONS')).headers.get('allow')).toBe(
      'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
    )
    expect((await accept('/rpc/add?a=1&b=2', '*/*', 'OPTIONS')).headers.get('allow')).toBe('OPTIONS,GET,HEAD,POST')
    expect((await accept('/nothing', '*/*', 'OPTIONS')).status).toBe(404)
    expect((await ask('/ships', { method: 'PROPFIND' })).body.code).toBe('PGRST117')
  })

  test('the description of the API, by role', async () => {
    expect(Object.keys((await body('/', { as: 'reader' })).definitions)).toContain('ships')
    const few = await harbor.rest.document({ role: 'writer', claims: {}, authenticated: true })
    expect(few.paths['/rpc/add']).toBeDefined()
  })
})

test('names and values never become statements', async () => {
  const evil = `'); drop table ships; --`
  const quoted = encodeURIComponent(evil)
  const paths = [
    `/ships?name=eq.${quoted}`,
    `/ships?name=in.("${quoted}")`,
    `/ships?name=like(any).{${quoted}}`,
    `/ships?more->>${quoted}=eq.1`,
    `/ships?select="${quoted}"`,
    `/ships?select=${encodeURIComponent(`"a""; drop table ships; --"`)}`,
    `/ships?select=x:id,more->'${quoted}'`,
    `/ships?order="${quoted}"`,
    `/ships?search=fts(${quoted}).x`,
    `/ships?select=id::${encodeURIComponent('text) from ships; drop table ships; --')}`,
    `/rpc/said?${quoted}=1`,
    `/${quoted}`,
  ]
  for (const path of paths) await ask(path)
  await ask('/harbors?columns=id', {
    method: 'POST',
    body: `{"id": 1, "x": "${evil}"}`,
    headers: { prefer: `timezone=${evil}` },
  })
  expect(await body('/ships?select=id')).toHaveLength(4)
})

test('definitions of hundreds of tables are read in less than a second, and changes are seen', async () => {
  const more = Array.from(
    { length: 500 },
    (_, at) => `create table t${at} (id int primary key, up int references harbors, a text, b int, c jsonb);`,
  )
  await harbor.database.sql(more.join('\n'))
  const own = make({ lookEveryMs: 0 })
  const began = performance.now()
  await own.reload()
  console.log(`500 tables read in ${Math.round(performance.now() - began)} ms`)
  expect((await ask('/t499?select=id,harbors(id)', { by: own })).body).toEqual([])
  await harbor.database.sql('create table brand_new (id int primary key, t int references t1)')
  expect((await ask('/brand_new?select=id,t1(id)', { by: own })).body).toEqual([])
})
