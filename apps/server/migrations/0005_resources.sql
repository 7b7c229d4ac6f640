-- What projects use of the machine: measurements, the warnings that follow from them, and the room they have.

-- How much a project may hold on disk. Above 95 percent of it the server takes no more writes.
alter table projects add column disk_limit_mb integer not null default 8192 check (disk_limit_mb > 0);

-- Measurements of running projects. One row for each minute, ten minutes (resolution 10) and hour (resolution 60).
create table metrics (
  project_id bigint not null references projects (id) on delete cascade,
  metric smallint not null,
  resolution smallint not null check (resolution in (1, 10, 60)),
  -- The beginning of the span of time.
  at timestamptz not null,
  avg double precision not null,
  max double precision not null,
  primary key (project_id, metric, resolution, at)
);
-- Rows arrive in the order of time, so that this small index finds those of a span of time.
create index metrics_at on metrics using brin (at);

-- What is known from the latest measurement of a project.
create table resource_states (
  project_id bigint primary key references projects (id) on delete cascade,
  read_only boolean not null default false,
  -- {"cpu_exhaustion": {"level": "warning", "toward": null, "count": 0}}
  warnings jsonb not null default '{}',
  -- The server's counters at that time, from which the next measurement takes its differences.
  counters jsonb,
  sampled_at timestamptz
);

-- For how long a project's server has run, by day (UTC) and compute size.
create table compute_usage (
  project_id bigint not null references projects (id) on delete cascade,
  day date not null,
  compute_size text not null,
  seconds double precision not null,
  primary key (project_id, day, compute_size)
);
