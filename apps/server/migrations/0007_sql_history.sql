-- What was run in the projects, and by whom.

create table sql_history (
  id uuid primary key,
  -- In the order in which the runs began, also within a millisecond.
  seq bigint generated always as identity,
  project_id bigint not null references projects (id) on delete cascade,
  user_id text references users (id) on delete set null,
  user_name text not null,
  document_id text,
  sql text not null,
  kept text not null check (kept in ('whole', 'cut', 'without-passwords')),
  role text not null,
  read_only boolean not null,
  in_transaction text check (in_transaction in ('commit', 'rollback')),
  started_at timestamptz not null default now(),
  ms double precision,
  row_count bigint,
  status text not null check (status in ('running', 'done', 'failed', 'cancelled')),
  error text
);
create index sql_history_project on sql_history (project_id, seq desc);
create index sql_history_user on sql_history (project_id, user_id, seq desc);
create index sql_history_running on sql_history (seq) where status = 'running';
