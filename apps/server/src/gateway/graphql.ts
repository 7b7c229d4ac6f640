import { type GraphqlRequest, GraphqlUnavailable } from '@stoa/graphql'
import type { RestAnswer, RestRequest } from '@stoa/rest'
import * as z from 'zod'
import type { Platform } from '../core/platform.ts'
import { jsonAnswer, refusal } from './answers.ts'
import type { Asked } from './rest.ts'

const REACHABLE_MS = 2_000

export const GRAPHQL_METHOD = 'GraphQL is asked by POST, or by GET for queries'
export const GRAPHQL_TYPE = 'A GraphQL request is sent as application/json'
export const GRAPHQL_JSON = 'The body is not valid JSON'
export const GRAPHQL_QUERY = 'The request has no query'
export const GRAPHQL_SCHEMA = 'No GraphQL schema can be made of this database. The log has the reason'

const Request_ = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

const refused = (status: number, message: string) => jsonAnswer(status, JSON.stringify({ errors: [{ message }] }))

/** What was asked, or the refusal of it. */
function requestOf(request: RestRequest): GraphqlRequest | RestAnswer {
  let sent: unknown
  if (request.method === 'GET') {
    const parameters = new URLSearchParams(request.search)
    const variables = parameters.get('variables')
    try {
      sent = {
        query: parameters.get('query'),
        variables: variables === null ? undefined : JSON.parse(variables),
        operationName: parameters.get('operationName'),
      }
    } catch {
      return refused(400, 'The variables are not valid JSON')
    }
  } else if (request.method === 'POST') {
    if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers.get('content-type') ?? ''))
      return refused(415, GRAPHQL_TYPE)
    try {
      sent = JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array()))
    } catch {
      return refused(400, GRAPHQL_JSON)
    }
  } else return refused(405, GRAPHQL_METHOD)
  const read = Request_.safeParse(sent)
  if (!read.success) return refused(400, GRAPHQL_QUERY)
  const { query, variables, operationName } = read.data
  return {
    query,
    ...(variables ? { variables } : {}),
    ...(operationName ? { operationName } : {}),
    readOnly: request.method === 'GET',
  }
}

/**
 * The GraphQL API at `/graphql/v1`.
 * @returns null for what is not there, `unreachable` when the database does not answer
 */
export async function answerGraphql(
  platform: Platform,
  { project, dataApi, identity, request }: Asked,
): Promise<RestAnswer | 'unreachable' | null> {
  if (request.path !== '/') return null
  const asked = requestOf(request)
  if ('status' in asked) return asked
  try {
    const { role, claims } = identity
    const { status, body } = await platform.graphqls.execute(project, dataApi.schemas, asked, { role, claims })
    return jsonAnswer(status, body)
  } catch (error) {
    platform.log.warn({ project: project.ref, reason: String(error) }, 'GraphQL did not answer')
    const built = !(error instanceof GraphqlUnavailable) || !(await platform.databases.reachable(project, REACHABLE_MS))
    return built ? 'unreachable' : refusal(500, 'GRAPHQL_SCHEMA', GRAPHQL_SCHEMA)
  }
}
