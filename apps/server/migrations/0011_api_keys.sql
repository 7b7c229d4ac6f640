-- Keys of a project's APIs that people make themselves, beside the two that the JWT secret signs. Of secret ones only
-- the hash is kept; publishable ones are public, so that they can be shown again.
create table project_api_keys (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects (id) on delete cascade,
  type text not null check (type in ('publishable', 'secret')),
  name text not null,
  description text,
  prefix text not null,
  hash bytea not null unique,
  -- The key itself, of publishable ones alone.
  value text check ((value is null) = (type = 'secret')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  unique (project_id, name)
);
