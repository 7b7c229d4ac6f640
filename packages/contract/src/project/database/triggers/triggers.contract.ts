import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const DatabaseTrigger = z.object({
  id: z.number(),
  schema: z.string(),
  table: z.string(),
  name: z.string(),
  comment: z.string().nullable(),
  /** When it runs: `origin` for changes made here, `replica` for replicated ones. */
  enabled: z.enum(['origin', 'replica', 'always', 'disabled']),
  timing: z.enum(['BEFORE', 'AFTER', 'INSTEAD OF']),
  events: z.array(z.enum(['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'])),
  /** Only when these are set by an update; empty for any. */
  update_columns: z.array(z.string()),
  for_each: z.enum(['ROW', 'STATEMENT']),
  condition: z.string().nullable(),
  function_schema: z.string(),
  function_name: z.string(),
  arguments: z.array(z.string()),
  /** Made by a statement that can say more than this, such as a constraint trigger. */
  is_special: z.boolean(),
  definition: z.string(),
})
export type DatabaseTrigger = z.infer<typeof DatabaseTrigger>

/** What a trigger can be put on. */
const TriggerTarget = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view', 'foreign_table']),
  columns: z.array(z.string()),
})
export type TriggerTarget = z.infer<typeof TriggerTarget>

/** Triggers, what they can be put on, and the functions that they can run. */
export const listDatabaseTriggers = route(projectPermissions.readSql)
  .route({ method: 'GET', path: '/platform/projects/{ref}/database/triggers', tags: ['Database'], summary: 'Triggers' })
  .input(z.object({ ref: Ref }))
  .output(
    z.object({
      triggers: z.array(DatabaseTrigger),
      targets: z.array(TriggerTarget),
      functions: z.array(z.object({ schema: z.string(), name: z.string() })),
    }),
  )
