import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Harbor } from './harbor.ts'
import { LIBRARY } from './library.ts'

// Corners of the protocol that no other file looks into: odd names and types, functions of every shape, embeds that
// meet themselves, and what is refused with which code.

const harbor = new Harbor()
const { ask, body } = harbor

const CORNERS = `
  create type spot as (x int, y int);
  create function norm(p spot) returns int language sql immutable as 'select p.x + p.y';
  create function spots(n int) returns setof spot language sql stable as 'select i, i * i from generate_series(1, n) i';
  create function spot_of() returns spot language sql stable as 'select 3, 4';
  create function no_book() returns books language sql stable as 'select * from books where false';
  create function total(nums int[]) returns int language sql immutable as 'select sum(n)::int from unnest(nums) n';
  create function pick(variadic ids int[]) returns setof books language sql stable as 'select * from books where id = any(ids) order by id';
  create function mixed(a int, variadic rest text[]) returns text language sql immutable as $$ select a || ':' || array_to_string(rest, ',') $$;
  create function taken(data json) returns json language sql immutable as 'select data';
  create function outs(out a int, out b text) returns setof record language sql immutable as $$ values (1, 'x'), (2, 'y') $$;
  create function inout_one(inout a int) language sql immutable as 'select a + 1';
  create function list() returns int[] language sql immutable as $$ select '{1,2}'::int[] $$;
  create function objects() returns setof json language sql stable as $$ values ('{"a":1}'::json), ('{"a":2}'::json) $$;
  create function no_rows() returns setof int language sql stable as 'select 1 where false';
  create function divided(a int, b int) returns int language sql immutable as 'select a / b';
  create function "Odd fn"("Arg 1" int) returns int language sql immutable as 'select "Arg 1"';
  create function without_reviews(lowest int) returns setof reviews language sql volatile as 'delete from reviews where stars >= lowest returning *';
  create function best(books) returns setof reviews rows 1 language sql stable as 'select * from reviews where book_id = $1.id order by stars desc limit 1';
  create function alike(books) returns setof books language sql stable as 'select * from books where year = $1.year and id <> $1.id';
  create table "Odd table" ("Id" int primary key, "Full Name" text, "a.b" text, "c,d" text, "é" text, "select" text);
  insert into "Odd table" values (1, 'A B', 'dot', 'comma', 'acc', 'word'), (2, 'C "D"', null, E'x\\\\y', null, null);
  create table typed (id int primary key generated always as identity, b boolean, j jsonb, n numeric, at timestamptz, ip inet, bits bit(3), raw bytea, words text[], span tstzrange);
  insert into typed (b, j, n, at, ip, bits, raw, words, span) values (true, '{"a":{"b":[10,20]},"1":"one","k.y":5,"s p":6,"n":null,"t":"txt"}', 1.50,
    '2026-01-02T03:04:05+00', '10.0.0.1/24', '101', '\\x00ff', '{a,"b c"}', '[2026-01-01,2026-02-01)'), (false, '[1,{"z":2}]', null, null, null, null, null, null, null);
  create table doubled (id int primary key, twice int generated always as (id * 2) stored, note text not null);
  create table parts (id int, region text, primary key (id, region)) partition by list (region);
  create table parts_eu partition of parts for values in ('eu');
  create view written as select a.id as aid, a.first, b.id as bid from authors a join books b on b.author_id = a.id;
  create materialized view shelf as select id, title, author_id from books;
  create table tree (id int primary key, parent int references tree, name text);
  insert into tree values (1, null, 'root'), (2, 1, 'kid'), (3, 1, 'twin'), (4, 2, 'grandkid')`

beforeAll(async () => {
  await harbor.open()
  await harbor.database.sql(LIBRARY)
  await harbor.database.sql(CORNERS)
  await harbor.rest.reload()
})
afterAll(() => harbor.dispose())

const json = { 'content-type': 'application/json' }
const send = (method: string, path: string, sent: unknown, prefer = '', headers: Record<string, string> = {}) =>
  ask(path, { method, body: sent, headers: { ...json, prefer, ...headers } })
const ids = async (path: string) => {
  const rows = await body(path)
  return Array.isArray(rows) ? rows.map((row: { id?: number; Id?: number }) => row.id ?? row.Id) : rows
}

test.for([
  ['/books?id=not.gt(all).{1,2}', [1, 2]],
  ['/books?id=not.is.not_null', []],
  ['/books?title=like(all).{S*,*y}', [2]],
  ['/books?title=not.like(any).{Se*}', [2, 3, 4]],
  ['/books?title=in.("a","b)","c,")', []],
  ['/books?title=not.in.()', [1, 2, 3, 4]],
  ['/books?title=like.*"dark"*', [4]],
  ['/books?title=eq."Sea"', []],
  ['/books?keywords=eq.{a,b}', [1]],
  ['/books?or=( id.eq.1 , id.eq.2 )', [1, 2]],
  ['/books?or=(id.eq.1,and(id.gt.2,id.lt.4),not.and(id.gt.0))', [1, 3]],
  ['/books?not.and=(id.eq.1,year.eq.2001)', [2, 3, 4]],
  ['/books?or=(id.eq.1)&or=(year.eq.2001)', [1]],
  ['/books?or=(title.fts(english).sea,title.plfts.sky)', [1, 2]],
  ['/typed?b=not.is.true', [2]],
  ['/typed?ip=sl.10.0.0.0/8', [1]],
  ['/typed?span=ov.[2026-01-31,2026-03-01)', [1]],
  ['/typed?at=eq.2026-01-02T03:04:05%2B00:00', [1]],
  ['/typed?raw=eq.\\x00ff', [1]],
  ['/typed?j->a=cs.{"b":[20]}', [1]],
  ['/typed?j->a->b->0=gt.9', [1]],
  ['/typed?j->>n=is.null', [1, 2]],
  ['/typed?j->n=is.null', [2]],
  ['/typed?j->"k.y"=eq.5', [1]],
  ['/typed?j->>t=in.(txt,"other")', [1]],
  ['/typed?or=(j->>t.eq.txt,j->0.eq.1)', [1, 2]],
  ['/typed?words->0=eq."a"', [1]],
] as const)('%s finds', async ([path, wanted]) => {
  expect(await ids(`${path}&select=id&order=id`)).toEqual(wanted)
})

test('names of every kind', async () => {
  const odd = '/Odd%20table?select=Id&order=Id'
  expect(await body('/Odd%20table?select="Full Name","a.b","c,d",é,select,"x y":Id&Id=eq.1')).toEqual([
    { 'Full Name': 'A B', 'a.b': 'dot', 'c,d': 'comma', é: 'acc', select: 'word', 'x y': 1 },
  ])
  expect(await ids(`${odd}&"a.b"=eq.dot`)).toEqual([1])
  expect(await ids(`${odd}&or=("a.b".eq.dot,"Full Name".eq."C \\"D\\"")`)).toEqual([1, 2])
  expect(await ids(`${odd}&Full Name=in.("C \\"D\\"")`)).toEqual([2])
  expect(await ids(`${odd}&"c,d"=in.("x\\\\y")`)).toEqual([2])
  const made = await send('POST', '/Odd%20table?columns=Id,"Full Name"', { Id: 9 }, 'return=headers-only')
  expect(made.headers.get('location')).toBe('/Odd%20table?Id=eq.9')
  expect(await body('/rpc/Odd%20fn?Arg%201=3')).toBe(3)
})

test.for([
  ['/typed?select=j->a->b->>0,j->>"k.y",j->>s p,j->"1"', { b: '10', 'k.y': '5', 's p': '6', '1': 'one' }],
  ['/typed?select=last:j->a->b->-1::int,first:j->a->b->>0::int', { last: 20, first: 10 }],
  ['/typed?select=n::int,b::int,words->>1,at::date', { n: 2, b: 1, words: 'b c', at: '2026-01-02' }],
  ['/typed?select=at::timestamp without time zone,words::text[]', { at: '2026-01-02T03:04:05', words: ['a', 'b c'] }],
  [
    '/tree?select=name,parent(name),tree(name,tree(name))',
    {
      name: 'root',
      parent: null,
      tree: [
        { name: 'kid', tree: [{ name: 'grandkid' }] },
        { name: 'twin', tree: [] },
      ],
    },
  ],
  ['/tree?select=kids:tree!parent(id)', { kids: [{ id: 2 }, { id: 3 }] }],
  ['/books?select=alike(id),best(stars),...best(most:stars)', { alike: [{ id: 3 }], best: { stars: 5 }, most: 5 }],
  ['/shelf?select=id,authors(first)', { id: 1, authors: { first: 'Ana' } }],
  ['/books?select=a:authors!inner!author_id(first)', { a: { first: 'Ana' } }],
  [
    '/books?select=books_genres(genres(name))&books_genres.genre_id=eq.2',
    { books_genres: [{ genres: { name: 'y' } }] },
  ],
  ['/books?select=reviews(id)&reviews.not.and=(stars.gt.1,stars.lt.5)', { reviews: [{ id: 1 }] }],
  ['/books?select=reviews(count)', { reviews: [{ count: 2 }] }],
  ['/books?select=reviews(stars.sum(),most:stars.max())', { reviews: [{ sum: 8, most: 5 }] }],
  [
    '/authors?select=...books!author_id(id,...genres(name),...details(isbn))',
    { id: [1, 2], name: [['x', 'y'], ['x']], isbn: ['I1', null] },
  ],
] as const)('%s gives', async ([path, wanted]) => {
  expect((await body(`${path}&order=id&limit=1`))[0]).toEqual(wanted)
})

test.for([
  ['/books?select=data->k->n::int.sum(),price::int.max()', [{ sum: 3, max: 20 }]],
  ['/books?select=count', [{ count: 4 }]],
  [
    '/reviews?select=stars.avg()::int,...books(year)&order=books(year)',
    [
      { avg: 4, year: 1999 },
      { avg: 4, year: 2001 },
    ],
  ],
  ['/books?select=year,price.sum()&order=year&limit=1&offset=1', [{ year: 2001, sum: 10.5 }]],
  ['/books?select=id,a:author_id(first)&not.or=(a.is.null,id.eq.1)&order=id&limit=1', [{ id: 2, a: { first: 'Ana' } }]],
  ['/rpc/spots?n=3&x=gt.1&select=y&order=x.desc', [{ y: 9 }, { y: 4 }]],
  ['/rpc/spot_of?select=x', { x: 3 }],
  ['/rpc/pick?ids=1&ids=3&select=id', [{ id: 1 }, { id: 3 }]],
  ['/rpc/mixed?a=1&rest=x&rest=y', '1:x,y'],
  ['/rpc/norm?p=(1,2)', 3],
  ['/rpc/total?nums={1,2}', 3],
  ['/rpc/taken?data={"a":1}', { a: 1 }],
  ['/rpc/outs?b=eq.y', [{ a: 2, b: 'y' }]],
  ['/rpc/inout_one?a=1', { a: 2 }],
  ['/rpc/list', [1, 2]],
  ['/rpc/objects', [{ a: 1 }, { a: 2 }]],
  ['/rpc/no_rows', []],
] as const)('%s', async ([path, wanted]) => {
  expect(await body(path)).toEqual(wanted)
})

describe('refusals', () => {
  test.for([
    ['/books?id=not.is.unknown', 400, '42804', 'argument of IS UNKNOWN must be type boolean, not type integer'],
    ['/books?title=neq(any).{a}', 400, 'PGRST100', '"failed to parse filter (neq(any).{a})" (line 1, column 4)'],
    ['/books?keywords=eq(any).{{a}}', 400, '42704', 'could not find array type for data type text[]'],
    [
      '/books?or=(pages.ov.[1,10],id.eq.1)',
      400,
      'PGRST100',
      '"failed to parse logic tree ((pages.ov.[1,10],id.eq.1))" (line 1, column 18)',
    ],
    ['/books?or=(id.eq.1,)', 400, 'PGRST100', '"failed to parse logic tree ((id.eq.1,))" (line 1, column 12)'],
    ['/books?select=id&order=', 400, 'PGRST100', '"failed to parse order ()" (line 1, column 1)'],
    [
      '/books?select=a:...author_id(first)',
      400,
      'PGRST100',
      '"failed to parse select parameter (a:...author_id(first))" (line 1, column 3)',
    ],
    [
      '/books?select=price.sum()&price.sum()=gt.1',
      400,
      'PGRST100',
      '"failed to parse tree path (price.sum())" (line 1, column 10)',
    ],
    ['/books?select=title.sum()', 404, '42883', 'function sum(text) does not exist'],
    ['/books?select=id,a:author_id(first)&a=eq.x', 400, 'PGRST120', "Bad operator on the 'a' embedded resource"],
    [
      '/books?select=id&author_id.first=eq.x',
      400,
      'PGRST108',
      "'author_id' is not an embedded resource in this request",
    ],
    [
      '/books?select=id&order=author_id(first)',
      400,
      'PGRST108',
      "'author_id' is not an embedded resource in this request",
    ],
    ['/books?select=id,reviews(nothing)', 400, '42703', 'column reviews_1.nothing does not exist'],
    ['/authors?select=...books!author_id(price.sum())', 400, 'PGRST127', 'Feature not implemented'],
    [
      '/written?select=bid,books(id)',
      300,
      'PGRST201',
      "Could not embed because more than one relationship was found for 'written' and 'books'",
    ],
    ['/typed?select=n::nothing', 400, '42704', 'type "nothing" does not exist'],
    ['/typed?at=gte.never', 400, '22007', 'invalid input syntax for type timestamp with time zone: "never"'],
    ['/rpc/pick?ids={1,2}', 400, '22P02', 'invalid input syntax for type integer: "{1,2}"'],
    ['/rpc/mixed?a=1', 404, 'PGRST202', 'Could not find the function public.mixed(a) in the schema cache'],
    ['/rpc/divided?a=1&b=0', 400, '22012', 'division by zero'],
    ['/rpc/without_reviews?lowest=4', 405, '25006', 'cannot execute DELETE in a read-only transaction'],
    ['/rpc', 404, 'PGRST205', "Could not find the table 'public.rpc' in the schema cache"],
    ['/books/1', 404, 'PGRST125', 'Invalid path specified in request URL'],
  ] as const)('%s', async ([path, status, code, message]) => {
    const answer = await ask(path)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([status, code, message])
  })

  test.for([
    ['POST', '/doubled', { id: 2, twice: 3, note: '' }, '', 400, '428C9'],
    ['POST', '/doubled', { id: 3 }, '', 400, '23502'],
    ['POST', '/doubled?columns=id,nothing', { id: 3 }, '', 400, 'PGRST204'],
    ['POST', '/doubled', '{"id": 9,}', '', 400, 'PGRST102'],
    ['POST', '/doubled', '[1,2]', '', 400, 'PGRST102'],
    ['POST', '/parts', { id: 2, region: 'us' }, '', 400, '23514'],
    ['POST', '/written', { first: 'x' }, '', 500, '55000'],
    ['POST', '/genres?on_conflict=nothing', { id: 1 }, 'resolution=merge-duplicates', 400, '42703'],
    ['POST', '/genres', [{ id: 1 }, { id: 1 }], 'resolution=merge-duplicates', 500, '21000'],
    ['PUT', '/genres?id=eq.1&and=(name.eq.x)', { id: 1 }, '', 405, 'PGRST105'],
    ['PUT', '/marks?a=eq.1', { a: 1 }, '', 405, 'PGRST105'],
    ['PUT', '/genres?id=eq.1&offset=0', { id: 1 }, '', 400, 'PGRST114'],
    ['PATCH', '/typed?id=eq.1', { id: 5 }, '', 400, '428C9'],
    ['DELETE', '/books?id=eq.1', undefined, '', 409, '23503'],
    ['DELETE', '/reviews', undefined, 'handling=strict, max-affected=1', 400, 'PGRST124'],
    ['POST', '/rpc/without_reviews', { lowest: 4 }, 'handling=strict, max-affected=1', 400, 'PGRST124'],
    ['POST', '/rpc/total', { nums: [1] }, 'handling=strict, max-affected=1', 400, 'PGRST128'],
    ['POST', '/rpc/taken', [1, 2], '', 404, 'PGRST202'],
    ['POST', '/rpc/total', 'nums=1', '', 400, 'PGRST102'],
    ['POST', '/', {}, '', 405, 'PGRST117'],
  ] as const)('%s %s %j', async ([method, path, sent, prefer, status, code]) => {
    const answer = await send(method, path, sent, prefer)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })
})

test('forms that a function’s rows and an empty answer have', async () => {
  const as = async (path: string, accept: string) => {
    const { status, text } = await ask(path, { headers: { accept } })
    return [status, text]
  }
  const single = 'application/vnd.pgrst.object+json'
  expect(await as('/rpc/spot_of', single)).toEqual([200, '{"x":3,"y":4}'])
  expect(await as('/rpc/spots?n=1', single)).toEqual([200, '{"x":1,"y":1}'])
  expect((await as('/rpc/no_rows', single))[0]).toBe(406)
  expect(await as('/rpc/spots?n=2', 'text/csv')).toEqual([200, 'x,y\n1,1\n2,4'])
  expect(await as('/books?id=gt.100', 'text/csv')).toEqual([200, '\n'])
  expect(await as('/rpc/shout?words=a', 'text/plain')).toEqual([200, 'A'])
  expect((await as('/books', 'application/geo+json'))[0]).toBe(406)
  expect((await body('/rpc/no_book')).id).toBeNull()
  const plan = { accept: 'application/vnd.pgrst.plan+text; for="image/png"' }
  expect((await ask('/books', { headers: plan })).body.message).toBe(
    'None of these media types are available: application/vnd.pgrst.plan+text; for="image/png"',
  )
})

test('what a write counts, tells of and gives back', async () => {
  const whole = 'return=representation'
  const two = await send(
    'POST',
    '/doubled?select=twice',
    [
      { id: 1, note: '' },
      { id: 2, note: '' },
    ],
    `${whole},count=exact`,
  )
  expect([two.body, two.headers.get('content-range')]).toEqual([[{ twice: 2 }, { twice: 4 }], '*/2'])
  // What is neither an object nor a list of them has no rows.
  for (const odd of ['5', '"text"', 'null']) expect((await send('POST', '/doubled', odd)).status).toBe(201)
  const part = await send('POST', '/parts', { id: 2, region: 'eu' }, 'return=headers-only')
  expect(part.headers.get('location')).toBe('/parts?id=eq.2&region=eq.eu')
  const kept = await send('POST', '/genres', { id: 1, name: 'n' }, `resolution=ignore-duplicates,${whole}`)
  expect([kept.status, kept.body]).toEqual([201, []])
  const same = await send('POST', '/genres?columns=id', { id: 1, name: 'n' }, `resolution=merge-duplicates,${whole}`)
  expect([same.status, same.body]).toEqual([200, [{ id: 1, name: 'x' }]])
  const filled = await send(
    'POST',
    '/reviews?columns=stars,body',
    [{ stars: 1 }, { body: 'b' }],
    `missing=null,${whole}`,
  )
  expect(filled.body).toMatchObject([
    { stars: 1, body: null },
    { stars: null, body: 'b' },
  ])
  expect(filled.headers.get('preference-applied')).toBe('missing=null, return=representation')
  const all = await send('PATCH', '/genres?limit=1&order=id.desc', { name: 'p' }, `${whole},max-affected=1`)
  expect([all.body.length, all.headers.get('content-range')]).toEqual([2, '0-1/*'])
  const first = await send('PATCH', '/genres?id=eq.1', [{ name: 'p' }, { name: 'q' }], whole)
  expect(first.body).toEqual([{ id: 1, name: 'p' }])
  const lost = await send('POST', '/rpc/without_reviews?select=id,books(title)', { lowest: 5 }, 'count=exact')
  expect([lost.body, lost.headers.get('content-range')]).toEqual([[{ id: 1, books: { title: 'Sea' } }], '0-0/1'])
})

test('where an answer begins and ends', async () => {
  const range = async (path: string, headers: Record<string, string>) => {
    const answer = await ask(path, { headers: { prefer: 'count=exact', ...headers } })
    return [answer.status, answer.headers.get('content-range')]
  }
  expect(await range('/books', { range: '10-20' })).toEqual([416, '*/4'])
  expect(await range('/books', { range: '10-20', prefer: '' })).toEqual([200, '*/*'])
  expect(await range('/books?offset=4', {})).toEqual([206, '*/4'])
  expect(await range('/books?limit=0', {})).toEqual([206, '*/4'])
  expect(await range('/books?limit=1', { range: '0-2' })).toEqual([206, '0-0/4'])
  expect(await range('/books', { range: '1-', 'range-unit': 'items' })).toEqual([206, '1-3/4'])
  expect(await range('/books?offset=2', { range: '0-1' })).toEqual([416, null])
  expect(await range('/books?id=gt.100&offset=1', {})).toEqual([416, '*/0'])
  expect(await range('/books?select=id,reviews!inner(id)', {})).toEqual([200, '0-1/2'])
  expect(await range('/books?select=year,count()&limit=1', {})).toEqual([206, '0-0/3'])
})

test('what may be done with a resource', async () => {
  const allow = async (path: string) => (await ask(path, { method: 'OPTIONS' })).headers.get('allow')
  expect(await allow('/shelf')).toBe('OPTIONS,GET,HEAD')
  expect(await allow('/written')).toBe('OPTIONS,GET,HEAD')
  expect(await allow('/cheap')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
  expect(await allow('/marks')).toBe('OPTIONS,GET,HEAD,POST,PATCH,DELETE')
  expect(await allow('/')).toBe('OPTIONS,GET,HEAD')
})
