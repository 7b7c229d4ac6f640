import * as z from 'zod'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { projectPermissions } from '../project.permissions.ts'

/** The roles that the explorer can ask as. */
export const GRAPHQL_ROLES = ['anon', 'authenticated', 'service_role'] as const
export type GraphqlRole = (typeof GRAPHQL_ROLES)[number]

/** Longest query of the explorer, in characters. */
export const GRAPHQL_QUERY_MAX = 100_000
export const NO_GRAPHQL_QUERY = 'There is no query to run'
export const GRAPHQL_UNAVAILABLE = 'GraphQL does not answer for this project. Try again in a moment'

/** Asks the project's GraphQL as one of the roles of its APIs, without a key. */
export const runGraphql = route(projectPermissions.writeSql)
  .route({
    method: 'POST',
    path: '/platform/projects/{ref}/api/graphql',
    tags: ['API settings'],
    summary: 'Ask the GraphQL API as a role',
  })
  .input(
    z.object({
      ref: Ref,
      query: z.string().min(1, NO_GRAPHQL_QUERY).max(GRAPHQL_QUERY_MAX, 'This query is longer than 100,000 characters'),
      variables: z.record(z.string(), z.unknown()).optional(),
      operationName: z.string().optional(),
      role: z.enum(GRAPHQL_ROLES).default('anon'),
      /** The user to be, for the role `authenticated`. */
      user_id: z.string().max(256, 'A user id can have at most 256 characters').optional(),
    }),
  )
  .output(
    z.looseObject({
      data: z.unknown().optional(),
      errors: z.array(z.looseObject({ message: z.string() })).optional(),
    }),
  )
