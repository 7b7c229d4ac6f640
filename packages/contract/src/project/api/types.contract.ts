import * as z from 'zod'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { projectPermissions } from '../project.permissions.ts'

export const unknownSchemas = (names: readonly string[]) =>
  names.length === 1 ? `There is no schema named ${names[0]}` : `There are no schemas named ${names.join(', ')}`

/** A TypeScript file that describes the tables, views, functions and enums of a project to its client libraries. */
export const generateTypescriptTypes = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/v1/projects/{ref}/types/typescript',
    tags: ['Projects'],
    summary: 'Generate TypeScript types',
  })
  .input(
    z.object({
      ref: Ref,
      /** Names separated by commas; the schemas that have endpoints when it is left out. */
      included_schemas: z.string().max(2_000, 'Schemas can have at most 2000 characters').optional(),
    }),
  )
  .output(z.object({ types: z.string() }))
