-- What a project's own addresses ask of the platform: its data API, who reaches it, and under which host.

-- What the data API shows. A project without a row has the defaults.
create table project_api_settings (
  project_id bigint primary key references projects (id) on delete cascade,
  -- The schemas whose tables and functions get endpoints; the first answers requests that name none.
  db_schema text[] not null check (cardinality(db_schema) > 0),
  updated_at timestamptz not null default now()
);

-- Who reaches a project's server by network. A project without a row lets everybody in, encrypted or not.
create table project_access (
  project_id bigint primary key references projects (id) on delete cascade,
  ssl_only boolean not null default false,
  -- CIDR; null for all addresses.
  networks text[],
  updated_at timestamptz not null default now(),
  -- When the server last took over what is stored; null while it has not.
  applied_at timestamptz
);

-- A host name under which a project answers besides the platform's own.
create table custom_hostnames (
  project_id bigint primary key references projects (id) on delete cascade,
  hostname text not null check (hostname = lower(hostname)),
  -- What the host's owner has to publish, so that nobody can take over a name that is not theirs.
  txt_value text not null,
  status text not null check (status in ('2_initiated', '3_challenge_verified', '5_services_reconfigured')),
  -- What the last look at the DNS found missing, as sentences.
  problems text[] not null default '{}',
  created_at timestamptz not null default now(),
  checked_at timestamptz
);
-- Whoever proves it first has it; anybody may try.
create unique index custom_hostnames_proven on custom_hostnames (hostname) where status <> '2_initiated';

-- What a project has been given beyond its plan.
create table project_addons (
  project_id bigint not null references projects (id) on delete cascade,
  type text not null,
  variant text not null,
  added_at timestamptz not null default now(),
  primary key (project_id, type)
);
