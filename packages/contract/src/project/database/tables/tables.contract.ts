import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const path = '/platform/projects/{ref}/database'
const tags = ['Database']

export const NO_SUCH_TABLE = 'There is no such table any more. It may have been dropped'
export const noDefinition = (schema: string, name: string) => `There is no table or view named ${name} in ${schema}`

const FOREIGN_KEY_ACTION = z.enum(['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT'])

/** A column as it is defined. */
export const TableColumn = z.object({
  /** Its place in the catalogue, which it keeps when it is renamed. */
  id: z.number(),
  name: z.string(),
  /** With modifiers, such as `numeric(10,2)`. */
  data_type: z.string(),
  default_value: z.string().nullable(),
  identity: z.enum(['ALWAYS', 'BY DEFAULT']).nullable(),
  generated: z.string().nullable(),
  is_nullable: z.boolean(),
  comment: z.string().nullable(),
  /** Comes from the table that this is a partition or a child of, and is changed there. */
  is_inherited: z.boolean(),
})
export type TableColumn = z.infer<typeof TableColumn>

export const TableConstraint = z.object({
  name: z.string(),
  kind: z.enum(['primary', 'unique', 'check', 'foreign', 'exclusion']),
  columns: z.array(z.string()),
  expression: z.string().nullable(),
  references: z.object({ schema: z.string(), table: z.string(), columns: z.array(z.string()) }).nullable(),
  on_delete: FOREIGN_KEY_ACTION,
  on_update: FOREIGN_KEY_ACTION,
  /** Of SET NULL and SET DEFAULT: the columns that it is about, where it is not all of them. */
  delete_columns: z.array(z.string()),
  match_full: z.boolean(),
  nulls_not_distinct: z.boolean(),
  /** Null for one that is always looked at at once. */
  deferrable: z.enum(['immediate', 'deferred']).nullable(),
  /** As Postgres writes it. */
  definition: z.string(),
  is_inherited: z.boolean(),
})
export type TableConstraint = z.infer<typeof TableConstraint>

/** A table with all that its definition says. */
export const TableDetail = z.object({
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  comment: z.string().nullable(),
  rls_enabled: z.boolean(),
  is_partitioned: z.boolean(),
  /** The planner's estimate; null when there is none. */
  estimated_rows: z.number().nullable(),
  columns: z.array(TableColumn),
  constraints: z.array(TableConstraint),
})
export type TableDetail = z.infer<typeof TableDetail>

export const getTable = route(projectPermissions.readSql)
  .route({ method: 'GET', path: `${path}/tables/{id}`, tags, summary: 'A table as it is defined' })
  .input(z.object({ ref: Ref, id: z.coerce.number().int().min(1).max(4_294_967_295) }))
  .output(TableDetail)

/** The statements that would make a table or view anew, with its indexes, policies, triggers and comments. */
export const getDefinition = route(projectPermissions.readSql)
  .route({ method: 'GET', path: `${path}/definition`, tags, summary: 'The SQL that defines a table or view' })
  .input(z.object({ ref: Ref, schema: z.string().min(1), name: z.string().min(1) }))
  .output(z.object({ sql: z.string() }))
