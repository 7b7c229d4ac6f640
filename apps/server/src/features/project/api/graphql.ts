import { GRAPHQL_UNAVAILABLE, NO_GRAPHQL_QUERY, NOT_RUNNING } from '@stoa/contract'
import { api } from '../../../core/context.ts'
import { badRequest, conflict } from '../../../core/errors.ts'
import { exposedSchemas } from '../../../core/project-apis.ts'

export const graphql = {
  graphql: api.project.api.graphql.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const { project } = scope
    if (input.query.trim() === '') throw badRequest(NO_GRAPHQL_QUERY)
    if (project.status !== 'ACTIVE_HEALTHY') throw conflict(NOT_RUNNING)
    const { query, variables, operationName, role, user_id } = input
    const claims = { role, ...(role === 'authenticated' && user_id ? { sub: user_id } : {}) }
    const schemas = await exposedSchemas(platform.store, project.id)
    const { body } = await platform.graphqls
      .execute(project, schemas, { query, variables, operationName }, { role, claims })
      .catch((error: unknown) => {
        platform.log.warn({ project: project.ref, reason: String(error) }, 'GraphQL did not answer')
        throw conflict(GRAPHQL_UNAVAILABLE)
      })
    return JSON.parse(body) as { data?: unknown; errors?: { message: string }[] }
  }),
}
