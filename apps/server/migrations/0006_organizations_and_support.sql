-- What organizations may use, and requests for support.

-- How many active projects a member may have in free organizations; null for what the plan's catalogue says.
alter table users add column free_project_limit integer check (free_project_limit >= 0);

-- Set by whoever runs the installation: nothing about the organization's databases is ever sent anywhere.
alter table organizations add column hipaa boolean not null default false;

-- A token that the settings register goes when the settings no longer name it.
alter table access_tokens add column from_settings boolean not null default false;
update access_tokens set from_settings = true where name = 'STOA_OWNER_TOKEN';

-- Requests for support. They outlive the project, the organization and the account that they are about.
create table support_tickets (
  id uuid primary key default gen_random_uuid(),
  category text not null,
  subject text not null,
  message text not null,
  user_id text references users (id) on delete set null,
  author_name text not null,
  author_email text not null,
  organization_id bigint references organizations (id) on delete set null,
  organization_slug text,
  project_ref text,
  project_name text,
  created_at timestamptz not null default now(),
  emailed_at timestamptz,
  email_error text
);
create index support_tickets_author on support_tickets (user_id, created_at desc);
create index support_tickets_organization on support_tickets (organization_id, created_at desc);
