import type { Platform } from '../core/platform.ts'
import type { DataApiSettings } from '../core/project-apis.ts'
import type { Identity } from './keys.ts'

/** What a service is asked: whose project it is, who asks, and for what. */
export type Asked = {
  readonly project: { readonly id: number; readonly ref: string }
  readonly dataApi: DataApiSettings
  readonly identity: Identity
  readonly request: Request
  /** The path below the service's own. */
  readonly path: string
}

/** Said by the data API when it could not speak with the database. */
const NO_CONNECTION = /error=PGRST00[0-3]$/

/**
 * The data API below `/rest/v1`.
 * @returns `unreachable` when the database does not answer
 */
export async function answerRest(
  platform: Platform,
  { project, dataApi, identity, request, path }: Asked,
): Promise<Response | 'unreachable'> {
  const { role, claims } = identity
  try {
    const rest = await platform.rests.of(project, dataApi)
    const answer = await rest.handle(request, { role, claims, authenticated: role !== 'anon' }, path)
    return NO_CONNECTION.test(answer.headers.get('proxy-status') ?? '') ? 'unreachable' : answer
  } catch (error) {
    platform.log.warn({ project: project.ref, reason: String(error) }, 'data API not reached')
    return 'unreachable'
  }
}
