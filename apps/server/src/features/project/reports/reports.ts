import { COMPUTE_SIZES, REPORT_NOT_FOUND, type Report } from '@stoa/contract'
import { reportKind } from '../../../core/content/kind.ts'
import { seen, summaryOnWire } from '../../../core/content/rows.ts'
import { save } from '../../../core/content/save.ts'
import { api, type Context } from '../../../core/context.ts'
import { diskLimitBytes } from '../../../core/disk-guard.ts'
import { notFound } from '../../../core/errors.ts'
import { machineProcessors } from '../../../core/machine.ts'
import { readMetricsBetween } from '../../../core/metrics.ts'
import type { StoreLike } from '../../../store/store.ts'
import { requestFigures } from './request-figures.ts'

const MB = 1024 * 1024

/** One report with its blocks. @throws ORPCError 404 */
async function reportOf(tx: StoreLike, context: Context, id: string): Promise<Report> {
  const row = await seen(tx, context)
    .select('content.content')
    .where('content.id', '=', id)
    .where('content.type', '=', reportKind.type)
    .executeTakeFirst()
  if (!row) throw notFound(REPORT_NOT_FOUND)
  return { ...summaryOnWire(row), content: reportKind.read(row.content) }
}

export const reports = {
  get: api.project.reports.get.handler(({ input, context }) => reportOf(context.platform.store, context, input.id)),

  save: api.project.reports.save.handler(({ input, context }) =>
    context.platform.store.transaction().execute(async (tx) => {
      const { id, ref: _, ...changes } = input
      if (!(await save(tx, context, reportKind, id, changes))) throw notFound(REPORT_NOT_FOUND)
      return reportOf(tx, context, id)
    }),
  ),

  metrics: api.project.reports.metrics.handler(async ({ input, context }) => {
    const { project } = context.scope
    const size = COMPUTE_SIZES[project.compute_size]
    const { start, stepSeconds, series } = await readMetricsBetween(
      context.platform.store,
      project.id,
      { from: new Date(input.from), to: new Date(input.to) },
      new Date(),
    )
    return {
      start: start.toISOString(),
      step_seconds: stepSeconds,
      series,
      limits: {
        memory_bytes: size.memoryMb * MB,
        disk_bytes: diskLimitBytes(project),
        connections: size.maxConnections,
        disk_bytes_per_second: size.diskMbPerSecond * MB,
      },
      processors: machineProcessors(),
    }
  }),

  requests: api.project.reports.requests.handler(async ({ input, context }) => {
    const { platform, scope } = context
    // What waits to be written is there for whoever looks right after a request.
    await platform.requestLog.flush()
    return requestFigures(platform.store, scope.project.id, new Date(input.from), new Date(input.to))
  }),
}
