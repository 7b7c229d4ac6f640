import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const Membership = z.object({ role: z.string(), admin: z.boolean() })

const DatabaseRole = z.object({
  id: z.number(),
  name: z.string(),
  comment: z.string().nullable(),
  /** `platform` for roles that the platform works with, `postgres` for those that Postgres brings along. */
  origin: z.enum(['people', 'platform', 'postgres']),
  can_login: z.boolean(),
  inherit: z.boolean(),
  create_db: z.boolean(),
  create_role: z.boolean(),
  bypass_rls: z.boolean(),
  replication: z.boolean(),
  superuser: z.boolean(),
  /** -1 is no limit. */
  connection_limit: z.number().int(),
  active_connections: z.number().int(),
  valid_until: z.string().nullable(),
  config: z.record(z.string(), z.string()).nullable(),
  /** The roles it is a member of. */
  member_of: z.array(Membership),
  members: z.array(Membership),
  /** Whether the owner of the database may alter it. */
  alterable: z.boolean(),
  /** How many objects belong to it or name it in their privileges. */
  objects: z.number().int(),
})
export type DatabaseRole = z.infer<typeof DatabaseRole>

/** Roles with their attributes and memberships, and the major version, which decides who may give which attribute. */
export const listDatabaseRoles = route(projectPermissions.readSql)
  .route({ method: 'GET', path: '/platform/projects/{ref}/database/roles', tags: ['Database'], summary: 'Roles' })
  .input(z.object({ ref: Ref }))
  .output(z.object({ major: z.number().int(), roles: z.array(DatabaseRole) }))

const Privileges = z.object({ role: z.string(), privileges: z.array(z.string()), grantable: z.array(z.string()) })

const GrantedTable = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view', 'materialized_view', 'foreign_table', 'sequence']),
  owner: z.string(),
  grants: z.array(Privileges),
  /** All of its columns; none of a sequence. */
  column_names: z.array(z.string()),
  /** Columns with privileges of their own. */
  columns: z.array(z.object({ name: z.string(), grants: z.array(Privileges) })),
})
export type GrantedTable = z.infer<typeof GrantedTable>

const SchemaGrants = z.object({
  name: z.string(),
  owner: z.string(),
  grants: z.array(Privileges),
  tables: z.array(GrantedTable),
})
export type SchemaGrants = z.infer<typeof SchemaGrants>

/** Who may do what in a schema: with itself, with each table, and with single columns. */
export const listDatabaseGrants = route(projectPermissions.readSql)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/database/roles/grants',
    tags: ['Database'],
    summary: 'Privileges in a schema',
  })
  .input(z.object({ ref: Ref, schema: z.string().min(1).max(63) }))
  .output(SchemaGrants.nullable())
