import * as z from 'zod'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { projectPermissions } from '../project.permissions.ts'

/** How long requests to a project's APIs are kept, in days. */
export const REQUESTS_DAYS = 7

/** One request to a project's own APIs. */
export const ApiRequestEntry = z.object({
  /** Grows with every request: pages go on from the last entry's. */
  id: z.number().int(),
  request_id: z.string(),
  at: z.string(),
  method: z.string(),
  /** Below the project's address, without the query. */
  path: z.string(),
  status: z.number().int(),
  ms: z.number(),
  /** The role of the key or token; null when neither was good. */
  role: z.string().nullable(),
  /** The size of the answer's body; null where it is not known. */
  bytes: z.number().int().nullable(),
})
export type ApiRequestEntry = z.infer<typeof ApiRequestEntry>

/** The requests to a project's APIs, newest first. */
export const listApiRequests = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/requests',
    tags: ['Logs'],
    summary: 'Requests to the APIs of a project',
  })
  .input(
    z.object({
      ref: Ref,
      method: z.enum(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']).optional(),
      /** Those whose path has this in it. */
      search: z.string().max(200).default(''),
      /** From this status, and up to that. */
      status_from: z.coerce.number().int().min(100).max(599).default(100),
      status_to: z.coerce.number().int().min(100).max(599).default(599),
      role: z.string().max(63).optional(),
      since: z.iso.datetime({ offset: true, error: 'This is not a date and time' }).optional(),
      until: z.iso.datetime({ offset: true, error: 'This is not a date and time' }).optional(),
      /** Those before this entry. */
      before: z.coerce.number().int().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
  )
  .output(z.object({ entries: z.array(ApiRequestEntry), more: z.boolean() }))
