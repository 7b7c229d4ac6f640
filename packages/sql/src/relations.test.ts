import { beforeAll, expect, test } from 'vitest'
import { loadParser, type SqlParser } from './parser.ts'
import { type NamedRelation, relationsOf, typesOf } from './relations.ts'

let parser: SqlParser
beforeAll(async () => {
  parser = await loadParser()
})

const inWords = (some: readonly NamedRelation[]) =>
  some.map(({ schema, name }) => (schema === null ? name : `${schema}.${name}`)).sort()
const named = (sql: string) => inWords(relationsOf(parser, sql))

test.each([
  ['select 1', []],
  ['select * from users', ['users']],
  ['select * from auth.users, public.orders o', ['auth.users', 'public.orders']],
  ['table auth.users', ['auth.users']],
  ['select (select count(*) from auth.users)', ['auth.users']],
  ['select 1 where exists (select 1 from a join b.c using (id))', ['a', 'b.c']],
  ['with x as (select * from auth.users) select * from x', ['auth.users', 'x']],
  ['select * from "Auth"."US""ers"', ['Auth.US"ers']],
  ['select 1 union all select id from auth.users', ['auth.users']],
  ['select * from lateral (select * from auth.users) u', ['auth.users']],
  ['select 1; select * from late', ['late']],
  ['select \'"relname":"not_one"\' from one', ['one']],
  ['select * from only auth.users tablesample system (1)', ['auth.users']],
  ['select * from db.auth.users', ['auth.users']],
])('%s names %j', (sql, relations) => {
  expect(named(sql)).toEqual(relations)
})

test('each is named once', () => {
  expect(named('select * from a, a b where a.x in (select x from a)')).toEqual(['a'])
})

test.each([
  ['select 1', []],
  ['select a::int, b::text from names', ['pg_catalog.int4', 'text']],
  ["select '16384'::regclass, '{1}'::pg_catalog._regclass", ['pg_catalog._regclass', 'regclass']],
  ['select (null::hidden.vault).*', ['hidden.vault']],
  ['select cast(x as "Odd"."T"[]) from y where z = (select 1::b.c)', ['Odd.T', 'b.c']],
])('%s names the types %j', (sql, types) => {
  expect(inWords(typesOf(parser, sql))).toEqual(types)
})
