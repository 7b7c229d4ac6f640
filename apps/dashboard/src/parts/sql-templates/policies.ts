import type { TemplateGroup } from './template.ts'

/** Who sees and changes which rows. */
export const POLICIES: TemplateGroup = {
  name: 'RLS policies',
  templates: [
    {
      id: 'rls-owner',
      title: 'People see and change their own rows',
      about: 'Row level security by the user in the request.',
      sql: `-- Every request of a signed-in user carries the user's id in its claims.
create table if not exists public.journal (
  id bigint generated always as identity primary key,
  user_id uuid not null default (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid,
  entry text not null
);

create index if not exists journal_user_id on public.journal (user_id);

alter table public.journal enable row level security;

-- The subquery is evaluated once for a statement, not once for a row.
create policy "People read their own entries" on public.journal
  for select to authenticated
  using (user_id = (select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid));

create policy "People write their own entries" on public.journal
  for insert to authenticated
  with check (user_id = (select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid));

create policy "People change their own entries" on public.journal
  for update to authenticated
  using (user_id = (select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid));
`,
    },
    {
      id: 'rls-public-read',
      title: 'Everybody reads, nobody writes',
      about: 'A table that the anon key may read.',
      sql: `-- Without a policy for it, every other command is refused to API keys. service_role passes by all policies.
create table if not exists public.announcements (
  id bigint generated always as identity primary key,
  body text not null,
  published_at timestamptz
);

alter table public.announcements enable row level security;

create policy "Everybody reads what is published" on public.announcements
  for select to anon, authenticated
  using (published_at <= now());
`,
    },
    {
      id: 'rls-team',
      title: 'Members of a team share rows',
      about: 'A membership table decides, through a function that policies cannot trip over.',
      sql: `create table if not exists public.team_members (
  team_id uuid not null,
  user_id uuid not null,
  primary key (team_id, user_id)
);

create table if not exists public.team_documents (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null,
  title text not null
);

-- It runs as its owner, so the policies of team_members do not apply inside of it.
create or replace function public.my_teams()
returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select team_id
  from public.team_members
  where user_id = (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;

alter table public.team_members enable row level security;
alter table public.team_documents enable row level security;

create policy "Members share the documents of their teams" on public.team_documents
  for all to authenticated
  using (team_id in (select public.my_teams()))
  with check (team_id in (select public.my_teams()));
`,
    },
    {
      id: 'rls-overview',
      title: 'Which tables are protected',
      about: 'Row level security and policies of every table.',
      sql: `-- A table of an exposed schema without row level security is open to whoever has the anon key.
select
  c.relnamespace::regnamespace as schema,
  c.relname as table,
  c.relrowsecurity as is_protected,
  count(p.oid) as policies,
  string_agg(p.polname, ', ' order by p.polname) as names
from pg_class c
left join pg_policy p on p.polrelid = c.oid
where c.relkind in ('r', 'p')
  and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
group by c.oid
order by is_protected, schema, c.relname;
`,
    },
  ],
}
