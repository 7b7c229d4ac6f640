import * as z from 'zod'
import { projectPermissions } from '../../project/project.permissions.ts'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { METRICS, type Metric, RANGES } from './metrics.ts'

const Series = z.array(z.number().nullable())

/** A project's measurements over a span of time. All series have one value for each step; null where none was taken. */
export const Monitoring = z.object({
  /** The beginning of the first step. */
  start: z.string(),
  step_seconds: z.number(),
  series: z.record(z.enum(Object.keys(METRICS) as [Metric, ...Metric[]]), z.object({ avg: Series, max: Series })),
  /** What the values are measured against. */
  limits: z.object({
    memory_bytes: z.number(),
    disk_bytes: z.number(),
    connections: z.number(),
  }),
  /** How many processors the machine has; the processor time of all of them is 1. */
  processors: z.number(),
})
export type Monitoring = z.infer<typeof Monitoring>

export const getMonitoring = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/infra-monitoring',
    tags: ['Infrastructure'],
    summary: 'Processor, memory, disk and connections over time',
  })
  .input(z.object({ ref: Ref, range: z.enum(RANGES).default('1h') }))
  .output(Monitoring)
