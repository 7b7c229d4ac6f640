import { COMPUTE_SIZES } from '@stoa/contract'
import { api } from '../../../core/context.ts'
import { diskLimitBytes } from '../../../core/disk-guard.ts'
import { machineProcessors } from '../../../core/machine.ts'
import { readMetrics } from '../../../core/metrics.ts'

const MB = 1024 * 1024

export const infrastructure = {
  monitoring: api.project.infrastructure.monitoring.handler(async ({ input, context }) => {
    const { project } = context.scope
    const size = COMPUTE_SIZES[project.compute_size]
    const { start, stepSeconds, series } = await readMetrics(
      context.platform.store,
      project.id,
      input.range,
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
}
