import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const path = '/platform/projects/{ref}/database/migrations'
const tags = ['Database']

export const NO_SUCH_MIGRATION = 'There is no such migration'
export const MIGRATIONS_UNREADABLE =
  'The table supabase_migrations.schema_migrations may not be read. Grant stoa_reader usage of the schema and select on the table'

export const Migration = z.object({
  /** Mostly the digits of a time, such as `20260314091500`. */
  version: z.string(),
  name: z.string().nullable(),
  /** How many statements are kept of it; null when none are. */
  statements: z.number().int().nullable(),
})
export type Migration = z.infer<typeof Migration>

/** What supabase_migrations.schema_migrations holds, newest first. */
export const listMigrations = route(projectPermissions.readSql)
  .route({ method: 'GET', path, tags, summary: 'Migrations that were applied' })
  .input(z.object({ ref: Ref }))
  .output(z.array(Migration))

export const getMigration = route(projectPermissions.readSql)
  .route({ method: 'GET', path: `${path}/{version}`, tags, summary: 'The statements of a migration' })
  .input(z.object({ ref: Ref, version: z.string().min(1).max(200) }))
  .output(z.object({ statements: z.array(z.string()) }))
