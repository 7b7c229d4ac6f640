-- The assistant: which model answers, and what people have talked about with it.

-- The platform's own model is the row without an organization.
create table assistant_models (
  id bigint generated always as identity primary key,
  organization_id bigint references organizations (id) on delete cascade,
  base_url text not null,
  model text not null,
  -- Sealed; null for models that need none.
  api_key text,
  -- The last characters of the key, by which people know which one it is.
  key_hint text,
  -- What the last trial with these settings has shown.
  capabilities jsonb,
  probed_at timestamptz,
  updated_at timestamptz not null default now(),
  updated_by text references users (id) on delete set null
);
create unique index assistant_models_place on assistant_models (coalesce(organization_id, 0));

create table assistant_chats (
  -- Chosen by who begins it, so that something can be asked before the server knows of it.
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  owner_id text not null references users (id) on delete cascade,
  name text not null,
  share_results boolean not null default false,
  -- Counts the changes of its messages.
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index assistant_chats_own on assistant_chats (project_id, owner_id, updated_at desc);
create index assistant_chats_owner on assistant_chats (owner_id);

create table assistant_messages (
  chat_id uuid not null references assistant_chats (id) on delete cascade,
  place integer not null,
  id text not null,
  role text not null check (role in ('user', 'assistant')),
  parts jsonb not null,
  metadata jsonb not null default '{}',
  primary key (chat_id, place)
);
