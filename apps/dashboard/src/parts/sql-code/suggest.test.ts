import { describe, expect, it } from 'vitest'
import { type Catalog, type CatalogRelation, toCatalog } from './catalog.ts'
import { cursorAt } from './cursor.ts'
import { type Suggestion, suggestionsAt } from './suggest.ts'

const table = (schema: string, name: string, columns: readonly (readonly [string, string, string?])[]) =>
  [
    schema,
    name,
    'r',
    null,
    columns.map(([column, type, target]) => [column, type, true, column === 'id', target ?? null, null] as const),
  ] as const

const CATALOG: Catalog = toCatalog({
  path: ['public'],
  schemas: ['public', 'shop'],
  relations: [
    table('public', 'users', [
      ['id', 'uuid'],
      ['email', 'text'],
    ]),
    table('public', 'orders', [
      ['id', 'bigint'],
      ['user_id', 'uuid', 'public.users(id)'],
      ['Total Sum', 'numeric'],
    ]),
    table('shop', 'items', [['sku', 'text']]),
  ],
  functions: [
    ['public', 'add_user', 'f', 'email text', 'uuid', null],
    ['pg_catalog', 'now', 'f', '', 'timestamp with time zone', 'current transaction time'],
    ['pg_catalog', 'count', 'a', '', 'bigint', null],
    ['pg_catalog', 'count', 'a', '"any"', 'bigint', null],
  ],
  types: [['public', 'order_state', 'e', ['open', 'paid'], null]],
})

/** The suggestions at the `|` of a text. */
function at(text: string, catalog: Catalog | null = CATALOG): readonly Suggestion[] {
  const cursor = cursorAt(text.replace('|', ''), text.indexOf('|'))
  return cursor === null ? [] : suggestionsAt(cursor, catalog)
}
const best = (text: string, count = 4) =>
  at(text)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, count)
    .map(({ label }) => label)
const columns = (text: string) =>
  at(text)
    .filter(({ kind }) => kind === 'column')
    .map(({ label }) => label)

describe('suggestionsAt', () => {
  it('begins a statement with its keywords', () => {
    expect(best('|', 2)).toEqual(['select', 'insert into'])
    expect(best('select 1;\n|', 1)).toEqual(['select'])
    expect(best('', 0)).toEqual([])
  })

  it('knows the columns of the tables in FROM, of aliases, and of what a name means', () => {
    expect(columns('select | from users')).toEqual(['id', 'email'])
    expect(columns('select u.| from users u join orders o on true')).toEqual(['id', 'email'])
    expect(columns('select | from users u, orders o')).toEqual(
      expect.arrayContaining(['u.id', 'o.id', 'email', 'user_id', 'Total Sum']),
    )
    expect(columns('select 1 from shop.items where |')).toEqual(['sku'])
    expect(columns('select users.|')).toEqual(['id', 'email'])
    expect(columns('select public.orders.|')).toEqual(['id', 'user_id', 'Total Sum'])
    expect(columns('update orders set |')).toContain('user_id')
    expect(columns('insert into users (|')).toEqual(['id', 'email'])
    expect(columns('delete from users where i|')).toEqual(['id', 'email'])
    expect(columns('create index on orders (|')).toContain('user_id')
    expect(columns('create policy p on users for select using (|')).toContain('email')
  })

  it('sees what subqueries and common table expressions give, and nothing of their insides', () => {
    expect(columns('with recent as (select id, email as mail, count(*) from users) select | from recent')).toEqual([
      'id',
      'mail',
      'count',
    ])
    expect(columns('select x.| from (select *, 1 as one from users) as x')).toEqual(['id', 'email', 'one'])
    expect(columns('with recursive t(n, m) as (select 1, 2 union all select | from t) select 1')).toEqual(['n', 'm'])
    expect(columns('select (select | from orders) from users')).toEqual(
      expect.arrayContaining(['orders.id', 'users.id', 'email']),
    )
    expect(columns('select | from users where id in (select user_id from orders)')).toEqual(['id', 'email'])
    expect(columns('select email from users union select | from shop.items')).toEqual(['sku'])
  })

  it('offers relations after FROM and JOIN, those of a schema after its dot', () => {
    expect(best('select * from |', 3)).toEqual(['users', 'orders', 'shop.items'])
    expect(best('select * from users u join |', 2)).toEqual(['users', 'orders'])
    expect(at('select * from shop.|').map(({ label }) => label)).toEqual(['items'])
    expect(best('with mine as (select 1) select * from |', 1)).toEqual(['mine'])
    expect(best('select * from users |', 3)).toEqual(['where', 'join', 'left join'])
    expect(best('truncate |', 2)).toEqual(['users', 'orders'])
  })

  it('writes the condition of a join as the foreign key says', () => {
    expect(best('select * from users u join orders o on |', 1)).toEqual(['o.user_id = u.id'])
    expect(best('select * from orders join users on |', 1)).toEqual(['orders.user_id = users.id'])
  })

  it('offers types where one is written', () => {
    expect(best('select 1::|', 2)).toEqual(['text', 'integer'])
    expect(at('create table t (id |').map(({ label }) => label)).toContain('order_state')
    expect(best('select cast(a as |', 1)).toEqual(['text'])
  })

  it('calls functions, several of one name once, and quotes names that need it', () => {
    const counts = at('select c|').filter(({ label }) => label === 'count')
    expect(counts).toEqual([expect.objectContaining({ detail: '() +1', call: 'arguments' })])
    expect(at('select n|').find(({ label }) => label === 'now')).toMatchObject({ call: 'empty' })
    expect(at('select | from orders').find(({ label }) => label === 'Total Sum')?.text).toBe('"Total Sum"')
  })

  it('reads the body of a function as SQL of its own', () => {
    expect(columns('create function f() returns void language sql as $$ select | from users $$')).toEqual([
      'id',
      'email',
    ])
  })

  it('says nothing in strings, comments and numbers', () => {
    for (const text of [`select 'a|'`, '-- sel|', '/* | */ select 1', 'select 12|', `select '|`])
      expect(at(text)).toEqual([])
  })

  it('still knows the language without the names of a database', () => {
    expect(at('sel|', null).map(({ label }) => label)).toContain('select')
    expect(at('select 1::|', null).map(({ label }) => label)).toContain('jsonb')
  })

  it('knows which call and which argument it is in', () => {
    const call = (text: string) => cursorAt(text.replace('|', ''), text.indexOf('|'))?.call ?? null
    expect(call('select add_user(a, (1, 2), |')).toMatchObject({ path: ['add_user'], argument: 2, from: 7 })
    expect(call('select shop.f(g(1), |)')).toMatchObject({ path: ['shop', 'f'], argument: 1 })
    expect(call('insert into users (|')).toBeNull()
    expect(call('select 1 where a in (|')).toBeNull()
  })

  it('stays quick in a long script', () => {
    const script =
      'select u.id, o.id from users u join orders o on o.user_id = u.id where u.email like $$x$$;\n'.repeat(400)
    const relation: CatalogRelation | undefined = CATALOG.relations[0]
    expect(relation).toBeDefined()
    expect(columns(`${script}select | from users`)).toEqual(['id', 'email'])
  })
})
