import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const DatabaseExtension = z.object({
  /** Null until it is enabled. */
  id: z.number().nullable(),
  name: z.string(),
  comment: z.string().nullable(),
  default_version: z.string(),
  /** Null until it is enabled. */
  installed_version: z.string().nullable(),
  /** Where it is, or where it would have to be; null when that can be chosen. */
  schema: z.string().nullable(),
  /** Whether the owner of a database may enable it. */
  trusted: z.boolean(),
  owner: z.string().nullable(),
  requires: z.array(z.string()),
  /** Enabled extensions that need this one. */
  required_by: z.array(z.string()),
})
export type DatabaseExtension = z.infer<typeof DatabaseExtension>

/** What the server's build has, enabled or not. */
export const listDatabaseExtensions = route(projectPermissions.readSql)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/database/extensions',
    tags: ['Database'],
    summary: 'Extensions',
  })
  .input(z.object({ ref: Ref }))
  .output(z.array(DatabaseExtension))
