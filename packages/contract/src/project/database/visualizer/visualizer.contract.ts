import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

/** One column, as a drawing needs it. */
export const DrawnColumn = z.object({
  name: z.string(),
  /** The type as people write it, such as `numeric(10,2)`. */
  type: z.string(),
  nullable: z.boolean(),
  primary: z.boolean(),
  unique: z.boolean(),
  identity: z.boolean(),
})
export type DrawnColumn = z.infer<typeof DrawnColumn>

export const DrawnTable = z.object({
  /** Postgres's own number for the table, as long as it exists. */
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  partitioned: z.boolean(),
  rls_enabled: z.boolean(),
  comment: z.string().nullable(),
  columns: z.array(DrawnColumn),
})
export type DrawnTable = z.infer<typeof DrawnTable>

/** A foreign key, from the table that has it to the table it points to. */
export const DrawnKey = z.object({
  id: z.number(),
  name: z.string(),
  source: z.number(),
  source_columns: z.array(z.string()),
  target: z.number(),
  target_columns: z.array(z.string()),
})
export type DrawnKey = z.infer<typeof DrawnKey>

export const SchemaDrawing = z.object({ tables: z.array(DrawnTable), keys: z.array(DrawnKey) })
export type SchemaDrawing = z.infer<typeof SchemaDrawing>

/** Tables, columns and foreign keys of all schemas that people made, in as few words as a drawing needs. */
export const drawSchemas = route(projectPermissions.readSql)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/database/visualizer',
    tags: ['Database'],
    summary: 'Tables and foreign keys, for a drawing',
  })
  .input(z.object({ ref: Ref }))
  .output(SchemaDrawing)
