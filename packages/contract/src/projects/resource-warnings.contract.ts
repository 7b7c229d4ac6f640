import * as z from 'zod'
import { accountRoute } from '../route.ts'
import { WARNING_LEVELS } from './resource-warnings.ts'

const Level = z.enum(WARNING_LEVELS).nullable()

/** What a project runs short of. */
export const ResourceWarning = z.object({
  /** The project's ref. */
  project: z.string(),
  is_readonly_mode_enabled: z.boolean(),
  disk_io_exhaustion: Level,
  disk_space_exhaustion: Level,
  cpu_exhaustion: Level,
  memory_and_swap_exhaustion: Level,
  auth_rate_limit_exhaustion: Level,
})
export type ResourceWarning = z.infer<typeof ResourceWarning>

export const listResourceWarnings = accountRoute
  .route({
    method: 'GET',
    path: '/platform/projects-resource-warnings',
    tags: ['Projects'],
    summary: 'What your projects run short of',
  })
  .output(z.array(ResourceWarning))
