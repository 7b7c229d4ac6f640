import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Harbor, type Init } from './harbor.ts'
import { LIBRARY } from './library.ts'

// What the documentation of the protocol promises of writes, functions, forms and definitions that change.

const harbor = new Harbor()
const { ask, body, make } = harbor
beforeAll(async () => {
  await harbor.open()
  await harbor.database.sql(LIBRARY)
  await harbor.rest.reload()
})
afterAll(() => harbor.dispose())

const json = { 'content-type': 'application/json' }
const send = (method: string, path: string, sent: unknown, prefer = 'return=representation', more: Init = {}) =>
  ask(path, { method, body: sent, ...more, headers: { ...json, prefer, ...more.headers } })

describe('writes', () => {
  test('rows of defaults, as many as there are', async () => {
    expect((await send('POST', '/marks', [{}, {}])).body).toEqual([
      { a: 7, b: 'none' },
      { a: 7, b: 'none' },
    ])
    expect((await send('POST', '/marks', {})).body).toEqual([{ a: 7, b: 'none' }])
    expect((await send('POST', '/marks', [])).body).toEqual([])
    expect((await send('PATCH', '/marks', {})).body).toEqual([])
    expect((await send('POST', '/marks', [{ a: 1 }, { b: 'x' }])).body.code).toBe('PGRST102')
    expect(
      (await send('POST', '/marks?columns=a,b', [{ a: 1 }, { b: 'x' }], 'return=representation, missing=default')).body,
    ).toEqual([
      { a: 1, b: 'none' },
      { a: 7, b: 'x' },
    ])
    expect((await send('POST', '/marks?columns=b', [{ a: 1, b: 'y', c: 2 }])).body).toEqual([{ a: 7, b: 'y' }])
  })

  test('columns are chosen from JSON, which Postgres reads; other bodies say what they have', async () => {
    expect((await send('POST', '/marks?columns=a', '{"a": ')).body).toMatchObject({ code: '22P02' })
    expect((await send('POST', '/marks?columns=nothing', { a: 1 })).body.code).toBe('PGRST204')
    const csv = await send('POST', '/marks?columns=a', 'a,b\n1,NULL\n2,"x, y"', 'return=representation', {
      headers: { 'content-type': 'text/csv' },
    })
    expect(csv.body).toEqual([
      { a: 1, b: null },
      { a: 2, b: 'x, y' },
    ])
    const uneven = await send('POST', '/marks', 'a,b\n1', '', { headers: { 'content-type': 'text/csv' } })
    expect(uneven.body).toMatchObject({ code: 'PGRST102', message: 'All lines must have same number of fields' })
    const form = await send('POST', '/marks', 'a=3&b=%C3%BC', 'return=representation', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.body).toEqual([{ a: 3, b: 'ü' }])
    const odd = await send('POST', '/marks', 'x', '', { headers: { 'content-type': 'text/plain' } })
    expect(odd.body).toMatchObject({ code: 'PGRST102', message: 'Content-Type not acceptable: text/plain' })
  })

  test('the place of a new row is told when there is one', async () => {
    const one = await send('POST', '/reviews', { body: 'x' }, 'return=headers-only')
    expect(one.headers.get('location')).toMatch(/^\/reviews\?id=eq\.\d+$/)
    const two = await send('POST', '/reviews', [{ body: 'x' }, { body: 'y' }], 'return=headers-only')
    expect([two.status, two.headers.get('location')]).toEqual([201, null])
    expect((await send('POST', '/marks', { a: 1 }, 'return=headers-only')).headers.get('location')).toBeNull()
  })

  test('conflicts are merged or passed over, by the key or by other columns', async () => {
    const genre = { id: 1, name: 'new' }
    expect((await send('POST', '/genres', genre, '')).body).toMatchObject({ code: '23505' })
    expect((await send('POST', '/genres', genre, '')).status).toBe(409)
    const merged = await send('POST', '/genres', genre, 'resolution=merge-duplicates, return=representation')
    expect([merged.status, merged.body]).toEqual([200, [genre]])
    const passed = await send(
      'POST',
      '/genres',
      [genre, { id: 9, name: 'z' }],
      'resolution=ignore-duplicates, return=representation',
    )
    expect(passed.body).toEqual([{ id: 9, name: 'z' }])
    const odd = await send('POST', '/genres?on_conflict=name', genre, 'resolution=merge-duplicates')
    expect(odd.body).toMatchObject({ code: '42P10' })
  })

  test('what comes back is shaped, ordered and embedded into', async () => {
    const changed = await send(
      'PATCH',
      '/books?year=eq.2001&select=id,loud,author_id(first),genres(name)&order=id.desc',
      {
        title: 'Same',
      },
    )
    expect(changed.body).toMatchObject([
      { id: 3, loud: 'SAME', author_id: { first: 'Bo' }, genres: [] },
      { id: 1, loud: 'SAME', author_id: { first: 'Ana' }, genres: [{ name: 'x' }, { name: 'y' }] },
    ])
    const gone = await send('DELETE', '/reviews?stars=lt.5&select=id,books(title)', undefined)
    expect(gone.body).toEqual([
      { id: 2, books: { title: 'Sea' } },
      { id: 3, books: { title: 'Sky' } },
    ])
    const cover = await send('POST', '/covers', { id: 2, tone: '#00000a' })
    expect(cover.body).toEqual([{ id: 2, tone: '#00000a' }])
    expect((await send('PATCH', '/cheap?id=eq.4&select=price', { price: 3 })).body).toEqual([{ price: 3 }])
    const none = await send('PATCH', '/books?id=eq.99', { year: 1 }, 'count=exact')
    expect([none.status, none.headers.get('content-range')]).toEqual([204, '*/0'])
  })

  test('preferences that say nothing are passed over, or refused when asked to be strict', async () => {
    expect((await send('PATCH', '/marks', { a: 1 }, 'handling=strict, max-affected=x')).status).toBe(204)
    const refused = await send('PATCH', '/marks', { a: 1 }, 'handling=strict, return=all, wonder')
    expect(refused.body).toMatchObject({ code: 'PGRST122', details: 'Invalid preferences: return=all, wonder' })
    const zone = await body('/books?select=added&id=eq.1', { headers: { prefer: 'timezone=Asia/Kolkata' } })
    expect(zone).toEqual([{ added: '2026-02-03T09:35:00+05:30' }])
  })
})

describe('functions', () => {
  const post = (name: string, sent: unknown, headers: Record<string, string> = json) =>
    ask(`/rpc/${name}`, { method: 'POST', body: sent, headers })

  test('give scalars, rows, one row and nothing', async () => {
    expect(await body('/rpc/years')).toEqual([1999, 2001, 2010])
    expect(await body('/rpc/listed?select=title&id=gt.1&order=id.desc&limit=1')).toEqual([
      { title: 'Soil, "dark" (v. 2)' },
    ])
    expect(await body('/rpc/newest?select=id,reviews(id)')).toEqual({ id: 4, reviews: [] })
    const nothing = await post('nothing', {})
    expect([nothing.status, nothing.text]).toEqual([204, ''])
    expect((await post('shout', { words: null })).body).toBeNull()
    expect((await post('code', { c: 'abc', bits: '101' })).body).toBe('abc/101')
    expect(await body('/rpc/code?c=abc&bits=101')).toBe('abc/101')
    const form = await post('shout', 'words=a+b', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(form.body).toBe('A B')
  })

  test('take a body whole, by its type', async () => {
    expect((await post('unnamed', 'hé', { 'content-type': 'text/plain' })).body).toBe('Hé')
    expect((await post('unnamed', { a: 1, b: 2 })).body).toBe(2)
    expect((await post('unnamed', 'x', { 'content-type': 'application/octet-stream' })).body).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.unnamed in the schema cache',
      details:
        'Searched for the function public.unnamed with a single unnamed bytea parameter, but no matches were found in the schema cache.',
    })
    expect((await post('odd', {})).body.code).toBe('PGRST202')
    expect((await post('listed', 'text', { 'content-type': 'text/plain' })).body).toHaveLength(4)
    expect((await body('/rpc/years?id=gt.1')).message).toBe('column years.id does not exist')
    expect((await body('/rpc/newest?nothing=eq.1')).message).toBe('column books.nothing does not exist')
  })

  test('are found by names in any order, and told apart from what is not there', async () => {
    expect((await post('listed', { title: 1, lowest: 2 })).body).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.listed(lowest, title) in the schema cache',
    })
    expect((await ask('/rpc/clock')).body).toBe(1)
    expect((await ask('/rpc/listed?lowest=1', { method: 'OPTIONS' })).headers.get('allow')).toBe(
      'OPTIONS,GET,HEAD,POST',
    )
    expect((await ask('/rpc/clock', { method: 'OPTIONS' })).headers.get('allow')).toBe('OPTIONS,POST')
    expect((await ask('/rpc/nowhere', { method: 'OPTIONS' })).body.code).toBe('PGRST202')
    expect((await ask('/rpc/clock', { method: 'DELETE' })).body.code).toBe('PGRST101')
  })

  test('refuse with a status, a reason and headers of their own', async () => {
    const caller = { role: harbor.database.admin, claims: {}, authenticated: true }
    const raw = (name: string) =>
      harbor.rest.handle(new Request(`http://x/rpc/${name}`, { method: 'POST', body: '{}', headers: json }), caller)
    const pay = await raw('pay')
    expect([pay.status, pay.statusText, await pay.json()]).toEqual([
      402,
      'Pay first',
      { code: 'PT402', message: 'Pay first', details: 'It is due', hint: 'At the desk' },
    ])
    const raised = await raw('raised')
    expect([raised.status, raised.statusText, raised.headers.get('x-until'), await raised.json()]).toEqual([
      418,
      'Closed here',
      'tomorrow',
      { code: 'L-1', message: 'Closed', details: 'Since noon', hint: 'Come back' },
    ])
  })
})

describe('forms', () => {
  const accept = (path: string, type: string) => ask(path, { headers: { accept: type } })

  test('made by the database itself', async () => {
    const titles = await accept('/books?order=id&limit=2', 'text/x-titles')
    expect([titles.headers.get('content-type'), titles.text]).toEqual(['text/x-titles', 'Sea\nSky\n'])
    expect((await accept('/books?select=id', 'text/x-titles')).body).toMatchObject({
      code: 'PGRST107',
      message: 'None of these media types are available: text/x-titles',
    })
    expect((await accept('/authors', 'text/x-titles')).status).toBe(406)
    const dot = await accept('/rpc/dot', 'image/x-dot')
    expect([dot.headers.get('content-type'), dot.status]).toEqual(['image/x-dot', 200])
    expect((await accept('/rpc/dot', 'application/json')).status).toBe(406)
  })

  test('one object, no nulls, CSV, and the first of several that there is', async () => {
    expect(
      (await accept('/books?id=eq.3&select=id,price', 'application/vnd.pgrst.object+json;nulls=stripped')).body,
    ).toEqual({ id: 3 })
    expect((await accept('/books?select=id', 'application/vnd.pgrst.object+json')).body).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 4 rows',
    })
    expect((await accept('/books?select=id,title&id=lt.3&order=id', 'text/csv')).text).toBe('id,title\n1,Sea\n2,Sky')
    expect(
      (await accept('/books?select=id&id=eq.1', 'image/png, text/csv;q=0.5, application/json;q=0.9')).body,
    ).toEqual([{ id: 1 }])
    expect((await accept('/rpc/years', 'application/vnd.pgrst.object+json')).body.code).toBe('PGRST116')
    const plan = await accept('/books', 'application/vnd.pgrst.plan+text; for="text/csv"; options=verbose')
    expect(plan.headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+text; for="text/csv"; options=verbose; charset=utf-8',
    )
    expect(plan.text).toContain('Output:')
  })
})

test('definitions that change are seen: a role’s limits, triggers of views, a key', async () => {
  const own = make({ lookEveryMs: 0, tx: 'commit' })
  const writer = (path: string) => body(path, { as: 'writer', by: own })
  expect(await writer('/rpc/setting?name=statement_timeout')).toBe('7s')
  await harbor.database.sql(`alter role writer set statement_timeout = '6s'`)
  // The look that finds it goes on beside the request that caused it.
  await expect.poll(() => writer('/rpc/setting?name=statement_timeout')).toBe('6s')
  expect((await body('/marks?select=b,genres(name)', { by: own })).code).toBe('PGRST200')
  await harbor.database.sql('alter table marks add foreign key (a) references genres')
  expect(await body('/marks?select=b,genres(name)', { by: own })).toEqual([{ b: 'one', genres: { name: 'x' } }])
  await harbor.database.sql('alter table marks drop constraint marks_a_fkey')
  await expect.poll(async () => (await body('/marks?select=b,genres(name)', { by: own })).code).toBe('PGRST200')
})
