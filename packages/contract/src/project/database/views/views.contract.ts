import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const DatabaseView = z.object({
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['view', 'materialized_view']),
  owner: z.string(),
  comment: z.string().nullable(),
  /** The query behind it, as Postgres writes it. */
  definition: z.string(),
  /** Whether it reads as whoever asks, and not as its owner. Null for a materialized view, which stores its rows. */
  security_invoker: z.boolean().nullable(),
  /** Whether it hides rows from functions that would tell of them. */
  security_barrier: z.boolean(),
  /** Whether rows that are changed through it have to be rows of it. */
  check_option: z.enum(['local', 'cascaded']).nullable(),
  /** False for a materialized view that has never been filled. */
  is_populated: z.boolean(),
  /** Whether it has a unique index over all rows, without which it is locked while it is refreshed. */
  refreshes_concurrently: z.boolean(),
  /** Of a materialized view. */
  bytes: z.number().nullable(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
})
export type DatabaseView = z.infer<typeof DatabaseView>

/** Views and materialized views with the queries behind them. */
export const listDatabaseViews = route(projectPermissions.readSql)
  .route({ method: 'GET', path: '/platform/projects/{ref}/database/views', tags: ['Database'], summary: 'Views' })
  .input(z.object({ ref: Ref }))
  .output(z.array(DatabaseView))
