import { randomUUID } from 'node:crypto'
import { type ProjectStatus, projectLifecycle } from '@stoa/contract'
import type { Platform } from '../core/platform.ts'
import { type DataApiSettings, dataApiFrom } from '../core/project-apis.ts'
import { finish, preflight, refusal } from './answers.ts'
import { readBody } from './body.ts'
import { answerGraphql } from './graphql.ts'
import { hostnameOf, type Place, placeOf } from './host.ts'
import { EXPIRED_KEY, KeyCheck, NO_KEY } from './keys.ts'
import { Lookups } from './lookups.ts'
import { Rate } from './rate.ts'
import { type Asked, answerRest } from './rest.ts'

/** Largest body of a request to a project's API, in bytes. Uploads have a limit of their own. */
const BODY_MAX = 16 * 1024 * 1024
/** When a client may try again that found the project on its way, in seconds. */
const RETRY_SECONDS = '5'

export const NO_PROJECT = 'There is no project at this address'
export const BODY_TOO_LARGE = 'The request is larger than 16 MB'
export const PROJECT_PAUSED = 'This project is paused. Restore it in the dashboard to use its APIs'
export const notRunning = (status: ProjectStatus): string =>
  `This project does not answer while it is ${projectLifecycle.states[status].label.toLowerCase()}. Try again in a moment`
export const TOO_MANY = 'This key has made too many requests. Try again in a moment'
export const PROJECT_UNREACHABLE = 'The project’s database does not answer. Try again in a moment'

type Found = {
  readonly id: number
  readonly ref: string
  readonly status: ProjectStatus
  /** The sealed JWT secret; null for a project that has not needed one yet. */
  readonly sealed: string | null
  /** False under a host name that is proven and not yet activated. */
  readonly active: boolean
  readonly dataApi: DataApiSettings
}

/** What is kept of an answer. */
type Noted = { found: Found | null; role: string | null }

/** One of a project's APIs: gets the path below its own, and gives null for what it does not have. */
type Service = {
  readonly prefix: string
  readonly answer: (platform: Platform, asked: Asked) => Promise<Response | 'unreachable' | null>
}

/** The codes of refused keys, as clients of the data API know them. */
const codeOf = (sentence: string): string =>
  sentence === NO_KEY ? 'PGRST302' : sentence === EXPIRED_KEY ? 'PGRST303' : 'PGRST301'

const SERVICES: readonly Service[] = [
  { prefix: '/rest/v1', answer: answerRest },
  { prefix: '/graphql/v1', answer: answerGraphql },
]

/**
 * The projects' own APIs: below `/p/{ref}` of the platform's address, below `{ref}.localhost`, and under the projects'
 * own host names. Every request is checked against what is stored now, so that a new secret, a pause or another domain
 * holds from its commit on.
 */
export class Gateway {
  readonly #platform: Platform
  readonly #keys: KeyCheck
  readonly #platformHost: string
  readonly #lookups: Lookups<Found | null>
  readonly #rate: Rate

  constructor(platform: Platform) {
    this.#platform = platform
    this.#lookups = new Lookups((key) => this.#look(key))
    this.#rate = new Rate(platform.config.apiRate)
    this.#keys = new KeyCheck(platform)
    this.#platformHost = hostnameOf(new URL(platform.config.publicUrl).host) ?? 'localhost'
  }

  /**
   * Answers a request that is about a project.
   * @returns null when it is about the platform
   */
  async answer(request: Request): Promise<Response | null> {
    const url = new URL(request.url)
    const place = placeOf(request.headers.get('host') ?? url.host, url.pathname, this.#platformHost)
    if (place.kind === 'platform') return null
    const requestId = randomUUID()
    const began = performance.now()
    const noted: Noted = { found: null, role: null }
    try {
      let found = await this.#find(place)
      let { path } = place
      if (found === null && place.kind === 'hostname') {
        // A name that leads here and is no project's is one that the platform's machine goes by.
        const instead = placeOf(null, path, this.#platformHost)
        if (instead.kind === 'platform') return null
        found = await this.#find(instead)
        path = instead.path
      }
      noted.found = found
      const answer = finish(await this.#answer(request, found, path, noted), requestId)
      this.#note(request, path, answer, requestId, began, noted)
      return answer
    } catch (error) {
      this.#platform.log.error({ err: error, request: requestId }, 'gateway request failed')
      const sentence = `Something went wrong here. The log has it under ${requestId}`
      return finish(refusal(500, 'INTERNAL_SERVER_ERROR', sentence), requestId)
    }
  }

  /** Keeps a line of what was asked and answered. Preflights say nothing that the request behind them does not. */
  #note(request: Request, path: string, answer: Response, requestId: string, began: number, noted: Noted): void {
    const { found, role } = noted
    if (found === null || request.method === 'OPTIONS') return
    const length = answer.headers.get('content-length')
    this.#platform.requestLog.note({
      projectId: found.id,
      requestId,
      at: new Date(),
      method: request.method,
      path,
      status: answer.status,
      ms: performance.now() - began,
      role,
      bytes: length === null ? null : Number(length),
    })
  }

  #find(place: Exclude<Place, { kind: 'platform' }>): Promise<Found | null> {
    return this.#lookups.ask(place.kind === 'project' ? `project ${place.ref}` : `hostname ${place.hostname}`)
  }

  async #look(key: string): Promise<Found | null> {
    const at = key.indexOf(' ')
    const [kind, name] = [key.slice(0, at), key.slice(at + 1)]
    const projects = this.#platform.store
      .selectFrom('projects')
      .leftJoin('project_secrets', (join) =>
        join.onRef('project_secrets.project_id', '=', 'projects.id').on('project_secrets.name', '=', 'jwt_secret'),
      )
      .leftJoin('project_api_settings as api', 'api.project_id', 'projects.id')
      .select(['projects.id', 'projects.ref', 'projects.status', 'project_secrets.sealed'])
      .select(['api.db_schema', 'api.max_rows', 'api.extra_search_path'])
    const row =
      kind === 'project'
        ? await projects
            .select((eb) => eb.lit(true).as('active'))
            .where('projects.ref', '=', name)
            .executeTakeFirst()
        : // A name that somebody has proven to be theirs never shows the dashboard, whether or not the project answers there.
          await projects
            .innerJoin('custom_hostnames', 'custom_hostnames.project_id', 'projects.id')
            .select((eb) => eb('custom_hostnames.status', '=', '5_services_reconfigured').as('active'))
            .where('custom_hostnames.hostname', '=', name)
            .where('custom_hostnames.status', '<>', '2_initiated')
            .executeTakeFirst()
    if (!row) return null
    const { id, ref, status, sealed, active, db_schema, max_rows, extra_search_path } = row
    const chosen = db_schema === null ? null : { db_schema, max_rows, extra_search_path: extra_search_path ?? [] }
    return { id, ref, status, sealed, active: Boolean(active), dataApi: dataApiFrom(chosen) }
  }

  async #answer(request: Request, found: Found | null, path: string, noted: Noted): Promise<Response> {
    const { method, headers } = request
    if (method === 'OPTIONS' && headers.has('access-control-request-method'))
      return preflight(headers.get('access-control-request-headers'))
    if (found === null || !found.active) return refusal(404, 'NOT_FOUND', NO_PROJECT)
    if (Number(headers.get('content-length') ?? 0) > BODY_MAX) return refusal(413, 'PAYLOAD_TOO_LARGE', BODY_TOO_LARGE)
    const key = headers.get('apikey') ?? headers.get('authorization') ?? ''
    if (!this.#rate.take(`${found.ref} ${key}`))
      return refusal(429, 'TOO_MANY_REQUESTS', TOO_MANY, { 'retry-after': '1' })
    const identity = await this.#keys.identify(found, found.sealed, headers)
    if (typeof identity === 'string') return refusal(401, codeOf(identity), identity, { 'www-authenticate': 'Bearer' })
    noted.role = identity.role
    if (found.status !== 'ACTIVE_HEALTHY')
      return refusal(
        503,
        'PROJECT_UNAVAILABLE',
        found.status === 'INACTIVE' ? PROJECT_PAUSED : notRunning(found.status),
        found.status === 'INACTIVE' ? {} : { 'retry-after': RETRY_SECONDS },
      )
    const service = SERVICES.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    const rest = service ? path.slice(service.prefix.length) || '/' : path
    const body = service ? await readBody(request, BODY_MAX) : null
    if (body === 'too-large') return refusal(413, 'PAYLOAD_TOO_LARGE', BODY_TOO_LARGE)
    const whole = body === null ? request : new Request(request.url, { method, headers, body })
    const answer = await service?.answer(this.#platform, {
      project: found,
      dataApi: found.dataApi,
      identity,
      request: whole,
      path: rest,
    })
    if (answer === 'unreachable')
      return refusal(503, 'PROJECT_UNAVAILABLE', PROJECT_UNREACHABLE, { 'retry-after': RETRY_SECONDS })
    return answer ?? refusal(404, 'NOT_FOUND', `There is nothing at ${path}`)
  }
}
