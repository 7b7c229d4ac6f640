import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const path = '/platform/projects/{ref}/database/connections'
const tags = ['Database']

export const CONNECTION_GONE = 'This connection has ended already'
export const CONNECTION_PROTECTED =
  'This connection belongs to the platform or to Postgres itself and cannot be ended here'
export const CONNECTION_IDLE = 'This connection runs no query that could be canceled'

/** A lock that a connection has or waits for. */
export const HeldLock = z.object({
  /** What is locked: a table's name with its schema, or the kind of thing, such as `transactionid`. */
  object: z.string(),
  mode: z.string(),
  granted: z.boolean(),
})
export type HeldLock = z.infer<typeof HeldLock>

export const DatabaseConnection = z.object({
  pid: z.number(),
  /** When it began, exactly: together with the pid it names one connection, as pids are used again. */
  started_at: z.string(),
  role: z.string().nullable(),
  application: z.string(),
  /** Where it comes from; null over the server's own socket. */
  address: z.string().nullable(),
  /** What kind of process it is: `client backend` for a connection. */
  kind: z.string(),
  /** `platform` is Stoa's own superuser, `postgres` a process of the server; neither can be ended here. */
  belongs_to: z.enum(['project', 'platform', 'postgres']),
  /** `active`, `idle`, `idle in transaction`, … ; null for the server's own processes. */
  state: z.string().nullable(),
  /** What it waits for, such as `Lock: relation`; null while it works. */
  waits_for: z.string().nullable(),
  /** How long the query runs, or has been over when the state is idle, in ms. */
  query_ms: z.number().nullable(),
  /** How long its transaction has been open, in ms. */
  transaction_ms: z.number().nullable(),
  /** The text of its query, or of its last one, without passwords; null for whoever may not read it. */
  query: z.string().nullable(),
  /** Connections that hold what this one waits for, by pid. */
  blocked_by: z.array(z.number()),
  locks: z.array(HeldLock),
})
export type DatabaseConnection = z.infer<typeof DatabaseConnection>

export const DatabaseConnections = z.object({
  /** How many connections the server takes. */
  max_connections: z.number(),
  /** Whether texts of queries are shown to the caller. */
  queries_shown: z.boolean(),
  connections: z.array(DatabaseConnection),
})
export type DatabaseConnections = z.infer<typeof DatabaseConnections>

export const listConnections = route(projectPermissions.readSql)
  .route({ method: 'GET', path, tags, summary: 'Connections, what they run and what they wait for' })
  .input(z.object({ ref: Ref }))
  .output(DatabaseConnections)

const ByConnection = z.object({
  ref: Ref,
  pid: z.coerce.number().int().min(1).max(2_147_483_647),
  started_at: z.string({ error: 'Say when the connection began' }).min(1, 'Say when the connection began').max(64),
})

/** Cancels the query that a connection runs. The connection stays. */
export const cancelConnection = route(projectPermissions.endConnections)
  .route({ method: 'POST', path: `${path}/{pid}/cancel`, tags, summary: 'Cancel what a connection runs' })
  .input(ByConnection)
  .output(z.void())

/** Ends a connection. What its transaction did is undone. */
export const terminateConnection = route(projectPermissions.endConnections)
  .route({ method: 'POST', path: `${path}/{pid}/terminate`, tags, summary: 'End a connection' })
  .input(ByConnection)
  .output(z.void())
