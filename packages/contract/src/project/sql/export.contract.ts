import * as z from 'zod'
import { projectPermissions } from '../../project/project.permissions.ts'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { EXPORT_FORMATS } from './export.ts'
import { RUN_ROLES } from './run.ts'
import { SqlText } from './sql.contract.ts'

/**
 * Begins to write the whole result of one statement that only reads, and gives the address to download it from, once
 * and soon. The statement runs again, in a transaction that cannot change anything, without any limit of rows.
 */
export const exportSql = route(projectPermissions.readSql)
  .route({
    method: 'POST',
    path: '/platform/projects/{ref}/sql/exports',
    tags: ['SQL'],
    summary: 'Export the whole result of a statement',
  })
  .input(
    z.object({
      ref: Ref,
      sql: SqlText,
      format: z.enum(EXPORT_FORMATS),
      role: z.enum(RUN_ROLES).default('postgres'),
      /** What the role's request would carry as `request.jwt.claims`. */
      claims: z.record(z.string(), z.unknown()).nullable().default(null),
      /** After how long Postgres gives up, in milliseconds; null for never. */
      timeout_ms: z.number().int().min(1).nullable().default(null),
    }),
  )
  .output(z.object({ url: z.string() }))

/** The file of an export that has begun. */
export const exportedFile = route(projectPermissions.readSql)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/sql/exports/{id}',
    tags: ['SQL'],
    summary: 'Download an export',
  })
  .input(z.object({ ref: Ref, id: z.uuid() }))
  .output(z.void())
