import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PROJECT_STATUSES, type ProjectStatus, projectLifecycle } from '@stoa/contract'
import { exchange, Lanes, type RestAnswer } from '@stoa/rest'
import * as z from 'zod'
import type { Platform } from '../core/platform.ts'
import { type DataApiSettings, dataApiFrom } from '../core/project-apis.ts'
import { finish, preflight, refusal } from './answers.ts'
import { answerGraphql } from './graphql.ts'
import { hostnameOf, type Place, placeOf } from './host.ts'
import { EXPIRED_KEY, KeyCheck, NO_KEY } from './keys.ts'
import { type Call, callOf, send } from './message.ts'
import { Rate } from './rate.ts'
import { Remembered } from './remembered.ts'
import { type Asked, answerRest } from './rest.ts'

/** Largest body of a request to a project's API, in bytes. Uploads have a limit of their own. */
const BODY_MAX = 16 * 1024 * 1024
/** When a client may try again that found the project on its way, in seconds. */
const RETRY_SECONDS = '5'

export const NO_PROJECT = 'There is no project at this address'
export const BODY_TOO_LARGE = 'The request is larger than 16 MB'
export const PROJECT_PAUSED = 'This project is paused. Restore it in the dashboard to use its APIs'
/** What is said of a project that is on its way from one status to another. */
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

const COLUMNS = `p.id, p.ref, p.status, s.sealed, to_json(api.db_schema), api.max_rows, to_json(api.extra_search_path)`
const JOINS = `left join project_secrets s on s.project_id = p.id and s.name = 'jwt_secret'
  left join project_api_settings api on api.project_id = p.id`

// What a request has to know of a project. They stay prepared and come as one message, as planning one costs more than
// answering it, and the driver's own way of asking takes longer than Postgres.
const PROJECT = `select ${COLUMNS}, true from projects p ${JOINS} where p.ref = $1`
// A name that somebody has proven to be theirs never shows the dashboard, whether or not the project answers there.
const HOSTNAME = `select ${COLUMNS}, h.status = '5_services_reconfigured'
  from projects p join custom_hostnames h on h.project_id = p.id ${JOINS}
  where h.hostname = $1 and h.status <> '2_initiated'`

const NAMES = z.array(z.string())
const TRUE = 't'

/** How long an answer's body is; null when it does not say. */
function lengthOf({ headers }: RestAnswer): number | null {
  for (const [name, value] of headers) if (name === 'content-length') return Number(value)
  return null
}

/** What a place is remembered by. */
const keyOf = (place: Exclude<Place, { kind: 'platform' }>): string =>
  place.kind === 'project' ? `project ${place.ref}` : `hostname ${place.hostname}`

/** What is kept of an answer. */
type Noted = { found: Found | null; role: string | null }

/** One of a project's APIs: gets the path below its own, and gives null for what it does not have. */
type Service = {
  readonly prefix: string
  readonly answer: (platform: Platform, asked: Asked) => Promise<RestAnswer | 'unreachable' | null>
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
 * own host names. Every request is checked against what is stored now, or against what was and is known not to have
 * changed, so that a new secret, a pause or another domain holds from its commit on.
 */
export class Gateway {
  readonly #platform: Platform
  readonly #keys: KeyCheck
  readonly #platformHost: string
  readonly #projects: Remembered<Found>
  readonly #lanes: Lanes
  readonly #rate: Rate

  constructor(platform: Platform) {
    this.#platform = platform
    this.#lanes = new Lanes(platform.control)
    this.#projects = new Remembered(platform.changes, (key) => this.#look(key))
    this.#rate = new Rate(platform.config.apiRate)
    this.#keys = new KeyCheck(platform, this.#lanes)
    this.#platformHost = hostnameOf(new URL(platform.config.publicUrl).host) ?? 'localhost'
  }

  /**
   * Takes one of Node's requests and answers it if it is about a project. Whatever stands between Node and an API
   * costs every request of every project, so nothing does.
   * @returns whether it was; what cannot be about one is known at once
   */
  take(message: IncomingMessage, response: ServerResponse): false | Promise<boolean> {
    const call = callOf(message)
    const place = call && this.#place(call)
    if (!call || !place || place.kind === 'platform') return false
    return this.#answerAt(call, place).then((answer) => {
      if (answer === null) return false
      send(answer, message, response)
      return true
    })
  }

  /**
   * Answers a call that is about a project.
   * @returns null when it is about the platform
   */
  async answer(call: Call): Promise<RestAnswer | null> {
    const place = this.#place(call)
    if (place.kind === 'platform') return null
    return this.#answerAt(call, place)
  }

  #place({ headers, path }: Call): Place {
    return placeOf(headers.get('host'), path, this.#platformHost)
  }

  async #answerAt(call: Call, place: Exclude<Place, { kind: 'platform' }>): Promise<RestAnswer | null> {
    const requestId = randomUUID()
    const began = performance.now()
    const noted: Noted = { found: null, role: null }
    try {
      const known = this.#known(place, began)
      let found = known ?? (await this.#find(place))
      let { path } = place
      if (found === null && place.kind === 'hostname') {
        // A name that leads here and is no project's is one that the platform's machine goes by.
        const instead = placeOf(null, path, this.#platformHost)
        if (instead.kind === 'platform') return null
        found = await this.#find(instead)
        path = instead.path
      }
      noted.found = found
      const answer = finish(await this.#answer(call, found, path, noted), requestId)
      this.#note(call, path, answer, requestId, began, noted)
      return answer
    } catch (error) {
      this.#platform.log.error({ err: error, request: requestId }, 'gateway request failed')
      const sentence = `Something went wrong here. The log has it under ${requestId}`
      return finish(refusal(500, 'INTERNAL_SERVER_ERROR', sentence), requestId)
    }
  }

  /** Keeps a line of what was asked and answered. Preflights say nothing that the request behind them does not. */
  #note(call: Call, path: string, answer: RestAnswer, requestId: string, began: number, noted: Noted): void {
    const { found, role } = noted
    if (found === null || call.method === 'OPTIONS') return
    this.#platform.requestLog.note({
      projectId: found.id,
      requestId,
      at: Date.now(),
      method: call.method,
      path,
      status: answer.status,
      ms: performance.now() - began,
      role,
      bytes: lengthOf(answer),
    })
  }

  #known(place: Exclude<Place, { kind: 'platform' }>, now: number): Found | undefined {
    return this.#projects.known(keyOf(place), now)
  }

  #find(place: Exclude<Place, { kind: 'platform' }>): Promise<Found | null> {
    return this.#projects.ask(keyOf(place))
  }

  async #look(key: string): Promise<Found | null> {
    const at = key.indexOf(' ')
    const text = key.slice(0, at) === 'project' ? PROJECT : HOSTNAME
    const asked = { text, values: [key.slice(at + 1)], keep: true }
    const [rows] = await this.#lanes.use((client) => exchange(client, [asked]))
    const [row] = rows ?? []
    if (!row) return null
    const [id, ref, state, sealed, schemas, most, searched, active] = row
    const status = PROJECT_STATUSES.find((one) => one === state)
    if (!ref || status === undefined) throw new Error(`A project whose status is ${state}`)
    const chosen = schemas
      ? {
          db_schema: NAMES.parse(JSON.parse(schemas)),
          max_rows: most ? Number(most) : null,
          extra_search_path: searched ? NAMES.parse(JSON.parse(searched)) : [],
        }
      : null
    return {
      id: Number(id),
      ref,
      status,
      sealed: sealed ?? null,
      active: active === TRUE,
      dataApi: dataApiFrom(chosen),
    }
  }

  async #answer(call: Call, found: Found | null, path: string, noted: Noted): Promise<RestAnswer> {
    const { method, search, headers } = call
    if (method === 'OPTIONS' && headers.get('access-control-request-method') !== null)
      return preflight(headers.get('access-control-request-headers'))
    if (found === null || !found.active) return refusal(404, 'NOT_FOUND', NO_PROJECT)
    if (Number(headers.get('content-length') ?? 0) > BODY_MAX) return refusal(413, 'PAYLOAD_TOO_LARGE', BODY_TOO_LARGE)
    const key = headers.get('apikey') ?? headers.get('authorization') ?? ''
    if (!this.#rate.take(`${found.ref} ${key}`))
      return refusal(429, 'TOO_MANY_REQUESTS', TOO_MANY, { 'retry-after': '1' })
    const checked = this.#keys.identify(found, found.sealed, headers)
    const identity = checked instanceof Promise ? await checked : checked
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
    if (!service) return refusal(404, 'NOT_FOUND', `There is nothing at ${path}`)
    const body = method === 'GET' || method === 'HEAD' ? null : await call.body(BODY_MAX)
    if (body === 'too-large') return refusal(413, 'PAYLOAD_TOO_LARGE', BODY_TOO_LARGE)
    const answer = await service.answer(this.#platform, {
      project: found,
      dataApi: found.dataApi,
      identity,
      request: { method, path: path.slice(service.prefix.length) || '/', search, headers, body },
    })
    if (answer === 'unreachable')
      return refusal(503, 'PROJECT_UNAVAILABLE', PROJECT_UNREACHABLE, { 'retry-after': RETRY_SECONDS })
    return answer ?? refusal(404, 'NOT_FOUND', `There is nothing at ${path}`)
  }
}
