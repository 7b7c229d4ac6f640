import { describe, expect, test } from 'vitest'
import { changedLists, DATABASE_LISTS } from './changed-lists.ts'

describe('the lists that a run may have changed', () => {
  test.for([
    ['create table a ()', ['tables', 'indexes', 'types', 'triggers', 'policies']],
    ['CREATE OR REPLACE VIEW a AS select 1', ['tables', 'indexes', 'types', 'triggers']],
    ['drop materialized view a', ['tables', 'indexes', 'types', 'triggers']],
    ['alter table a rename to b', ['tables', 'indexes', 'types', 'triggers', 'policies']],
    ['drop table a', ['tables', 'indexes', 'types', 'triggers', 'policies']],
    ['alter schema a rename to b', DATABASE_LISTS],
    ['create or replace function f() returns int language sql as $$ select 1 $$', ['functions']],
    ['drop procedure p', ['functions']],
    ['create constraint trigger t after insert on a for each row execute function f()', ['triggers', 'functions']],
    ['alter policy p on a using (true)', ['policies']],
    ["create type t as enum ('a')", ['types']],
    ['create domain d as int', ['types']],
    ['alter role r login', ['roles']],
    ['create user u', ['roles']],
    ['create unique index concurrently i on a (b)', ['indexes']],
    ['create extension e', DATABASE_LISTS],
    ['drop table a cascade', DATABASE_LISTS],
    ['drop owned by a', DATABASE_LISTS],
    ['reassign owned by a to b', DATABASE_LISTS],
    ['grant a to b', ['roles']],
    ['alter default privileges in schema a grant select on tables to b', DATABASE_LISTS],
    ['explain analyze create table a as select 1', ['tables', 'indexes', 'types']],
    ['do $$ begin end $$', DATABASE_LISTS],
    ['call p()', DATABASE_LISTS],
    ['select a into b from c', ['tables', 'indexes', 'types']],
    ['import foreign schema a from server b into c', ['tables', 'indexes', 'types']],
    ['insert into a values (1); create index on a (b); select 1', ['indexes']],
    ["comment on function f is 'x'", ['functions']],
    ['select 1', []],
    ['insert into a select 1', []],
    ["select 'create table a'", []],
    ['-- drop table a\nselect 1', []],
    ['update "create" set a = 1', []],
    ['', []],
  ] as const)('%s', ([sql, lists]) => {
    expect([...changedLists(sql)].sort()).toEqual([...lists].sort())
  })
})
