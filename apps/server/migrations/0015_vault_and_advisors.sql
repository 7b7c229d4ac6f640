-- Secrets that people keep with a project. Their values are sealed under the platform's key, bound to their row.
create table vault_secrets (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects (id) on delete cascade,
  name text not null,
  description text not null default '',
  sealed text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, name)
);

-- What the advisors found and people decided to leave as it is. A finding is named by its check and its object.
create table ignored_advice (
  project_id bigint not null references projects (id) on delete cascade,
  finding text not null,
  ignored_by text references users (id) on delete set null,
  ignored_at timestamptz not null default now(),
  primary key (project_id, finding)
);
