import type { Clause } from './cursor.ts'

const list = (text: string) => text.split(',').map((one) => one.trim())

const EXPRESSION = list(
  'and, or, not, in, exists, between, like, ilike, is null, is not null, is distinct from, case, when, then, else, end, null, true, false, any, all, cast, interval, array, filter, over, partition by',
)
const AFTER_FROM = list(
  'where, join, left join, right join, inner join, full join, cross join, join lateral, left join lateral, on, using, as, group by, order by, having, limit, offset, union, union all, except, intersect, returning, set, values, for update, tablesample, lateral, only',
)
const AFTER_WHERE = list('group by, order by, having, limit, offset, returning, union, union all')

/** What one writes most where a clause is, in the order of its use. */
export const CLAUSE_KEYWORDS: Readonly<Record<Clause, readonly string[]>> = {
  start: list(
    'select, insert into, update, delete from, with, with recursive, create table, create table if not exists, create index, create unique index, create view, create or replace view, create materialized view, create or replace function, create policy, create trigger, create type, create schema, create extension if not exists, create role, alter table, alter policy, drop table, drop table if exists, drop view, drop function, drop policy, drop index, drop schema, truncate, explain, explain analyze, begin, commit, rollback, grant, revoke, comment on table, comment on column, vacuum, analyze, refresh materialized view, merge into, call, do, copy, set, show, values, reindex',
  ),
  select: [...list('distinct, distinct on, from, as'), ...EXPRESSION],
  from: AFTER_FROM,
  on: [...EXPRESSION, ...list('where, join, left join, inner join'), ...AFTER_WHERE],
  where: [...EXPRESSION, ...AFTER_WHERE],
  group: list('order by, having, limit, rollup, cube, grouping sets'),
  order: list(
    'asc, desc, nulls first, nulls last, limit, offset, rows, range, partition by, unbounded preceding, current row',
  ),
  limit: list('offset, all, for update'),
  set: [...list('where, from, default, returning, to'), ...EXPRESSION],
  values: list('default, on conflict, do nothing, do update set, returning'),
  returning: list('as'),
  relation: list('only, if exists, if not exists, concurrently'),
  columns: [],
  type: list('setof, table, trigger, void'),
  schema: list('if exists, if not exists'),
  function: list('if exists'),
  definition: list(
    'primary key, not null, unique, references, default, check, generated always as identity, constraint, foreign key, on delete cascade, on delete set null, like',
  ),
  other: list(
    'using, with check, for select, for insert, for update, for delete, for all, to, on, as permissive, as restrictive, execute function, for each row, before, after, add column, drop column, alter column, rename to, rename column, add constraint, enable row level security, owner to, set default, drop default, set not null, language plpgsql, language sql, security definer, stable, immutable, volatile, begin, end, declare, return, return query, raise exception, if, then, elsif, loop, values, select, default values, on conflict, do nothing, do update set, cascade, restrict',
  ),
}

/** The types that one writes most. */
export const COMMON_TYPES = list(
  'text, integer, bigint, boolean, uuid, timestamptz, timestamp, date, time, numeric, jsonb, json, bytea, real, double precision, smallint, interval, varchar, char, inet, cidr, citext, int4range, int8range, numrange, tstzrange, daterange, tsvector, tsquery, point, xml, money, regclass, record',
)
