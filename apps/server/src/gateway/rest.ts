import { REACHABILITY_TIMEOUT_MS } from '@stoa/contract'
import type { Platform } from '../core/platform.ts'
import { restDocument, SchemaNotExposed } from '../core/rest-document.ts'
import { refusal } from './answers.ts'
import type { Identity } from './keys.ts'

/**
 * The data API below `/rest/v1`: its own description, as the key's role sees the database, and whether it can be
 * reached.
 * @param path the path below the API's own
 * @returns null for what is not there, `unreachable` when the database does not answer
 */
export async function answerRest(
  platform: Platform,
  project: { readonly id: number; readonly ref: string },
  { role }: Identity,
  request: Request,
  path: string,
): Promise<Response | 'unreachable' | null> {
  if (path !== '/') return null
  if (request.method === 'HEAD')
    return (await platform.databases.reachable(project, REACHABILITY_TIMEOUT_MS))
      ? new Response(null, { status: 200, headers: { 'content-type': 'application/openapi+json; charset=utf-8' } })
      : 'unreachable'
  if (request.method !== 'GET') return null
  try {
    const document = await restDocument(platform, project, role, request.headers.get('accept-profile'))
    return Response.json(document, { headers: { 'content-type': 'application/openapi+json; charset=utf-8' } })
  } catch (error) {
    if (error instanceof SchemaNotExposed) return refusal(406, 'SCHEMA_NOT_EXPOSED', error.message)
    platform.log.warn({ project: project.ref, reason: String(error) }, 'data API not described')
    return 'unreachable'
  }
}
