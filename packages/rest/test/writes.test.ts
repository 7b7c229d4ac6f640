import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Harbor, type Init } from './harbor.ts'

// What writes do, what they give back, and when they are undone.

const harbor = new Harbor()
const { ask, body, make } = harbor
beforeAll(() => harbor.open())
afterAll(() => harbor.dispose())

describe('writes', () => {
  const write = (method: string, path: string, sent: unknown, prefer = 'return=representation', more: Init = {}) =>
    ask(path, { method, body: sent, headers: { prefer, 'content-type': 'application/json', ...more.headers }, ...more })

  test('one row, many, from CSV and from a form', async () => {
    expect((await write('POST', '/harbors?select=name', { id: 9, name: 'Rio' })).body).toEqual([{ name: 'Rio' }])
    expect(
      (
        await write('POST', '/harbors', [
          { id: 8, name: 'A' },
          { id: 9, name: 'B' },
        ])
      ).body,
    ).toHaveLength(2)
    const csv = await ask('/harbors', {
      method: 'POST',
      body: 'id,name\n7,"a ""b"", c"',
      headers: { 'content-type': 'text/csv', prefer: 'return=representation' },
    })
    expect(csv.body).toEqual([{ id: 7, name: 'a "b", c' }])
    const form = await ask('/harbors', {
      method: 'POST',
      body: 'id=6&name=x+y',
      headers: { 'content-type': 'application/x-www-form-urlencoded', prefer: 'return=representation' },
    })
    expect(form.body).toEqual([{ id: 6, name: 'x y' }])
    expect(
      (await write('POST', '/logs?columns=line', [{ line: 'a', other: 1 }], 'return=representation, missing=default'))
        .body,
    ).toMatchObject([{ line: 'a', at: '2026-01-01T12:00:00+00:00' }])
    expect(
      (await write('POST', '/logs?columns=id,line', { line: 'a' }, 'return=representation, missing=default')).body[0]
        .id,
    ).toBeGreaterThan(0)
  })

  test('with embeds, computed columns and order in what comes back', async () => {
    const answer = await write(
      'PATCH',
      '/ships?harbor_id=eq.1&select=id,crew,harbors(name),home(name),pilots(id)&order=id.desc',
      { tons: 1 },
    )
    expect(answer.body, answer.text).toEqual([
      { id: 2, crew: 20, harbors: { name: 'Bergen' }, home: { name: 'Bergen' }, pilots: [{ id: 1 }] },
      { id: 1, crew: 10, harbors: { name: 'Bergen' }, home: { name: 'Bergen' }, pilots: [{ id: 1 }, { id: 2 }] },
    ])
  })

  test('PUT replaces one row by its whole key', async () => {
    expect((await write('PUT', '/keyed?a=eq.1&b=eq.x', { a: 1, b: 'x', v: 'z' })).body).toEqual([
      { a: 1, b: 'x', v: 'z' },
    ])
    expect((await write('PUT', '/keyed?a=eq.2&b=eq.y', { a: 2, b: 'y', v: 'z' }, 'return=minimal')).status).toBe(201)
    for (const path of [
      '/keyed?a=eq.1',
      '/keyed?a=eq.1&b=neq.x',
      '/keyed',
      '/keyed?a=eq.1&b=eq.x&v=eq.old',
      '/keyed?a=eq.1&b=eq.x&or=(a.eq.1,a.eq.2)',
    ])
      expect((await write('PUT', path, { a: 1, b: 'x' })).body.code, path).toBe('PGRST105')
    expect((await write('PUT', '/keyed?a=eq.1&b=eq.x', { a: 1, b: 'other' })).body.code).toBe('PGRST115')
  })

  test('upserts tell whether a row is new', async () => {
    const merge = 'resolution=merge-duplicates'
    expect((await write('POST', '/keyed', { a: 1, b: 'x', v: 'n' }, merge)).status).toBe(200)
    const some = await write(
      'POST',
      '/keyed',
      [
        { a: 1, b: 'x', v: 'n' },
        { a: 5, b: 'x', v: 'n' },
      ],
      merge,
    )
    expect([some.status, some.headers.get('preference-applied')]).toEqual([201, merge])
  })

  test('headers only name the place of the new row', async () => {
    const answer = await write('POST', '/keyed', { a: 3, b: 'ü &', v: 'n' }, 'return=headers-only')
    expect([answer.status, answer.headers.get('location'), answer.text]).toEqual([
      201,
      '/keyed?a=eq.3&b=eq.%C3%BC%20%26',
      '',
    ])
  })

  test('never affect more rows than is said with strict handling', async () => {
    const strict = 'handling=strict, max-affected=1'
    expect((await write('PATCH', '/ships?id=lt.3', { tons: 1 }, strict)).body.code).toBe('PGRST124')
    expect((await write('PATCH', '/ships?id=lt.2', { tons: 1 }, strict)).status).toBe(204)
    expect((await write('POST', '/rpc/pair', {}, strict)).body.code).toBe('PGRST128')
    expect((await write('PATCH', '/ships?id=lt.3', { tons: 1 }, 'handling=strict, nonsense')).body.details).toBe(
      'Invalid preferences: nonsense',
    )
  })

  test('a role that may only write is not asked to read', async () => {
    expect((await write('POST', '/logs', { line: 'x' }, 'return=minimal', { as: 'reader' })).status).toBe(201)
    const refused = await write('POST', '/logs', { line: 'x' }, 'return=representation', { as: 'reader' })
    expect([refused.status, refused.body.code, refused.headers.get('www-authenticate')]).toEqual([
      401,
      '42501',
      'Bearer',
    ])
  })

  test('are undone when the answer is refused, and hold otherwise', async () => {
    const real = make({ tx: 'commit' })
    const headers = {
      accept: 'application/vnd.pgrst.object+json',
      prefer: 'return=representation',
      'content-type': 'application/json',
    }
    const refused = await ask('/logs', { method: 'POST', by: real, headers, body: [{ line: 'a' }, { line: 'b' }] })
    expect([refused.status, refused.body.code]).toEqual([406, 'PGRST116'])
    expect(await body('/logs?select=line')).toEqual([{ line: 'one' }])
    await ask('/logs?id=eq.1', {
      method: 'PATCH',
      by: real,
      headers: { 'content-type': 'application/json' },
      body: { line: 'two' },
    })
    expect(await body('/logs?select=line')).toEqual([{ line: 'two' }])
    expect((await ask('/rpc/touch_ships', { method: 'POST', by: real, headers, body: { lowest: 1 } })).body.code).toBe(
      'PGRST116',
    )
    expect(await body('/ships?select=id')).toHaveLength(4)
  })

  test.for([
    ['POST', '/harbors', '{', 'PGRST102', 'Empty or invalid json'],
    ['POST', '/harbors', [{ id: 1 }, { name: 'x' }], 'PGRST102', 'All object keys must match'],
    [
      'POST',
      '/harbors',
      { nothing: 1 },
      'PGRST204',
      "Could not find the 'nothing' column of 'harbors' in the schema cache",
    ],
    ['PATCH', '/harbors?id=eq.1', { id: 'x' }, '22P02', 'invalid input syntax for type integer: "x"'],
  ] as const)('%s %s %j is refused', async ([method, path, sent, code, message]) => {
    expect((await write(method, path, sent)).body).toMatchObject({ code, message })
  })
})
