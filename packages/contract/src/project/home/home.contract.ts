import * as z from 'zod'
import { projectPermissions } from '../../project/project.permissions.ts'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { Project } from '../project.ts'

const ByRef = z.object({ ref: Ref })

export const getProject = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}',
    tags: ['Projects'],
    summary: 'One project, for the dashboard',
  })
  .input(ByRef)
  .output(Project)

export const TableSummary = z.object({
  schema: z.string(),
  name: z.string(),
  /** The planner's estimate; null when the table was never analyzed. */
  estimated_rows: z.number().nullable(),
  total_bytes: z.number(),
})

export const Overview = z.object({
  /** What Postgres calls itself, such as `17.10`. */
  server_version: z.string(),
  started_at: z.string().nullable(),
  database_bytes: z.number(),
  sizes: z.object({ tables: z.number(), indexes: z.number(), large_values: z.number(), wal: z.number() }),
  connections: z.object({ used: z.number(), limit: z.number() }),
  /** The server's memory now and the size it is made for, in bytes. */
  memory: z.object({ used: z.number().nullable(), limit: z.number() }),
  tables: z.array(TableSummary),
  table_count: z.number(),
})
export type Overview = z.infer<typeof Overview>

/** What the project's database holds and uses, asked of the running server. */
export const getOverview = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/overview',
    tags: ['Projects'],
    summary: 'Size, tables, connections and version',
  })
  .input(ByRef)
  .output(Overview)

export const Activity = z.object({
  id: z.string(),
  at: z.string(),
  /** Such as `project.paused`. */
  action: z.string(),
  /** Who did it; null when the platform did. */
  actor: z.string().nullable(),
  /** What a person reads, without the actor. */
  sentence: z.string(),
})
export type Activity = z.infer<typeof Activity>

export const listActivity = route(projectPermissions.readActivity)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/activity',
    tags: ['Projects'],
    summary: 'What happened lately, newest first',
  })
  .input(ByRef.extend({ limit: z.coerce.number().int().min(1).max(100).default(20) }))
  .output(z.array(Activity))

export const NOT_RUNNING = 'The database is not running'
export const SAMPLE_EXISTS = 'This database already has a schema named shop'

/** Loads a shop with some ten thousand rows into the schema `shop`. All of it or nothing. */
export const loadSampleData = route(projectPermissions.writeSql)
  .route({
    method: 'POST',
    path: '/platform/projects/{ref}/sample-data',
    tags: ['Projects'],
    summary: 'Load sample data',
    successStatus: 201,
  })
  .input(ByRef)
  .output(z.object({ schema: z.string(), tables: z.number(), rows: z.number() }))

/** Gives the owner role a new password. The answer is the only place where a generated one is shown. */
export const resetDatabasePassword = route(projectPermissions.resetPassword)
  .route({
    method: 'POST',
    path: '/platform/projects/{ref}/db-password',
    tags: ['Projects'],
    summary: 'Reset the database password',
  })
  .input(ByRef)
  .output(z.object({ password: z.string() }))
