import { NOT_RUNNING, unknownSchemas } from '@stoa/contract'
import { api } from '../../../core/context.ts'
import { badRequest, conflict } from '../../../core/errors.ts'
import { exposedSchemas } from '../../../core/project-apis.ts'

/** The version of the REST interface that the types are for. */
const REST_VERSION = '14'

const listOf = (schemas = ''): string[] =>
  [...new Set(schemas.split(',').map((schema) => schema.trim()))].filter((schema) => schema !== '')

export const projectApi = {
  types: api.project.api.types.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const { project } = scope
    if (project.status !== 'ACTIVE_HEALTHY') throw conflict(NOT_RUNNING)
    const pool = await platform.databases.pool(project, 'admin').catch(() => {
      throw conflict(NOT_RUNNING)
    })
    const wanted = listOf(input.included_schemas)
    const schemas = wanted.length > 0 ? wanted : await exposedSchemas(platform.store, project.id)
    const { rows } = await pool.query<{ nspname: string }>(
      'select nspname from pg_namespace where nspname = any ($1)',
      [schemas],
    )
    const unknown = schemas.filter((schema) => !rows.some(({ nspname }) => nspname === schema))
    if (unknown.length > 0) throw badRequest(unknownSchemas(unknown))
    // Few people ask for types, and what makes them takes its time to load.
    const [{ introspect }, { generateTypescript, sortGeneratorMetadata }] = await Promise.all([
      import('@supabase/postgrest-typegen/introspection'),
      import('@supabase/postgrest-typegen/generation'),
    ])
    const metadata = sortGeneratorMetadata(await introspect(pool, { includedSchemas: [...schemas] }))
    return {
      types: await generateTypescript(metadata, {
        detectOneToOneRelationships: true,
        postgrestVersion: REST_VERSION,
        defaultSchema: schemas[0] ?? 'public',
      }),
    }
  }),
}
