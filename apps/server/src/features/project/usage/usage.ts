import { COMPUTE_IDS, COMPUTE_SIZES, METRICS, type Usage } from '@stoa/contract'
import { sql } from 'kysely'
import { api, type Context } from '../../../core/context.ts'
import { diskLimitBytes } from '../../../core/disk-guard.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SECONDS_PER_HOUR = 3600
/** The resolution, in minutes, that measurements of a whole month are kept in. */
const HOURLY = 60

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** What a project has used since the beginning of the month, and uses now. */
async function usage({ platform, scope }: Context): Promise<Usage> {
  const { store, engine } = platform
  const { project } = scope
  const now = new Date()
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  const measured = (metric: number) =>
    store
      .selectFrom('metrics')
      .where('project_id', '=', project.id)
      .where('metric', '=', metric)
      .where('resolution', '=', HOURLY)
  const [seen, database, disk, connections, ran, backups] = await Promise.all([
    engine.observe(project.ref).catch(() => null),
    measured(METRICS.database).select('avg').orderBy('at', 'desc').limit(1).executeTakeFirst(),
    measured(METRICS.disk)
      .where('at', '>=', start)
      .select([sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'), sql<number>`max(max)`.as('bytes')])
      .groupBy('day')
      .execute(),
    measured(METRICS.connections)
      .where('at', '>=', start)
      .select(sql<number | null>`max(max)`.as('most'))
      .executeTakeFirst(),
    store
      .selectFrom('compute_usage')
      .select(['compute_size', sql<number>`sum(seconds)`.as('seconds')])
      .where('project_id', '=', project.id)
      .where('day', '>=', dayOf(start))
      .groupBy('compute_size')
      .execute(),
    store
      .selectFrom('backups')
      .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(size_bytes), 0)::float8`.as('bytes')])
      .where('project_id', '=', project.id)
      .where('status', '=', 'COMPLETED')
      .executeTakeFirstOrThrow(),
  ])
  const byDay = new Map(disk.map((row) => [row.day, row.bytes]))
  const days = Math.floor((now.getTime() - start.getTime()) / DAY_MS) + 1
  return {
    period: { start: start.toISOString(), end: end.toISOString() },
    database_bytes: database?.avg ?? null,
    disk: { used_bytes: seen?.diskBytes ?? null, limit_bytes: diskLimitBytes(project) },
    disk_by_day: Array.from({ length: days }, (_, index) => {
      const day = dayOf(new Date(start.getTime() + index * DAY_MS))
      return { day, bytes: byDay.get(day) ?? null }
    }),
    backups,
    connections: { most: connections?.most ?? null, limit: COMPUTE_SIZES[project.compute_size].maxConnections },
    compute: COMPUTE_IDS.flatMap((id) => {
      const found = ran.find((row) => row.compute_size === id)
      return found ? [{ compute_size: id, hours: found.seconds / SECONDS_PER_HOUR }] : []
    }),
  }
}

export const projectUsage = {
  get: api.project.usage.get.handler(({ context }) => usage(context)),
}
