import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

export const POLICY_COMMANDS = ['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const

const DatabasePolicy = z.object({
  id: z.number(),
  name: z.string(),
  comment: z.string().nullable(),
  /** A restrictive policy has to be met as well as a permissive one. */
  permissive: z.boolean(),
  command: z.enum(POLICY_COMMANDS),
  roles: z.array(z.string()),
  using: z.string().nullable(),
  check: z.string().nullable(),
})
export type DatabasePolicy = z.infer<typeof DatabasePolicy>

const PolicyTable = z.object({
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  owner: z.string(),
  rls_enabled: z.boolean(),
  /** Whether policies hold for the owner of the table too. */
  rls_forced: z.boolean(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      /** Postgres writes it by itself. */
      is_generated: z.boolean(),
      is_required: z.boolean(),
    }),
  ),
  primary_key: z.array(z.string()),
  /** What the roles of a request may do to the table at all: without that, no policy lets them. */
  grants: z.record(z.string(), z.array(z.string())),
  policies: z.array(DatabasePolicy),
})
export type PolicyTable = z.infer<typeof PolicyTable>

/** Tables with their row level security and its policies. */
export const listDatabasePolicies = route(projectPermissions.readSql)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/database/policies',
    tags: ['Database'],
    summary: 'Tables and their policies',
  })
  .input(z.object({ ref: Ref }))
  .output(z.array(PolicyTable))
