import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Harbor } from './harbor.ts'
import { LIBRARY } from './library.ts'

// What the client library makes of its methods, answered as it means them.

const harbor = new Harbor()
const caller = () => ({ role: harbor.database.admin, claims: {}, authenticated: true })
// biome-ignore lint/suspicious/noExplicitAny: without a generated type of the database, its rows may be anything.
const db = new PostgrestClient<any, { PostgrestVersion: '14.1' }>('http://x', {
  fetch: (input, init) => harbor.rest.handle(new Request(input, init), caller(), new URL(String(input)).pathname),
})

beforeAll(async () => {
  await harbor.open()
  await harbor.database.sql(LIBRARY)
  await harbor.database.sql(`
    create function picked(ids int[]) returns setof int language sql immutable as 'select unnest(ids)';
    create table odd ("my col" int primary key, "a.b" text, "c:d" text, "e,f" text, "g(h)" text, ünï text);
    insert into odd values (1, 'ab', 'cd', 'ef', 'gh', 'x'), (2, null, null, null, null, null);
    create table kinds (flag bool, big bigint, txt text, jb jsonb, ts timestamptz, took interval);
    insert into kinds values (true, 9007199254740993, 'a%b_c*d', '{"a": [1, {"b": "c"}]}', '2024-02-29 12:00Z', '1 day'), (false, -1, null, null, null, null);
    create table self (id int primary key, up int references self); insert into self values (1, null), (2, 1), (3, 1), (4, 2)`)
  await harbor.rest.reload()
})
afterAll(() => harbor.dispose())

const books = () => db.from('books').select('id').order('id')

test.for([
  ['notIn', () => books().notIn('id', [1, 2]), [3, 4]],
  ['in, with what has to be quoted', () => books().in('title', ['Sea', 'a,b', 'c(d)']), [1]],
  ['in, of nothing', () => books().in('title', []), []],
  ['in, with words of SQL', () => books().in('title', ['null', 'Sea']), [1]],
  ['match', () => books().match({ year: 2001, title: 'Sun' }), [3]],
  ['eq with null, which nothing is', () => books().eq('title', null), []],
  ['isDistinct', () => books().isDistinct('year', 2001), [2, 4]],
  ['likeAllOf', () => books().likeAllOf('title', ['S%', '%a%']), [1, 4]],
  ['ilikeAnyOf', () => books().ilikeAnyOf('title', ['se%', 'SK%']), [1, 2]],
  ['regexIMatch', () => books().regexIMatch('title', '^s[eu]'), [1, 3]],
  ['rangeGte', () => books().rangeGte('pages', '[50,60)'), [2, 3]],
  ['rangeAdjacent', () => books().rangeAdjacent('pages', '[100,150)'), [1]],
  ['overlaps, of ranges', () => books().overlaps('pages', '[90,250)'), [1, 3]],
  ['overlaps, of lists', () => books().overlaps('keywords', ['c', 'z']), [2]],
  ['contains, of objects', () => books().contains('data', { k: { n: 1 } }), [1]],
  ['containedBy, of lists', () => books().containedBy('keywords', ['a', 'b', 'c']), [1, 2, 3]],
  [
    'or, of what belongs to rows by another name',
    () => db.from('books').select('id, w:authors!author_id!inner(first)').or('first.eq.Bo', { referencedTable: 'w' }),
    [3],
  ],
  [
    'order, by what belongs to rows',
    () =>
      db
        .from('books')
        .select('id, authors!author_id(first)')
        .order('authors(first)', { ascending: false, nullsFirst: false })
        .order('id'),
    [3, 1, 2, 4],
  ],
] as const)('%s', async ([, ask, wanted]) => {
  const { data, error } = await ask()
  expect(error).toBeNull()
  expect(data?.map(({ id }: { id: number }) => id)).toEqual(wanted)
})

test.for([
  ['plain', 'good fish', [1]],
  ['phrase', 'good fish', [1]],
  ['websearch', '"good fish" or dull', [1, 2]],
  [undefined, "'good' & 'fish'", [1]],
] as const)('a search by %s', async ([type, text, wanted]) => {
  const { data } = await db
    .from('reviews')
    .select('id')
    .textSearch('body', text, { config: 'english', ...(type && { type }) })
    .order('id')
  expect(data?.map(({ id }: { id: number }) => id)).toEqual(wanted)
})

test.for([
  [
    'names that need quotes',
    () => db.from('odd').select('"my col","e,f","g(h)","c:d",ünï').eq('"a.b"', 'ab').eq('my col', 1),
    [{ 'my col': 1, 'e,f': 'ef', 'g(h)': 'gh', 'c:d': 'cd', ünï: 'x' }],
  ],
  [
    'or, with names that need quotes',
    () => db.from('odd').select('"my col"').or('"a.b".eq.ab,"my col".eq.2').order('"my col"'),
    [{ 'my col': 1 }, { 'my col': 2 }],
  ],
  [
    'numbers beyond those of JavaScript',
    () => db.from('kinds').select('big::text').eq('big', '9007199254740993'),
    [{ big: '9007199254740993' }],
  ],
  ['wildcards that mean themselves', () => db.from('kinds').select('flag').like('txt', 'a\\%b\\_c%'), [{ flag: true }]],
  [
    'a moment with a plus in it',
    () => db.from('kinds').select('took').eq('ts', '2024-02-29T13:00:00+01:00'),
    [{ took: '1 day' }],
  ],
  [
    'places in JSON counted from the end',
    () => db.from('kinds').select('x:jb->a->-1->>b').is('flag', true),
    [{ x: 'c' }],
  ],
  [
    'a table that refers to itself, both ways',
    () => db.from('self').select('id,up(id,up(id)),kids:self!up(id)').eq('id', 2),
    [{ id: 2, up: { id: 1, up: null }, kids: [{ id: 4 }] }],
  ],
  [
    'a select over several lines',
    () => db.from('books').select(`\n  id,\n  authors!author_id (\n    first\n  )`).eq('id', 1),
    [{ id: 1, authors: { first: 'Ana' } }],
  ],
  ['stripNulls', () => db.from('books').select('id,price').eq('id', 3).stripNulls(), [{ id: 3 }]],
  [
    'rows whose columns differ',
    () =>
      db
        .from('marks')
        .insert([{ a: 1 }, { b: 'x' }])
        .select(),
    [
      { a: 1, b: null },
      { a: null, b: 'x' },
    ],
  ],
  [
    'the same with defaults',
    () =>
      db
        .from('marks')
        .insert([{ a: 1 }, { b: 'x' }], { defaultToNull: false })
        .select(),
    [
      { a: 1, b: 'none' },
      { a: 7, b: 'x' },
    ],
  ],
  [
    'upsert that passes over what is there',
    () =>
      db
        .from('genres')
        .upsert(
          [
            { id: 1, name: 'q' },
            { id: 7, name: 's' },
          ],
          { ignoreDuplicates: true },
        )
        .select(),
    [{ id: 7, name: 's' }],
  ],
  ['a function with a list, by GET', () => db.rpc('picked', { ids: [1, 2] }, { get: true }), [1, 2]],
  [
    'a function’s rows, filtered and ordered',
    () => db.rpc('listed', { lowest: 2 }).select('id').neq('id', 3).order('id', { ascending: false }),
    [{ id: 4 }, { id: 2 }],
  ],
] as const)('%s', async ([, ask, wanted]) => {
  const { data, error } = await ask()
  expect(error).toBeNull()
  expect(data).toEqual(wanted)
})

test('one row, or none, or too many', async () => {
  const one = (id: number) => db.from('books').select('id').gte('id', id)
  expect(await one(4).maybeSingle()).toMatchObject({ status: 200, data: { id: 4 } })
  expect(await one(9).maybeSingle()).toMatchObject({ status: 200, data: null, error: null })
  expect(await one(1).maybeSingle()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
  expect(await one(9).single()).toMatchObject({ status: 406, error: { details: 'The result contains 0 rows' } })
  const none = await db.from('marks').update({ a: 3 }).eq('a', 999).select().maybeSingle()
  expect(none).toMatchObject({ status: 200, data: null, error: null })
})

test('counts without rows, plans, CSV, and limits to what a change may touch', async () => {
  expect(
    await books()
      .limit(1)
      .then(({ status, data }) => [status, data]),
  ).toEqual([200, [{ id: 1 }]])
  const counted = await db.from('books').select('id, genres!inner()', { count: 'exact', head: true })
  expect([counted.status, counted.count, counted.data]).toEqual([200, 2, null])
  const past = await db.from('books').select('id', { count: 'exact' }).range(10, 12)
  expect([past.status, past.error?.code]).toEqual([416, 'PGRST103'])
  expect((await db.from('books').select('id,title').eq('id', 4).csv()).data).toBe('id,title\n4,"Soil, ""dark"" (v. 2)"')
  const plan = await db.from('books').select('id').explain({ analyze: true, verbose: true, format: 'json' })
  expect(plan.data).toEqual([expect.objectContaining({ Plan: expect.anything() })])
  const many = await db.from('books').update({ year: 1 }).gt('id', 0).maxAffected(1)
  expect([many.status, many.error?.code]).toEqual([400, 'PGRST124'])
})

test('a path with a slash at its end, or two at its beginning, is none', async () => {
  for (const path of ['/books/', '//books', '/rpc/years/', '/rpc/'])
    expect([(await harbor.ask(path)).status, (await harbor.body(path)).code], path).toEqual([404, 'PGRST125'])
})
