import { beforeAll, describe, expect, it, test } from 'vitest'
import { findDangers, isDestructive, mayHoldDangers } from './dangers.ts'
import { loadParser, type SqlParser } from './parser.ts'

let parser: SqlParser
beforeAll(async () => {
  parser = await loadParser()
})
const kinds = (sql: string) => findDangers(parser, sql).map(({ kind }) => kind)

describe('dangers', () => {
  test.for([
    ['drop table a', ['drop']],
    ['DROP\n VIEW a', ['drop']],
    ['drop database a', ['drop']],
    ['drop role a; drop owned by b', ['drop', 'drop']],
    ['alter table a drop column b', ['drop']],
    ['alter table a drop constraint b', ['drop']],
    ['truncate a, b', ['truncate']],
    ['delete from a where b = 1', ['delete']],
    ['delete from a', ['delete-without-where']],
    ['update a set b = 1', ['update-without-where']],
    ['update a set b = 1 from c', ['update-without-where']],
    ['with x as (delete from a returning *) select * from x', ['delete-without-where']],
    ['with x as (update a set b = 1 returning *) insert into c select * from x', ['update-without-where']],
    ['insert into a select 1 from (with x as (delete from b where c returning *) select * from x) d', ['delete']],
    ['merge into a using b on a.id = b.id when matched then delete', ['delete']],
    ['explain analyze delete from a', ['delete-without-where']],
    ['explain (analyze true, costs off) delete from a', ['delete-without-where']],
    ['copy (delete from a returning *) to stdout', ['delete-without-where']],
    ['prepare p as delete from a where b = $1', ['delete']],
    ['do $$ begin delete from a; end $$', ['delete-without-where']],
    [
      'do $$ begin delete from a where b; update c set d = 1; drop table e; end $$',
      ['drop', 'delete', 'update-without-where'],
    ],
    ["do $$ begin execute 'truncate a'; end $$", ['truncate']],
    ["do 'begin delete from a where b; end'", ['delete']],
    ['select 1; /* keep */ delete from a; select 2; truncate b', ['delete-without-where', 'truncate']],
    ['create schema s create table a (); drop table b', ['drop']],
    ['delete form a', ['delete-without-where']],
    ['update a set b = 1 returning c as where', ['update-without-where']],
    ['update a set b = (select 1 where true)', ['update-without-where']],
    ['with x as delete from a', ['unclear']],
    ['select 1; drop tabel a; select 2', ['drop']],
  ] as const)('%s', ([sql, expected]) => {
    expect(kinds(sql)).toEqual(expected)
    expect(mayHoldDangers(sql)).toBe(true)
  })

  test.for([
    'select 1',
    'insert into a values (1)',
    'update a set b = 1 where c = 2',
    'update a set b = 1 where current of c',
    'create table a (b int references c on delete cascade on update set null)',
    'create function f() returns void language sql as $$ delete from a $$',
    'create function f() returns void begin atomic delete from a; end',
    'create rule r as on delete to a do instead delete from b',
    'create trigger t after delete or update on a for each row execute function f()',
    'create policy p on a for delete using (true)',
    'grant delete, update, truncate on a to b',
    'alter table a add foreign key (b) references c on delete cascade',
    'explain delete from a',
    'explain (analyze off) delete from a',
    'explain (analyze 0) delete from a',
    'select "drop", \'delete from a\' from b -- truncate',
    'select a.update from a for update',
    'do $$ begin perform 1; end $$',
    'comment on table a is $$ drop it $$',
    'insert into a values (1) on conflict (b) do update set c = 1 where a.c > 0',
    'insert into a values (1) on conflict (b) do update set c = 1',
    'selec 1',
    '',
  ])('none: %s', (sql) => {
    expect(kinds(sql)).toEqual([])
  })

  it('says which statement holds them', () => {
    const sql = "select '🚀'; delete from a;"
    const [danger] = findDangers(parser, sql)
    expect(sql.slice(danger?.statement.start, danger?.statement.end)).toBe('delete from a')
  })

  it('knows without the parser that most texts hold none', () => {
    expect(mayHoldDangers('select \'delete\', "drop" from a -- truncate')).toBe(false)
    expect(mayHoldDangers('do $$ begin perform 1; end $$')).toBe(false)
  })

  it('takes all but a wide update for destructive', () => {
    expect(isDestructive('drop')).toBe(true)
    expect(isDestructive('delete-without-where')).toBe(true)
    expect(isDestructive('unclear')).toBe(true)
    expect(isDestructive('update-without-where')).toBe(false)
  })
})
