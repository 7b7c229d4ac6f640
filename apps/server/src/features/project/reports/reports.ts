import { REPORT_NOT_FOUND, type Report } from '@stoa/contract'
import { reportKind } from '../../../core/content/kind.ts'
import { seen, summaryOnWire } from '../../../core/content/rows.ts'
import { save } from '../../../core/content/save.ts'
import { api, type Context } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { measuredOnWire } from '../../../core/measured.ts'
import { readMetricsBetween } from '../../../core/metrics.ts'
import type { StoreLike } from '../../../store/store.ts'
import { requestFigures } from './request-figures.ts'

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
    const measured = await readMetricsBetween(
      context.platform.store,
      project.id,
      { from: new Date(input.from), to: new Date(input.to) },
      new Date(),
    )
    return measuredOnWire(project, measured)
  }),

  requests: api.project.reports.requests.handler(async ({ input, context }) => {
    const { platform, scope } = context
    // What waits to be written is there for whoever looks right after a request.
    await platform.requestLog.flush()
    return requestFigures(platform.store, scope.project.id, new Date(input.from), new Date(input.to))
  }),
}
