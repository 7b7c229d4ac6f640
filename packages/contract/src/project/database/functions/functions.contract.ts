import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const DatabaseFunction = z.object({
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['function', 'procedure']),
  owner: z.string(),
  comment: z.string().nullable(),
  language: z.string(),
  /** Its arguments with names, types and defaults, as they stand between the parentheses. */
  arguments: z.string(),
  /** Its arguments as they name it among functions of the same name. */
  identity_arguments: z.string(),
  /** Null for a procedure. */
  returns: z.string().nullable(),
  volatility: z.enum(['immutable', 'stable', 'volatile']),
  security_definer: z.boolean(),
  /** Whether it gives null without running when an argument is null. */
  strict: z.boolean(),
  parallel: z.enum(['unsafe', 'restricted', 'safe']),
  /** What the planner takes for its cost; null for what it takes of any. */
  cost: z.number().nullable(),
  /** How many rows the planner takes it to give; null for what it takes of any. */
  rows: z.number().nullable(),
  /** What it sets for as long as it runs, such as `search_path`. */
  config: z.record(z.string(), z.string()).nullable(),
  /** Its text; empty for a function whose body is SQL that Postgres has parsed. */
  body: z.string(),
  /** The whole statement that makes it. */
  definition: z.string(),
})
export type DatabaseFunction = z.infer<typeof DatabaseFunction>

/** Functions and procedures that people wrote: those of extensions are left out. */
export const listDatabaseFunctions = route(projectPermissions.readSql)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/database/functions',
    tags: ['Database'],
    summary: 'Functions and procedures',
  })
  .input(z.object({ ref: Ref }))
  .output(z.array(DatabaseFunction))
