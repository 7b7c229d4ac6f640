import { api } from '../../../core/context.ts'
import { measuredOnWire } from '../../../core/measured.ts'
import { readMetrics } from '../../../core/metrics.ts'

export const infrastructure = {
  monitoring: api.project.infrastructure.monitoring.handler(async ({ input, context }) => {
    const { project } = context.scope
    const measured = await readMetrics(context.platform.store, project.id, input.range, new Date())
    return measuredOnWire(project, measured)
  }),
}
