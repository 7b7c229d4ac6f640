import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const DatabasePublication = z.object({
  id: z.number(),
  name: z.string(),
  owner: z.string(),
  comment: z.string().nullable(),
  insert: z.boolean(),
  update: z.boolean(),
  delete: z.boolean(),
  truncate: z.boolean(),
  /** Whether changes of a partition are told as those of the table above it. */
  via_root: z.boolean(),
  all_tables: z.boolean(),
  schemas: z.array(z.string()),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      /** Only rows that meet this. */
      where: z.string().nullable(),
      /** Only these columns; null for all. */
      columns: z.array(z.string()).nullable(),
    }),
  ),
})
export type DatabasePublication = z.infer<typeof DatabasePublication>

const PublishableTable = z.object({
  schema: z.string(),
  name: z.string(),
  /** Whether its rows can be told apart, without which Postgres refuses updates and deletes once it is published. */
  has_identity: z.boolean(),
})
export type PublishableTable = z.infer<typeof PublishableTable>

/** Publications, and the tables that can be part of one. */
export const listDatabasePublications = route(projectPermissions.readSql)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/database/publications',
    tags: ['Database'],
    summary: 'Publications',
  })
  .input(z.object({ ref: Ref }))
  .output(z.object({ publications: z.array(DatabasePublication), tables: z.array(PublishableTable) }))
