import { COMPUTE_SIZES } from '@stoa/contract'
import { diskLimitBytes } from './disk-guard.ts'
import { machineProcessors } from './machine.ts'
import type { Measured } from './metrics.ts'

const MB = 1024 * 1024

/** Measurements of a project as they go out, with the limits that they are looked at against. */
export function measuredOnWire(
  project: Parameters<typeof diskLimitBytes>[0] & { readonly compute_size: keyof typeof COMPUTE_SIZES },
  { start, stepSeconds, series }: Measured,
) {
  const size = COMPUTE_SIZES[project.compute_size]
  return {
    start: start.toISOString(),
    step_seconds: stepSeconds,
    series,
    limits: {
      memory_bytes: size.memoryMb * MB,
      disk_bytes: diskLimitBytes(project),
      connections: size.maxConnections,
    },
    processors: machineProcessors(),
  }
}
