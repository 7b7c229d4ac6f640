-- What people write in a project: SQL now, and reports.

create table content_folders (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects (id) on delete cascade,
  owner_id text not null references users (id) on delete cascade,
  parent_id uuid references content_folders (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index content_folders_name on content_folders (project_id, owner_id, name) where deleted_at is null;
create index content_folders_parent on content_folders (parent_id);

create table content (
  -- Chosen by who makes it, so that something can be written before the server knows of it.
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  owner_id text not null references users (id) on delete cascade,
  type text not null check (type in ('sql', 'report')),
  name text not null,
  description text not null default '',
  visibility text not null default 'user' check (visibility in ('user', 'project')),
  folder_id uuid references content_folders (id) on delete set null,
  content jsonb not null,
  -- Counts the changes of `content`, and of nothing else.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text references users (id) on delete set null,
  deleted_at timestamptz,
  check (visibility = 'user' or folder_id is null)
);
create index content_own on content (project_id, owner_id, type) where deleted_at is null;
create index content_shared on content (project_id, type) where deleted_at is null and visibility = 'project';
create index content_folder on content (folder_id) where folder_id is not null;
create index content_deleted on content (deleted_at) where deleted_at is not null;

-- Favourites belong to people: what is shared can be a favourite of some.
create table content_favorites (
  content_id uuid not null references content (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  primary key (content_id, user_id)
);
create index content_favorites_user on content_favorites (user_id);

-- Every text that was saved, who saved it and when. Old ones are thinned out.
create table content_revisions (
  content_id uuid not null references content (id) on delete cascade,
  version integer not null,
  content jsonb not null,
  saved_at timestamptz not null default now(),
  saved_by text references users (id) on delete set null,
  primary key (content_id, version)
);
