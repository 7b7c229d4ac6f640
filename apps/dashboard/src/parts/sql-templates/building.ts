import { POLICIES } from './policies.ts'
import type { TemplateGroup } from './template.ts'

// What one builds a database of.
export const BUILDING: readonly TemplateGroup[] = [
  {
    name: 'Tables',
    templates: [
      {
        id: 'create-table',
        title: 'Create a table',
        about: 'Identity key, defaults, a check and comments.',
        sql: `-- A table with the columns that nearly every table has.
create table if not exists public.notes (
  id bigint generated always as identity primary key,
  title text not null check (title <> ''),
  body text not null default '',
  is_pinned boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.notes is 'What people write down.';
comment on column public.notes.is_pinned is 'Stands above the others.';

insert into public.notes (title, body)
values ('First note', 'Hello');

select * from public.notes order by created_at desc;
`,
      },
      {
        id: 'table-with-foreign-key',
        title: 'Two tables and a foreign key',
        about: 'A list and its items, with what happens to the items when the list goes.',
        sql: `-- Items go with their list. A foreign key has no index of its own, so one is made.
create table if not exists public.lists (
  id uuid primary key default gen_random_uuid(),
  name text not null
);

create table if not exists public.list_items (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.lists (id) on delete cascade,
  name text not null,
  position integer not null default 0
);

create index if not exists list_items_list_id on public.list_items (list_id);
`,
      },
      {
        id: 'enum-column',
        title: 'A column with fixed values',
        about: 'An enum type, a column of it, and one more value later.',
        sql: `-- Values keep the order in which they are listed, and sort by it.
create type public.task_state as enum ('open', 'started', 'done');

create table public.tasks (
  id bigint generated always as identity primary key,
  name text not null,
  state public.task_state not null default 'open'
);

insert into public.tasks (name, state)
values ('Write it', 'done'), ('Read it', 'open');

select name, state from public.tasks order by state;
`,
      },
      {
        id: 'import-json',
        title: 'Rows from a JSON document',
        about: 'Turns a JSON array into rows of the right types.',
        sql: `-- Put your document between the dollar signs.
select entry.*
from jsonb_to_recordset($json$
  [
    {"name": "Harbor", "opened": "2019-04-02", "berths": 42},
    {"name": "Quay", "opened": "2021-11-15", "berths": 7}
  ]
$json$) as entry (name text, opened date, berths integer);
`,
      },
    ],
  },
  POLICIES,
  {
    name: 'Functions',
    templates: [
      {
        id: 'sql-function',
        title: 'A function that returns rows',
        about: 'Written in SQL, callable through the API.',
        sql: `-- The API offers it under /rest/v1/rpc/days_between.
create or replace function public.days_between(first date, last date)
returns table (day date, is_weekend boolean)
language sql immutable
as $$
  select day::date, extract(isodow from day) > 5
  from generate_series(first, last, interval '1 day') as day
$$;

select * from public.days_between(current_date, current_date + 6);
`,
      },
      {
        id: 'plpgsql-function',
        title: 'A function with steps and errors',
        about: 'PL/pgSQL with a check, a loop variable and an error of its own.',
        sql: `create or replace function public.split_amount(amount numeric, parts integer)
returns numeric[]
language plpgsql immutable
as $$
declare
  share numeric;
  result numeric[] := '{}';
begin
  if parts < 1 then
    raise exception 'An amount is split into one part at least, not %', parts
      using errcode = 'invalid_parameter_value';
  end if;
  for part in reverse parts..1 loop
    -- Cents that do not divide go to the first ones.
    share := ceil((amount * 100) / part) / 100;
    result := result || share;
    amount := amount - share;
  end loop;
  return result;
end
$$;

select public.split_amount(100, 3);
`,
      },
    ],
  },
  {
    name: 'Triggers',
    templates: [
      {
        id: 'updated-at',
        title: 'Keep updated_at true',
        about: 'One function for all tables, one trigger for each.',
        sql: `create or replace function public.touch_updated_at()
returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create table if not exists public.articles (
  id bigint generated always as identity primary key,
  title text not null,
  updated_at timestamptz not null default now()
);

create or replace trigger articles_updated_at
  before update on public.articles
  for each row
  when (old.* is distinct from new.*)
  execute function public.touch_updated_at();
`,
      },
      {
        id: 'audit-trigger',
        title: 'Note every change of a table',
        about: 'Who did what to which row, with the row before and after.',
        sql: `create schema if not exists audit;

create table if not exists audit.changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  by text not null default current_user,
  relation text not null,
  action text not null,
  before jsonb,
  after jsonb
);

-- It runs as its owner, so that those who change rows need no right to the list of changes.
create or replace function audit.note_change()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into audit.changes (by, relation, action, before, after)
  values (
    session_user,
    tg_table_schema || '.' || tg_table_name,
    lower(tg_op),
    case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end
  );
  return null;
end
$$;

create table if not exists public.prices (
  id bigint generated always as identity primary key,
  amount numeric not null
);

create or replace trigger prices_audit
  after insert or update or delete on public.prices
  for each row execute function audit.note_change();

insert into public.prices (amount) values (9.5);

select at, by, relation, action, after from audit.changes order by id desc limit 10;
`,
      },
    ],
  },
  {
    name: 'Indexes',
    templates: [
      {
        id: 'index-kinds',
        title: 'Indexes for what you ask',
        about: 'Ordered, partial, for an expression and for JSON.',
        sql: `create table if not exists public.visits (
  id bigint generated always as identity primary key,
  email text not null,
  details jsonb not null default '{}',
  left_at timestamptz,
  created_at timestamptz not null default now()
);

-- The newest of somebody: equal first, then the order.
create index if not exists visits_email_created_at on public.visits (email, created_at desc);

-- Only the rows that are asked for again and again.
create index if not exists visits_open on public.visits (created_at) where left_at is null;

-- Of an expression, as it is written in the query.
create index if not exists visits_email_lower on public.visits (lower(email));

-- For details @> '{"plan": "pro"}'.
create index if not exists visits_details on public.visits using gin (details jsonb_path_ops);
`,
      },
      {
        id: 'text-search',
        title: 'Search in texts',
        about: 'A generated search column with its index and a ranked query.',
        sql: `create table if not exists public.pages (
  id bigint generated always as identity primary key,
  title text not null,
  body text not null,
  search tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B')
  ) stored
);

create index if not exists pages_search on public.pages using gin (search);

-- @set words = harbor -closed
select title, ts_rank(search, query) as rank
from public.pages, websearch_to_tsquery('english', :words) as query
where search @@ query
order by rank desc
limit 20;
`,
      },
    ],
  },
]
