import * as z from 'zod'
import { projectPermissions } from '../../project/project.permissions.ts'
import { route } from '../../route.ts'
import { ComputeIdSchema, Ref } from '../../schemas.ts'

/** What a project has used in the current calendar month (UTC), and what it uses now. */
export const Usage = z.object({
  period: z.object({ start: z.string(), end: z.string() }),
  /** Null while nothing was measured. */
  database_bytes: z.number().nullable(),
  disk: z.object({ used_bytes: z.number().nullable(), limit_bytes: z.number() }),
  /** The largest use of disk on each day of the period until today; null for days without a measurement. */
  disk_by_day: z.array(z.object({ day: z.string(), bytes: z.number().nullable() })),
  backups: z.object({ count: z.number(), bytes: z.number() }),
  connections: z.object({
    /** The most at once in the period; null while nothing was measured. */
    most: z.number().nullable(),
    limit: z.number(),
  }),
  /** How long the server ran in the period, by compute size. */
  compute: z.array(z.object({ compute_size: ComputeIdSchema, hours: z.number() })),
})
export type Usage = z.infer<typeof Usage>

export const getUsage = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/usage',
    tags: ['Usage'],
    summary: 'What a project uses of what it may',
  })
  .input(z.object({ ref: Ref }))
  .output(Usage)
