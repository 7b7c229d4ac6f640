import { sql } from 'kysely'
import { guardDisk } from '../core/disk-guard.ts'
import { machineProcessors } from '../core/machine.ts'
import { type Measurement, pruneMetrics, rollUpMetrics, writeMetrics } from '../core/metrics.ts'
import type { Platform } from '../core/platform.ts'
import { type Counted, countersOf, measure, nextWarnings, STALE_MS, shares } from '../core/resources.ts'
import { rememberUse } from '../core/server-use.ts'
import type { Counters, DatabaseWork, ProjectRow } from '../store/tables.ts'

/** How many servers are looked at side by side. */
const AT_ONCE = 2

type Sampled = Pick<ProjectRow, 'id' | 'ref' | 'compute_size' | 'disk_limit_mb'> & {
  readonly warnings: Parameters<typeof nextWarnings>[0] | null
  readonly counters: Counters | null
  readonly sampled_at: Date | null
}

/** Measures every running project: stores the figures, brings warnings up to date, and guards full disks. */
export async function sampleProjects(platform: Platform): Promise<void> {
  const projects: Sampled[] = await platform.store
    .selectFrom('projects as p')
    .leftJoin('resource_states as r', 'r.project_id', 'p.id')
    .select(['p.id', 'p.ref', 'p.compute_size', 'p.disk_limit_mb', 'r.warnings', 'r.counters', 'r.sampled_at'])
    .where('p.status', '=', 'ACTIVE_HEALTHY')
    .execute()
  const at = new Date()
  const measured: Measurement[] = []
  const queue = [...projects]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const project = next
        const found = await sample(platform, project).catch((error) => {
          // It may be stopping or going away just now; the next round sees how it is then.
          platform.log.warn({ project: project.ref, reason: reasonOf(error) }, 'project could not be measured')
          return null
        })
        if (found) measured.push(found)
      }
    }),
  )
  await writeMetrics(platform.store, at, measured)
  await rollUpMetrics(platform.store, at)
}

/** Removes measurements that are too old to be kept. */
export const pruneMeasurements = (platform: Platform): Promise<void> => pruneMetrics(platform.store, new Date())

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Looks at one project's server. @returns null when it does not run */
async function sample(platform: Platform, project: Sampled): Promise<Measurement | null> {
  const seen = await platform.engine.observe(project.ref)
  rememberUse(platform, project.ref, seen)
  const at = new Date()
  if (seen.state !== 'running') return null
  const since = project.sampled_at?.getTime() ?? 0
  const counted = await count(platform, project)
  const values = measure(seen, counted, project.counters, (at.getTime() - since) / 1000, machineProcessors())
  const stale = at.getTime() - since > STALE_MS
  const warnings = JSON.stringify(nextWarnings(project.warnings ?? {}, shares(values, project), stale))
  const counters = JSON.stringify(countersOf(seen, counted))
  await platform.store.transaction().execute(async (tx) => {
    const kept = await tx
      .selectFrom('projects')
      .select('id')
      .where('id', '=', project.id)
      .forKeyShare()
      .executeTakeFirst()
    if (!kept) return
    await tx
      .insertInto('resource_states')
      .values({ project_id: project.id, warnings, counters, sampled_at: at })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ warnings, counters, sampled_at: at }))
      .execute()
    const ran = (at.getTime() - Math.max(since, seen.startedAt?.getTime() ?? at.getTime())) / 1000
    if (ran > 0)
      await tx
        .insertInto('compute_usage')
        .values({
          project_id: project.id,
          day: at.toISOString().slice(0, 10),
          compute_size: project.compute_size,
          seconds: ran,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'day', 'compute_size'])
            .doUpdateSet({ seconds: sql`compute_usage.seconds + excluded.seconds` }),
        )
        .execute()
  })
  if (values.disk !== null) await guardDisk(platform, project, values.disk)
  return { projectId: project.id, values }
}

const COUNT = `
select (select count(*)::int from pg_stat_activity where backend_type = 'client backend'
    and not (application_name = 'stoa' and state = 'idle') and pid <> pg_backend_pid()) as connections,
  pg_database_size(current_database())::float8 as database_bytes,
  (select json_build_object('transactions', xact_commit + xact_rollback, 'hits', blks_hit, 'reads', blks_read,
    'active_ms', active_time) from pg_stat_database where datname = current_database()) as work`

async function count(platform: Platform, project: Sampled): Promise<Counted> {
  try {
    // A pool would keep a connection to every idle server for a while: megabytes each, for one question a minute.
    const client = await platform.databases.client(project, 'admin')
    try {
      await client.connect()
      const found = await client.query<{ connections: number; database_bytes: number; work: DatabaseWork | null }>(
        COUNT,
      )
      const row = found.rows[0]
      return {
        connections: row?.connections ?? null,
        databaseBytes: row?.database_bytes ?? null,
        work: row?.work ?? null,
      }
    } finally {
      client.end().catch(() => {})
    }
  } catch {
    // A server that takes no connections just now is measured from outside all the same.
    return { connections: null, databaseBytes: null, work: null }
  }
}
