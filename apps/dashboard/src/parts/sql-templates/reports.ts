import type { TemplateGroup } from './template.ts'

// What one asks a database about itself. They only read.
export const REPORTS: readonly TemplateGroup[] = [
  {
    name: 'Size and health',
    templates: [
      {
        id: 'table-sizes',
        title: 'Largest tables',
        about: 'Rows, table, indexes and large values.',
        sql: `select
  relid::regclass as table,
  n_live_tup as rows_estimated,
  pg_size_pretty(pg_total_relation_size(relid)) as total,
  pg_size_pretty(pg_relation_size(relid)) as rows_size,
  pg_size_pretty(pg_indexes_size(relid)) as indexes,
  last_autovacuum
from pg_stat_user_tables
order by pg_total_relation_size(relid) desc
limit 50;
`,
      },
      {
        id: 'unused-indexes',
        title: 'Indexes that nobody uses',
        about: 'Costly at every write, read never or hardly.',
        sql: `-- Counted since the statistics were reset last. An index that keeps something unique is needed all the same.
select
  s.indexrelid::regclass as index,
  s.relid::regclass as table,
  s.idx_scan as scans,
  pg_size_pretty(pg_relation_size(s.indexrelid)) as size
from pg_stat_user_indexes s
join pg_index i using (indexrelid)
where not i.indisunique
order by s.idx_scan, pg_relation_size(s.indexrelid) desc
limit 50;
`,
      },
      {
        id: 'unindexed-foreign-keys',
        title: 'Foreign keys without an index',
        about: 'Deleting from the other table reads all of these.',
        sql: `select
  k.conrelid::regclass as table,
  k.conname as foreign_key,
  k.confrelid::regclass as points_to
from pg_constraint k
where k.contype = 'f'
  and not exists (
    select from pg_index i
    where i.indrelid = k.conrelid
      and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
  )
order by k.conrelid::regclass::text;
`,
      },
      {
        id: 'cache-hits',
        title: 'How much comes from memory',
        about: 'Share of reads that the disk was spared, by table.',
        sql: `select
  relid::regclass as table,
  heap_blks_read as from_disk,
  heap_blks_hit as from_memory,
  round(100.0 * heap_blks_hit / nullif(heap_blks_hit + heap_blks_read, 0), 1) as percent_from_memory
from pg_statio_user_tables
order by heap_blks_read desc
limit 50;
`,
      },
    ],
  },
  {
    name: 'Activity',
    templates: [
      {
        id: 'running-queries',
        title: 'What runs now',
        about: 'Sessions with their statement, how long, and what they wait for.',
        sql: `select
  pid,
  usename as role,
  state,
  now() - query_start as running_for,
  wait_event_type,
  wait_event,
  left(query, 200) as query
from pg_stat_activity
where pid <> pg_backend_pid()
  and backend_type = 'client backend'
order by query_start;
`,
      },
      {
        id: 'blocked-queries',
        title: 'Who waits for whom',
        about: 'Sessions that are blocked, and those that block them.',
        sql: `-- To end a session that blocks: select pg_terminate_backend(pid);
select
  waiting.pid as waiting,
  left(waiting.query, 120) as waiting_query,
  blocking.pid as blocking,
  blocking.state as blocking_state,
  left(blocking.query, 120) as blocking_query,
  now() - waiting.query_start as waits_for
from pg_stat_activity waiting
cross join lateral unnest(pg_blocking_pids(waiting.pid)) as blocker (pid)
join pg_stat_activity blocking on blocking.pid = blocker.pid;
`,
      },
      {
        id: 'slow-queries',
        title: 'Where the time goes',
        about: 'Statements by their total time, from pg_stat_statements.',
        sql: `select
  calls,
  round(total_exec_time::numeric) as total_ms,
  round(mean_exec_time::numeric, 2) as mean_ms,
  rows,
  left(query, 200) as query
from extensions.pg_stat_statements
order by total_exec_time desc
limit 20;
`,
      },
      {
        id: 'roles',
        title: 'Roles and what they may do',
        about: 'Who can log in, and whose member each is.',
        sql: `select
  r.rolname as role,
  r.rolcanlogin as can_log_in,
  r.rolcreaterole as creates_roles,
  r.rolbypassrls as passes_by_policies,
  array(
    select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid order by 1
  ) as member_of
from pg_roles r
where r.rolname !~ '^pg_'
order by r.rolname;
`,
      },
    ],
  },
]
