import { beforeAll, describe, expect, it, test } from 'vitest'
import { classify, runsDirectly } from './classify.ts'
import { ALLOWED_FUNCTIONS } from './functions.ts'
import { loadParser, type SqlParser, SqlSyntaxError } from './parser.ts'

let parser: SqlParser
beforeAll(async () => {
  parser = await loadParser()
})

describe('runs directly', () => {
  test.for([
    'select 1',
    'select * from users',
    'table users',
    'values (1), (2)',
    '(select 1) union all (select 2) order by 1',
    'with recent as (select * from orders where created_at > now()) select count(*) from recent',
    'select u.id, o.total from users u join lateral (select * from orders where user_id = u.id limit 1) o on true',
    'select case when a > 1 then a else b end, a[1], (b).c, a::text, not a, a is null, a collate "C" from t',
    'select sum(a) over (partition by b order by c) from t group by grouping sets ((a), (b))',
    "select 'delete from users; drop table users' as text -- truncate it",
    'select "delete", "update" from "drop"',
    'select 1; select 2',
    "select a at time zone 'utc', b like 'c' escape 'd', e similar to 'f', (a, b) overlaps (c, d) from t",
    'select U&"\\006c\\006fwer"(a) from t',
    'with recursive t (n) as (select 1 union all select n + 1 from t) cycle n set seen using path select * from t',
  ])('%s', (sql) => {
    expect(classify(parser, sql)).toEqual({
      hasWriteOperation: false,
      hasUnknownFunctions: false,
      unknownFunctions: [],
    })
    expect(runsDirectly(classify(parser, sql))).toBe(true)
  })

  it('may call every function of the list, as people write it', () => {
    const written: Record<string, string> = {
      coalesce: 'coalesce(a, b)',
      nullif: 'nullif(a, b)',
      current_timestamp: 'current_timestamp',
      current_date: 'current_date',
      trim: "trim(a), trim(both 'x' from a), trim(leading 'x' from a), trim(trailing 'x' from a)",
      substring: 'substring(a from 1 for 2), substring(a, 1)',
      extract: 'extract(year from a)',
      in: 'a in (1, 2)',
      now: 'now()',
      count: 'count(*), count(distinct a) filter (where b)',
      string_agg: "string_agg(a, ',' order by a)",
    }
    for (const name of ALLOWED_FUNCTIONS) {
      const sql = `select ${written[name] ?? `${name}(a)`} from t`
      expect([sql, classify(parser, sql).unknownFunctions]).toEqual([sql, []])
    }
    expect(classify(parser, 'select LOWER(a), pg_catalog.lower(a) from t').hasUnknownFunctions).toBe(false)
  })
})

describe('a write operation', () => {
  test.for([
    'insert into t values (1)',
    'update t set a = 1 where b = 2',
    'delete from t where a = 1',
    'merge into t using s on t.id = s.id when matched then do nothing',
    'with gone as (delete from t returning *) select * from gone',
    'select * from (with a as (insert into t values (1) returning *) select * from a) b',
    'select a into b from t',
    'select 1 union select a into c from t',
    'select a into b from t union select 1',
    'select * from t for update',
    'select * from t for key share skip locked',
    'create table t ()',
    'explain analyze delete from t',
    'explain select 1',
    'do $$ begin end $$',
    "copy t to program 'sh'",
    'copy t from stdin',
    'call p()',
    'set transaction read write',
    'set role postgres',
    'commit',
    'begin',
    'prepare a as select 1',
    'execute a',
    'listen a',
    'notify a',
    'vacuum',
    'refresh materialized view a',
    'select 1; delete from t',
    '/* select */ delete from t',
    '-- select\ndelete from t',
    "select '\n--'; delete from t",
    'select $$;$$; delete from t',
    'select 1 \\; delete from t',
    'select /* /* */ 1; */ 2; delete from t',
    'explain (analyze) delete from t',
    'select * from t for no key update',
    'create table a as select 1',
    'table t for update',
    'values (1) for update',
    'with x as (delete from t returning *) table x',
    'with x as materialized (update t set a = 1 returning 1) select 1',
    'with x as (merge into t using s on true when matched then delete returning 1) select * from x',
    "load 'x'",
    'set local role postgres',
    'deallocate all',
    'declare c cursor for select 1',
    'discard all',
    'lock table t',
    'checkpoint',
    "security label on table t is 'x'",
    'import foreign schema a from server b into c',
    'selec 1',
    'select {',
    '',
    '-- nothing',
    'select 1; \0 delete from t',
  ])('%j', (sql) => {
    expect(classify(parser, sql)).toMatchObject({ hasWriteOperation: true })
  })

  it('is what cannot be understood', () => {
    expect(classify(parser, `select ${'('.repeat(200_000)}`).hasWriteOperation).toBe(true)
  })

  it('does not keep later texts from being understood', async () => {
    expect(() => parser.tree(`select ${'('.repeat(200_000)}1${')'.repeat(200_000)}`)).toThrow(SqlSyntaxError)
    await expect.poll(() => runsDirectly(classify(parser, 'select 1'))).toBe(true)
  })
})

describe('an unknown function', () => {
  test.for([
    ['select pg_sleep(1)', ['pg_sleep']],
    ['select public.lower(a) from t', ['public.lower']],
    ['select "LOWER"(a) from t', ['LOWER']],
    ['select a.b.lower(c) from t', ['a.b.lower']],
    ['select * from generate_series(1, 2)', ['generate_series']],
    ['select count(*) from t order by random()', ['random']],
    ['select 1 where exists (select set_config(a, b, false))', ['set_config']],
    ['with a as (select nextval(b)) select * from a', ['nextval']],
    ['select lower(dblink_exec(a))', ['dblink_exec']],
    ['select sum(a) over (order by f(b)) from t', ['f']],
    ['select btrim(a), row_number() over () from t', ['btrim', 'row_number']],
    ['select current_user, current_role, localtime(2)', ['current_user', 'current_role', 'localtime']],
    ['select greatest(a, b) from t', ['greatest or least']],
    ['select * from t tablesample system (1)', ['tablesample']],
    [`select "a""b\\c"(1)`, ['a"b\\c']],
    [`select nextval('s'), setval('s', 1), currval('s')`, ['nextval', 'setval', 'currval']],
    [`select dblink('dbname=x', 'delete from t')`, ['dblink']],
    [`select lo_create(1), lo_unlink(2), lo_put(3, 0, a)`, ['lo_create', 'lo_unlink', 'lo_put']],
    [`select pg_terminate_backend(1), pg_read_file('a')`, ['pg_terminate_backend', 'pg_read_file']],
    [`select U&"\\0070\\0067_sleep"(1)`, ['pg_sleep']],
    [`select lower(a) from t where b = any (array(select f(c)))`, ['f']],
    [`select count(*) filter (where f(a)), sum(g(b)) over (partition by h(c)) from t`, ['f', 'g', 'h']],
    [`select * from t join lateral f(t.a) on true, rows from (g(1), h(2))`, ['f', 'g', 'h']],
    [`select a from t group by f(a) having g(a) order by h(a) limit i(1) offset j(1)`, ['f', 'g', 'h', 'i', 'j']],
    [`values (f(1))`, ['f']],
    [`select (f(a)).b, (g(a))[1], array[h(a)], row(i(a)), j(a)::text`, ['f', 'g', 'h', 'i', 'j']],
    [`select case f(a) when g(b) then h(c) else i(d) end, coalesce(j(e), 1)`, ['f', 'g', 'h', 'i', 'j']],
    [`select 1 where a in (f(1)) and b between g(1) and h(1) or not i(1) and j(1) is null`, ['f', 'g', 'h', 'i', 'j']],
    [`select xmlelement(name a), json_object('a': 1)`, ['XML', 'JSON']],
  ] as const)('%s', ([sql, names]) => {
    const found = classify(parser, sql)
    expect([...found.unknownFunctions].sort()).toEqual([...names].sort())
    expect(found).toMatchObject({ hasUnknownFunctions: true, hasWriteOperation: false })
    expect(runsDirectly(found)).toBe(false)
  })

  it('is not one that only stands in a string', () => {
    expect(
      classify(parser, `select '{"FuncCall":{"funcname":[{"String":{"sval":"f"}}]' as a`).hasUnknownFunctions,
    ).toBe(false)
    expect(classify(parser, `select '{"DeleteStmt":1,"intoClause":1' as a`).hasWriteOperation).toBe(false)
  })
})

describe('parser', () => {
  it('says where a text is wrong in characters, as Postgres counts', () => {
    const failed = () => parser.tree("select '日本🚀', (; 1")
    expect(failed).toThrow(new SqlSyntaxError('syntax error at or near ";"', 16))
    try {
      failed()
    } catch (error) {
      expect((error as SqlSyntaxError).position).toBe(16)
    }
  })

  it('refuses a text with a NUL, whose rest it would not see', () => {
    expect(() => parser.tree('select 1\0; delete from t')).toThrow('NUL')
  })
})
