import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const path = '/platform/projects/{ref}/database/indexes'
const tags = ['Database']

export const TableIndex = z.object({
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  table_id: z.number(),
  table: z.string(),
  method: z.string(),
  is_unique: z.boolean(),
  is_primary: z.boolean(),
  /** The constraint that keeps it; it goes with that. */
  constraint: z.string().nullable(),
  /** An index that is not valid slows writing and helps nobody: its making was broken off. */
  is_valid: z.boolean(),
  /** Its columns and expressions, in their order. */
  keys: z.array(z.string()),
  /** Which rows it holds; null for all. */
  predicate: z.string().nullable(),
  definition: z.string(),
  bytes: z.number(),
  /** How often it was used since the statistics began. */
  scans: z.number(),
})
export type TableIndex = z.infer<typeof TableIndex>

export const listTableIndexes = route(projectPermissions.readSql)
  .route({ method: 'GET', path, tags, summary: 'Indexes with their size and use' })
  .input(z.object({ ref: Ref }))
  .output(z.array(TableIndex))

/** An index that is being made, as pg_stat_progress_create_index tells it. */
export const IndexProgress = z.object({
  pid: z.number(),
  schema: z.string(),
  table: z.string(),
  /** Null until Postgres has given it one. */
  index: z.string().nullable(),
  command: z.string(),
  phase: z.string(),
  /** Share of the phase that is done, from 0 to 1; null for phases that are not measured. */
  share: z.number().nullable(),
  /** Transactions that are waited for, of how many. */
  waiting_for: z.number(),
})
export type IndexProgress = z.infer<typeof IndexProgress>

export const listIndexProgress = route(projectPermissions.readSql)
  .route({ method: 'GET', path: `${path}/progress`, tags, summary: 'Indexes that are being made' })
  .input(z.object({ ref: Ref }))
  .output(z.array(IndexProgress))
