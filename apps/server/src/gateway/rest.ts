import type { RestAnswer, RestRequest } from '@stoa/rest'
import type { Platform } from '../core/platform.ts'
import type { DataApiSettings } from '../core/project-apis.ts'
import type { Identity } from './keys.ts'

/** What a service is asked: whose project it is, who asks, and for what. */
export type Asked = {
  readonly project: { readonly id: number; readonly ref: string }
  readonly dataApi: DataApiSettings
  readonly identity: Identity
  /** The request, with the path below the service's own. */
  readonly request: RestRequest
}

/** Said by the data API when it could not speak with the database. */
const NO_CONNECTION = /error=PGRST00[0-3]$/

/**
 * The data API below `/rest/v1`.
 * @returns `unreachable` when the database does not answer
 */
export async function answerRest(
  platform: Platform,
  { project, dataApi, identity, request }: Asked,
): Promise<RestAnswer | 'unreachable'> {
  const { role, claims } = identity
  try {
    const opened = platform.rests.of(project, dataApi)
    const rest = opened instanceof Promise ? await opened : opened
    const answer = await rest.answer(request, { role, claims, authenticated: role !== 'anon' })
    const lost =
      answer.status >= 500 &&
      answer.headers.some(([name, value]) => name === 'proxy-status' && NO_CONNECTION.test(value))
    return lost ? 'unreachable' : answer
  } catch (error) {
    platform.log.warn({ project: project.ref, reason: String(error) }, 'data API not reached')
    return 'unreachable'
  }
}
