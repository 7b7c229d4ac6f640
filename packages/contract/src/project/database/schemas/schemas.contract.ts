import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const DatabaseSchema = z.object({
  id: z.number(),
  name: z.string(),
  owner: z.string(),
  comment: z.string().nullable(),
  /** `platform` for schemas that the platform's own services keep, `postgres` for the catalogue. */
  origin: z.enum(['people', 'platform', 'postgres']),
  tables: z.number().int(),
  views: z.number().int(),
  functions: z.number().int(),
  types: z.number().int(),
  sequences: z.number().int(),
  bytes: z.number(),
  /** Roles of a request that may see into it. */
  visible_to: z.array(z.string()),
})
export type DatabaseSchema = z.infer<typeof DatabaseSchema>

/** Schemas with what they hold, and the roles that could own one. */
export const listDatabaseSchemas = route(projectPermissions.readSql)
  .route({ method: 'GET', path: '/platform/projects/{ref}/database/schemas', tags: ['Database'], summary: 'Schemas' })
  .input(z.object({ ref: Ref }))
  .output(z.object({ schemas: z.array(DatabaseSchema), owners: z.array(z.string()) }))
