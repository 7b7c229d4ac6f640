-- Upgrades, the expiry of paused projects, and work that is done again and again.

-- One row for each upgrade, named by the operation that does it.
create table upgrades (
  tracking_id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  from_version text not null,
  target_version text not null,
  status text not null check (status in ('Upgrading', 'Upgraded', 'Failed')),
  -- The latest of the names in `steps`.
  progress text,
  -- [{"name": "started", "at": "..."}], in the order in which they were reached.
  steps jsonb not null default '[]',
  error text,
  initiated_at timestamptz not null default now(),
  finished_at timestamptz
);
create index upgrades_project on upgrades (project_id, initiated_at desc);

-- Since when a project has been paused. A restore that fails does not begin the time anew.
alter table projects add column paused_at timestamptz;
update projects set paused_at = status_since where status in ('INACTIVE', 'RESTORING', 'RESTORE_FAILED');

-- When each scheduled job ran last. One that began and did not finish is done again.
create table schedules (
  name text primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  error text
);
