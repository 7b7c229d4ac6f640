import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Harbor } from './harbor.ts'

// What reads give: filters, embeds, rows put together, ranges and counts.

const harbor = new Harbor()
const { ask, body, make } = harbor
beforeAll(() => harbor.open())
afterAll(() => harbor.dispose())

const ids = async (filter: string) =>
  (await body(`/ships?select=id&order=id&${filter}`)).map(({ id }: { id: number }) => id)

describe('filters', () => {
  test.for([
    ['id=in.(1,3)', [1, 3]],
    ['id=not.in.(1,3)', [2, 4]],
    ['id=in.()', []],
    ['name=in.("Cleo, (the 2nd)",Ada)', [1, 3]],
    ['name=like.*o*', [3, 4]],
    ['name=not.ilike.*A*', [3]],
    ['name=match.^[AB]', [1, 2]],
    ['tons=gt(any).{50,80}', [2, 3]],
    ['name=like(all).{*e*,*o*}', [3]],
    ['tons=is.null', [4]],
    ['tons=isdistinct.10', [2, 3, 4]],
    ['tags=cs.{red}', [1]],
    ['tags=ov.{red,new}', [1, 2]],
    ['more->crew->>cook=eq.Jo', [1]],
    ['more->list->>-1=eq.2', [1]],
    ['search=fts(english).ada', [1]],
    ['name=plfts.bea', [2]],
    ['or=(id.eq.1,and(id.gt.2,tons.not.is.null))', [1, 3]],
    ['not.and=(id.gte.2,id.lte.3)', [1, 4]],
    ['or=(name.eq."Cleo, (the 2nd)",tags.cs.{red,old})', [1, 3]],
    ['crew=gte.30', [3, 4]],
  ] as const)('%s', async ([filter, wanted]) => {
    expect(await ids(filter)).toEqual(wanted)
  })

  test.for([
    ['/ships?id=5', 'PGRST100', 'unexpected "5" expecting "not" or operator (eq, gt, ...)'],
    ['/ships?id=eq', 'PGRST100', 'unexpected end of input expecting operator (eq, gt, ...)'],
    ['/ships?or=id.eq.1', 'PGRST100', 'unexpected "i" expecting "("'],
    ['/ships?order=id.up', 'PGRST100', null],
    ['/ships?select=id,,name', 'PGRST100', null],
    ['/ships?harbors.id=eq.1', 'PGRST108', null],
    ['/ships?id=eq.x', '22P02', null],
    [
      '/ships?select=id,harbors(id)&harbors=eq.1',
      'PGRST120',
      'Only is null or not is null filters are allowed on embedded resources',
    ],
  ] as const)('%s is refused with %s', async ([path, code, details]) => {
    const answer = await ask(path)
    expect([answer.status, answer.body.code]).toEqual([400, code])
    if (details !== null) expect(answer.body.details).toBe(details)
    expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
  })
})

describe('embedding', () => {
  test.for([
    ['/ships?select=id,harbors(name)&id=eq.1', [{ id: 1, harbors: { name: 'Bergen' } }]],
    ['/ships?select=id,harbor_id(name)&id=eq.1', [{ id: 1, harbor_id: { name: 'Bergen' } }]],
    ['/harbors?select=id,ships(id)&id=eq.1', [{ id: 1, ships: [{ id: 1 }, { id: 2 }] }]],
    ['/ships?select=id,pilots(name)&id=eq.1', [{ id: 1, pilots: [{ name: 'Pim' }, { name: 'Quy' }] }]],
    ['/ships?select=id,papers(number)&id=eq.1', [{ id: 1, papers: { number: 'A-1' } }]],
    ['/ships?select=id,flagship_id(name)&id=eq.2', [{ id: 2, flagship_id: { name: 'Ada' } }]],
    ['/ships?select=id,fleet:ships!flagship_id(id)&id=eq.1', [{ id: 1, fleet: [{ id: 2 }, { id: 3 }] }]],
    ['/ships?select=id,neighbours(id)&id=eq.1', [{ id: 1, neighbours: [{ id: 2 }] }]],
    ['/ships?select=id,home(name)&id=eq.1', [{ id: 1, home: { name: 'Bergen' } }]],
    [
      '/big_ships?select=ship,harbors(name),papers(number)&order=ship&limit=1',
      [{ ship: 2, harbors: { name: 'Bergen' }, papers: { number: 'B-2' } }],
    ],
    ['/harbors?select=name,big_ships(name)&id=eq.1', [{ name: 'Bergen', big_ships: [{ name: 'Bea' }] }]],
    [
      '/ships?select=id,...harbors(harbor:name)&id=lt.3&order=id',
      [
        { id: 1, harbor: 'Bergen' },
        { id: 2, harbor: 'Bergen' },
      ],
    ],
    [
      '/harbors?select=id,...ships(ships:name)&order=id&limit=2',
      [
        { id: 1, ships: ['Ada', 'Bea'] },
        { id: 2, ships: ['Cleo, (the 2nd)'] },
      ],
    ],
    ['/harbors?select=id,ships!inner(id)&ships.tons=gt.80', [{ id: 2, ships: [{ id: 3 }] }]],
    ['/harbors?select=name,ships()&ships=is.null', [{ name: 'Oban' }]],
    ['/harbors?select=id,ships()&or=(ships.is.null,id.eq.1)&order=id', [{ id: 1 }, { id: 3 }]],
    ['/harbors?select=id,s:ships(id)&s.order=id.desc&s.limit=1&id=eq.1', [{ id: 1, s: [{ id: 2 }] }]],
    ['/ships?select=id&order=harbors(name).desc,id&harbor_id=not.is.null', null],
    [
      '/ships?select=id,harbors(id)&order=harbors(name).desc,id&harbor_id=not.is.null',
      [
        { id: 3, harbors: { id: 2 } },
        { id: 1, harbors: { id: 1 } },
        { id: 2, harbors: { id: 1 } },
      ],
    ],
    ['/berths?select=id,harbors!first_harbor(name)', [{ id: 1, harbors: { name: 'Bergen' } }]],
    ['/berths?select=a:harbors!berths_second_harbor_fkey(name)', [{ a: { name: 'Lagos' } }]],
  ] as const)('%s', async ([path, wanted]) => {
    const answer = await ask(path)
    if (wanted === null) expect(answer.body.code).toBe('PGRST108')
    else expect(answer.body, answer.text).toEqual(wanted)
  })

  test('what may mean more than one is told with all of them', async () => {
    const answer = await ask('/berths?select=harbors(name)')
    expect([answer.status, answer.body.code]).toEqual([300, 'PGRST201'])
    expect(answer.body.hint).toContain("'harbors!berths_first_harbor_fkey', 'harbors!berths_second_harbor_fkey'")
    expect(answer.body.details).toHaveLength(2)
  })

  test('a mistyped embed is told what was meant', async () => {
    expect(await body('/ships?select=harbor(name)')).toMatchObject({
      code: 'PGRST200',
      hint: "Perhaps you meant 'harbors' instead of 'harbor'.",
    })
  })
})

describe('rows put together', () => {
  test.for([
    [
      '/ships?select=harbor_id,count(),tons.max()&order=harbor_id.nullslast',
      [
        { harbor_id: 1, count: 2, max: 60 },
        { harbor_id: 2, count: 1, max: 90 },
        { harbor_id: null, count: 1, max: null },
      ],
    ],
    ['/ships?select=total:tons.sum()::text', [{ total: '160' }]],
    [
      '/harbors?select=id,ships(count())&order=id',
      [
        { id: 1, ships: [{ count: 2 }] },
        { id: 2, ships: [{ count: 1 }] },
        { id: 3, ships: [{ count: 0 }] },
      ],
    ],
    [
      '/ships_pilots?select=pilot_id,...ships(tons.sum())&order=pilot_id',
      [
        { pilot_id: 1, sum: 70 },
        { pilot_id: 2, sum: 10 },
      ],
    ],
    ['/ships?select=harbors(name),tons.sum()&harbor_id=eq.1', [{ harbors: { name: 'Bergen' }, sum: 70 }]],
    [
      '/ships?select=more->crew->>cook,count()&id=lt.3&order=more->crew->>cook.nullslast',
      [
        { cook: 'Jo', count: 1 },
        { cook: null, count: 1 },
      ],
    ],
  ] as const)('%s', async ([path, wanted]) => {
    const answer = await ask(path)
    expect(answer.body, answer.text).toEqual(wanted)
  })

  test('is refused where it is turned off, and in lists', async () => {
    expect((await ask('/ships?select=count()', { by: make({ aggregates: false }) })).body.code).toBe('PGRST123')
    expect((await ask('/harbors?select=id,...ships(tons.sum())')).body.code).toBe('PGRST127')
  })
})

describe('ranges and counts', () => {
  test.for([
    ['/ships?limit=2&order=id', {}, 200, '0-1/*'],
    ['/ships?limit=2&offset=1', { prefer: 'count=exact' }, 206, '1-2/4'],
    ['/ships', { prefer: 'count=exact', range: '1-1' }, 206, '1-1/4'],
    ['/ships?offset=9', { prefer: 'count=exact' }, 416, '*/4'],
    ['/ships?select=id,harbors!inner(id)&harbors.id=eq.1', { prefer: 'count=exact' }, 200, '0-1/2'],
    ['/ships?id=gt.9', { prefer: 'count=exact' }, 200, '*/0'],
    ['/rpc/all_ships?tons=gt.50&limit=1', { prefer: 'count=exact' }, 206, '0-0/2'],
    ['/ships?select=harbor_id,count()&limit=1', { prefer: 'count=exact' }, 206, '0-0/3'],
  ] as const)('%s %j', async ([path, headers, status, range]) => {
    const answer = await ask(path, { headers })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, range])
  })

  test('no answer has more rows than the most there may be', async () => {
    const few = make({ maxRows: 1 })
    expect(await body('/harbors?select=id,ships(id)&order=id', { by: few })).toEqual([{ id: 1, ships: [{ id: 1 }] }])
    const estimated = await ask('/ships', { by: few, headers: { prefer: 'count=estimated' } })
    expect(estimated.headers.get('content-range')).toMatch(/^0-0\/\d+$/)
  })
})
