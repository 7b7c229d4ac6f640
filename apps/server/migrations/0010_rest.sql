-- How the projects' data APIs read: the most rows of an answer (null for no limit), and where functions and types are
-- looked for after the schema that a request is about.
alter table project_api_settings
  add column max_rows integer default 1000 check (max_rows between 1 and 1000000),
  add column extra_search_path text[] not null default '{public,extensions}';

-- Requests to the projects' own APIs, kept for a few days. Neither keys nor values: the path stands without its query.
create table project_requests (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  request_id uuid not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  status smallint not null,
  ms real not null,
  role text,
  bytes bigint
);
create index project_requests_project on project_requests (project_id, id desc);
create index project_requests_at on project_requests (at);
