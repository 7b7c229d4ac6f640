import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Harbor, type Init } from './harbor.ts'
import { LIBRARY } from './library.ts'

// What the documentation of the protocol promises of reads, feature by feature, beside what the other files ask for.

const harbor = new Harbor()
const { ask, body, make } = harbor
beforeAll(async () => {
  await harbor.open()
  await harbor.database.sql(LIBRARY)
  await harbor.rest.reload()
})
afterAll(() => harbor.dispose())

describe('rows are chosen', () => {
  test.for([
    ['pages=sl.[150,160)', [1, 2]],
    ['pages=sr.[150,160)', [3]],
    ['pages=nxr.[1,99]', [1, 2]],
    ['pages=nxl.[50,60)', [2, 3]],
    ['pages=adj.[100,150)', [1]],
    ['pages=ov.[55,70]', [1, 2]],
    ['pages=cs.[55,57]', [1, 2]],
    ['pages=cd.[1,100]', [1, 2]],
    ['keywords=cd.{a,b,c}', [1, 2, 3]],
    ['keywords=not.cs.{b}', [3]],
    ['year=neq.2001', [2, 4]],
    ['year=not.eq.2001', [2, 4]],
    ['year=lte.2001&year=gte.2000', [1, 3]],
    ['title=eq(any).{Sea,Sky}', [1, 2]],
    ['title=not.eq(any).{Sea,Sky}', [3, 4]],
    ['title=match(any).{^Se,^So}', [1, 4]],
    ['title=ilike(all).{s*,*a*}', [1, 4]],
    ['title=imatch.^se', [1]],
    ['id=lt(all).{3,4}', [1, 2]],
    ['price=not.isdistinct.20', [2]],
    ['price=is.not_null', [1, 2, 4]],
    ['price=is.NULL', [3]],
    ['data->k->>n=eq.1', [1]],
    ['data->l->0=eq.1', [1]],
    ['data->k=not.is.null', [1, 2]],
    ['title=eq.Soil, "dark" (v. 2)', [4]],
    ['title=in.("Soil, \\"dark\\" (v. 2)",Sea)', [1, 4]],
    ['or=(title.eq."Soil, \\"dark\\" (v. 2)",id.eq.1)', [1, 4]],
    ['and=(or(id.eq.1,id.eq.2),not.or(id.eq.2,id.eq.3))', [1]],
    ['or=(keywords.ov.{a,z},id.in.(3,4))', [1, 3, 4]],
    ['or=(year.not.eq.2001,price.is.null)', [2, 3, 4]],
    ['or=(title.like.*k*,title.eq(any).{Sea,"Soil, \\"dark\\" (v. 2)"})', [1, 2, 4]],
    ['loud=eq.SEA', [1]],
    ['facts->>age=eq.27', [2]],
    ['limit=abc', [1, 2, 3, 4]],
    ['offset=2&limit=', [3, 4]],
    ['nothing', [1, 2, 3, 4]],
  ] as const)('%s', async ([filter, wanted]) => {
    const rows = await body(`/books?select=id&order=id&${filter}`)
    expect(Array.isArray(rows) ? rows.map(({ id }: { id: number }) => id) : rows).toEqual(wanted)
  })

  test.for([
    ['fts(english).fishes', [1]],
    ['not.fts.fish', [2]],
    ['wfts(english).good -dull', [1]],
    ['phfts(english).good fish', [1]],
  ] as const)('texts by %s', async ([filter, wanted]) => {
    const rows = await body(`/reviews?select=id&order=id&body=${filter}`)
    expect(rows.map(({ id }: { id: number }) => id)).toEqual(wanted)
  })
})

describe('rows are shaped', () => {
  test.for([
    ['/books?select=id::text&id=eq.1', [{ id: '1' }]],
    ['/books?select=n:data->k->n&id=eq.1', [{ n: 1 }]],
    ['/books?select=data->l->>1&id=eq.1', [{ l: '2' }]],
    ['/books?select=l:data->l->0::text&id=eq.1', [{ l: '1' }]],
    ['/books?select=loud,facts->age&id=eq.2', [{ loud: 'SKY', age: 27 }]],
    ['/books?select=id&order=loud.desc&limit=1', [{ id: 3 }]],
    ['/books?select=id&order=data->k->>n.desc.nullslast,id', [{ id: 2 }, { id: 1 }, { id: 3 }, { id: 4 }]],
    ['/books?select=id&order=price.nullsfirst', [{ id: 3 }, { id: 4 }, { id: 1 }, { id: 2 }]],
    ['/books?select=id&select=title&id=eq.1', [{ id: 1 }]],
    ['/books?select="title","id"&id=eq.1', [{ title: 'Sea', id: 1 }]],
    ['/covers', [{ id: 1, tone: '#0000ff' }]],
    ['/covers?select=tone&tone=eq.%230000ff', [{ tone: '#0000ff' }]],
    ['/covers?select=id&tone=in.(%230000ff,%23000001)', [{ id: 1 }]],
  ] as const)('%s', async ([path, wanted]) => {
    expect(await body(path)).toEqual(wanted)
  })
})

describe('what belongs to rows', () => {
  test.for([
    ['/books?select=authors!author_id(first)&id=eq.1', [{ authors: { first: 'Ana' } }]],
    [
      '/books?select=w:author_id(first),e:editor_id(first)&id=lt.3&order=id',
      [
        { w: { first: 'Ana' }, e: { first: 'Bo' } },
        { w: { first: 'Ana' }, e: null },
      ],
    ],
    ['/books?select=id,e:authors!editor_id()&e=not.is.null&order=id', [{ id: 1 }, { id: 3 }]],
    [
      '/books?select=id,e:authors!editor_id(n:first)&order=e(n).desc.nullslast,id&limit=2',
      [
        { id: 1, e: { n: 'Bo' } },
        { id: 3, e: { n: 'Ana' } },
      ],
    ],
    [
      '/authors?select=id,books!author_id(id)&books.order=id.desc&books.limit=1&order=id',
      [
        { id: 1, books: [{ id: 2 }] },
        { id: 2, books: [{ id: 3 }] },
        { id: 3, books: [] },
      ],
    ],
    [
      '/authors?select=id,books!author_id!inner(title)&books.year=eq.2001&order=id',
      [
        { id: 1, books: [{ title: 'Sea' }] },
        { id: 2, books: [{ title: 'Sun' }] },
      ],
    ],
    ['/authors?select=id,books!author_id(id)&books.or=(id.eq.2,id.eq.3)&id=eq.1', [{ id: 1, books: [{ id: 2 }] }]],
    [
      '/authors?select=books!author_id(id,reviews(stars))&id=eq.1&books.reviews.stars=gt.3&books.order=id',
      [
        {
          books: [
            { id: 1, reviews: [{ stars: 5 }] },
            { id: 2, reviews: [{ stars: 4 }] },
          ],
        },
      ],
    ],
    ['/books?select=genres(name)&genres.order=name.desc&id=eq.1', [{ genres: [{ name: 'y' }, { name: 'x' }] }]],
    [
      '/books?select=id,details(isbn)&id=lt.3&order=id',
      [
        { id: 1, details: { isbn: 'I1' } },
        { id: 2, details: null },
      ],
    ],
    ['/books?select=id,details()&details=is.null&order=id', [{ id: 2 }, { id: 4 }]],
    ['/books?select=id,reviews()&reviews=not.is.null&order=id', [{ id: 1 }, { id: 2 }]],
    ['/books?select=id,reviews()&or=(reviews.is.null,id.eq.1)&order=id', [{ id: 1 }, { id: 3 }, { id: 4 }]],
    ['/cheap?select=id,author_id(first)&order=id&limit=1', [{ id: 1, author_id: { first: 'Ana' } }]],
    ['/cheap?select=id,reviews(id)&id=eq.1', [{ id: 1, reviews: [{ id: 1 }, { id: 2 }] }]],
    ['/books?select=title,...authors!author_id(first,last)&id=eq.1', [{ title: 'Sea', first: 'Ana', last: 'Ray' }]],
    ['/reviews?select=id,...books(title,...author_id(first))&id=eq.1', [{ id: 1, title: 'Sea', first: 'Ana' }]],
    [
      '/authors?select=id,...books!author_id(titles:title)&books.order=title.desc&id=eq.1',
      [{ id: 1, titles: ['Sky', 'Sea'] }],
    ],
    ['/books?select=id,...genres(names:name)&genres.order=name&id=eq.1', [{ id: 1, names: ['x', 'y'] }]],
    [
      '/books?select=id,...details!inner(isbn)&order=id',
      [
        { id: 1, isbn: 'I1' },
        { id: 3, isbn: 'I3' },
      ],
    ],
    [
      '/books?select=year,count(),price.sum()&order=year.desc',
      [
        { year: 2010, count: 1, sum: 5 },
        { year: 2001, count: 2, sum: 10.5 },
        { year: 1999, count: 1, sum: 20 },
      ],
    ],
    ['/books?select=most:price.max()::text,n:id.count()', [{ most: '20', n: 4 }]],
    ['/genres?select=*,count()&id=eq.1', [{ id: 1, name: 'x', count: 1 }]],
    [
      '/books?select=title,...genres(*)&genres.order=name.desc&id=eq.1',
      [{ title: 'Sea', id: [2, 1], name: ['y', 'x'] }],
    ],
    ['/books?select=count(),...author_id(*)&author_id=eq.2', [{ count: 1, id: 2, first: 'Bo', last: 'Sim' }]],
    [
      '/books?select=year,count(),...genres(name)&id=lt.3&order=year',
      [
        { year: 1999, count: 1, name: ['x'] },
        { year: 2001, count: 1, name: ['x', 'y'] },
      ],
    ],
    ['/books?select=data->k->n,count()&data->k=not.is.null&order=data->k->n.desc&limit=1', [{ n: 2, count: 1 }]],
    [
      '/authors?select=first,books!author_id(count(),price.avg()::int)&id=eq.1',
      [{ first: 'Ana', books: [{ count: 2, avg: 15 }] }],
    ],
    [
      '/books?select=...author_id(first),price.sum()&author_id=not.is.null&order=author_id(first)',
      [
        { first: 'Ana', sum: 30.5 },
        { first: 'Bo', sum: null },
      ],
    ],
  ] as const)('%s', async ([path, wanted]) => {
    const answer = await body(path)
    expect(answer).toEqual(wanted)
  })

  test('is ambiguous, unknown, or tied by what is not shown', async () => {
    const several = await ask('/books?select=authors(first)')
    expect([several.status, several.body.code, several.body.details.length]).toEqual([300, 'PGRST201', 2])
    expect((await body('/books?select=genres!nothing(name)')).details).toContain("using the hint 'nothing'")
    expect((await body('/books?select=authors!credits(first)')).code).toBe('PGRST200')
  })
})

describe('ranges and counts', () => {
  const count = async (path: string, prefer: string, more: Init = {}) => {
    const answer = await ask(path, { ...more, headers: { prefer, ...more.headers } })
    return [answer.status, answer.headers.get('content-range')]
  }

  test('a Range counts for GET alone', async () => {
    expect(await count('/books', 'count=exact', { headers: { range: '0-1' } })).toEqual([206, '0-1/4'])
    expect(await count('/books', 'count=exact', { method: 'HEAD', headers: { range: '0-1' } })).toEqual([200, '0-3/4'])
    expect(await count('/books', '', { headers: { range: '0-1' } })).toEqual([200, '0-1/*'])
    expect((await ask('/books', { headers: { range: '3-1' } })).body.code).toBe('PGRST103')
    expect((await ask('/books?limit=-1')).body.code).toBe('PGRST103')
    expect((await ask('/books?limit=0')).body).toEqual([])
  })

  test('an estimate is exact as long as there are few, and guessed beyond', async () => {
    const few = make({ maxRows: 100 })
    const least = make({ maxRows: 2 })
    expect(await count('/books?year=gt.1&price=gt.1', 'count=estimated', { by: few })).toEqual([200, '0-2/3'])
    expect((await count('/books', 'count=estimated', { by: least }))[1]).toMatch(/^0-1\/\d+$/)
    expect((await count('/books', 'count=planned'))[1]).toMatch(/^0-3\/\d+$/)
  })

  test('functions are counted, limited and never give more than the most there may be', async () => {
    expect(await count('/rpc/years', 'count=exact')).toEqual([200, '0-2/3'])
    expect(await count('/rpc/years?limit=2', 'count=exact')).toEqual([206, '0-1/3'])
    expect(await body('/rpc/years?limit=1&offset=1')).toEqual([2001])
    expect(await body('/rpc/years', { by: make({ maxRows: 2 }) })).toEqual([1999, 2001])
    expect(await count('/rpc/listed?lowest=2', 'count=planned')).toEqual([200, '0-2/*'])
    expect(await count('/rpc/shout?words=a', 'count=exact')).toEqual([200, '0-0/1'])
  })

  test('a schema that was asked for is told', async () => {
    expect((await ask('/books', { headers: { 'accept-profile': 'public' } })).headers.get('content-profile')).toBe(
      'public',
    )
    expect((await ask('/books')).headers.get('content-profile')).toBeNull()
    expect((await ask('/books', { headers: { 'accept-profile': 'back' } })).body).toMatchObject({
      code: 'PGRST106',
      hint: 'Only the following schemas are exposed: public',
    })
  })
})
