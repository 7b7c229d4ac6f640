import { beforeAll, describe, expect, test } from 'vitest'
import { autoLimit } from './auto-limit.ts'
import { loadParser, type SqlParser } from './parser.ts'

let parser: SqlParser
beforeAll(async () => {
  parser = await loadParser()
})

describe('the automatic limit', () => {
  test.for([
    ['select 1', 'select 1 limit 100'],
    ['select * from a;', 'select * from a limit 100;'],
    ['  SELECT a\nfrom b\n ;\n', '  SELECT a\nfrom b limit 100\n ;\n'],
    [
      'select * from a where b in (select c from d limit 5)',
      'select * from a where b in (select c from d limit 5) limit 100',
    ],
    ['select * from (select 1 limit 2) a', 'select * from (select 1 limit 2) a limit 100'],
    ['select 1 offset 5', 'select 1 offset 5 limit 100'],
    ['select 1 union select 2', 'select 1 union select 2 limit 100'],
    ["select 'limit 5' as a", "select 'limit 5' as a limit 100"],
    ['select "limit" from a', 'select "limit" from a limit 100'],
    ["select '-- no comment'", "select '-- no comment' limit 100"],
  ] as const)('is put behind %j', ([sql, limited]) => {
    expect(autoLimit(parser, sql, 100)).toEqual({ sql: limited, limit: 100 })
  })

  test.for([
    'select 1 limit 5',
    'select 1 LIMIT all',
    'select 1 fetch first 5 rows only',
    'select 1 fetch next row with ties',
    '(select 1 limit 5)',
    'select 1 -- mine',
    '/* mine */ select 1',
    'select 1; select 2',
    'insert into a select 1',
    'with a as (select 1) select * from a',
    'values (1)',
    'table a',
    'explain select 1',
    'select a into b from c',
    'select a into b from c union select 1',
    'select * from a for update',
    'create table a as select 1',
    'selec 1',
    'select (',
    '',
  ])('is not put behind %j', (sql) => {
    expect(autoLimit(parser, sql, 100)).toEqual({ sql, limit: null })
  })

  test('is put behind a very long text by its words alone', () => {
    const long = (end: string) => `select * from (values ${'(1), '.repeat(60_000)}(2) limit 5) a${end}`
    expect(autoLimit(parser, long(''), 100)).toEqual({ sql: long(' limit 100'), limit: 100 })
    for (const end of [' limit 5', ' FETCH first row only', ' for update', ') ', ' -- mine', '; select 1'])
      expect(autoLimit(parser, long(end), 100)).toEqual({ sql: long(end), limit: null })
  })

  test.for([-1, 0])('is not put with a setting of %d', (limit) => {
    expect(autoLimit(parser, 'select 1', limit)).toEqual({ sql: 'select 1', limit: null })
  })
})
