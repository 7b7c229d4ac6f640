import { badGucHeaders, badGucStatus, outOfBounds, type RestError } from './errors.ts'
import { answerOf, type HeaderList, headerText, isHeader, type RestAnswer } from './message.ts'
import type { Job } from './plan/job.ts'
import { contentType } from './request/media.ts'
import { applied, type PreferenceName } from './request/prefer.ts'
import { contentRange } from './request/range.ts'
import type { ApiRequest } from './request/request.ts'
import type { Outcome } from './run/execute.ts'

/** Which preferences an answer of each kind tells to have followed. */
const FOLLOWED: Readonly<Record<Job['kind'], readonly PreferenceName[]>> = {
  read: ['count', 'tx', 'handling', 'timezone'],
  insert: ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone'],
  update: ['missing', 'return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'],
  put: ['return', 'count', 'tx', 'handling', 'timezone'],
  delete: ['return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'],
  call: ['count', 'tx', 'handling', 'timezone', 'maxAffected'],
}

/** The headers that a function has set for the answer. */
function wishedHeaders(text: string | null): HeaderList {
  if (text === null) return []
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw badGucHeaders()
  }
  if (!Array.isArray(list)) throw badGucHeaders()
  return list.map((one: unknown): [string, string] => {
    const entries: [string, unknown][] = typeof one === 'object' && one !== null ? Object.entries(one) : []
    const [entry] = entries
    if (entries.length !== 1 || !entry || typeof entry[1] !== 'string') throw badGucHeaders()
    const [name, value] = [entry[0].toLowerCase(), headerText(entry[1])]
    if (!isHeader(name, value)) throw badGucHeaders()
    return [name, value]
  })
}

function wishedStatus(text: string | null): number | null {
  if (text === null) return null
  const status = /^\d{3}$/.test(text) ? Number(text) : 0
  if (status < 200 || status > 599) throw badGucStatus()
  return status
}

function readStatus({ total, rows }: Outcome, offset: number): number {
  if (total === null) return 200
  if (offset > 0 && offset > Math.max(total, 0)) throw outOfBounds(offset, total)
  return rows < total ? 206 : 200
}

function statusOf(job: Job, request: ApiRequest, outcome: Outcome): number {
  const whole = request.preferences.return === 'representation'
  switch (job.kind) {
    case 'read':
      return readStatus(outcome, job.offset)
    case 'call':
      return job.routine?.returnsVoid ? 204 : readStatus(outcome, job.offset)
    case 'insert':
      return outcome.fresh === 0 ? 200 : 201
    case 'put':
      return (outcome.fresh ?? 0) > 0 ? 201 : whole ? 200 : 204
    default:
      return whole ? 200 : 204
  }
}

function rangeOf(job: Job, request: ApiRequest, outcome: Outcome): string | null {
  const total = request.preferences.count === null ? null : outcome.rows
  switch (job.kind) {
    case 'read':
      return contentRange(job.offset, outcome.rows, outcome.total)
    case 'call':
      return contentRange(job.offset, outcome.rows, outcome.total)
    case 'update':
      return contentRange(0, outcome.rows, total)
    case 'put':
      return null
    default:
      return contentRange(0, 0, total)
  }
}

function locationOf(job: Job, outcome: Outcome): string | null {
  if (outcome.location === null || outcome.rows !== 1 || !job.relation) return null
  const key: Record<string, string | null> = JSON.parse(outcome.location)
  const parts = Object.entries(key).map(([name, value]) => {
    const condition = value === null ? 'is.null' : `eq.${value}`
    return `${encodeURIComponent(name)}=${encodeURIComponent(condition)}`
  })
  return `/${encodeURIComponent(job.relation.name)}?${parts.join('&')}`
}

const bytesOf = (job: Job, body: string): Uint8Array<ArrayBuffer> | string => {
  const { form } = job.shape
  const hex = (form.kind === 'plain' || form.kind === 'aggregate') && form.bytea
  return hex ? new Uint8Array(Buffer.from(body, 'hex')) : body
}

/** Headers that say where the answer ends: whoever sends it knows that, and nobody else. */
const FRAMING = ['content-length', 'transfer-encoding', 'trailer', 'connection', 'upgrade']

/** Adds headers to an answer's own. The later of two with the same name counts. */
function withWished(own: HeaderList, wished: HeaderList): HeaderList {
  if (wished.length === 0) return own
  const single = new Map(wished.filter(([name]) => name !== 'set-cookie' && !FRAMING.includes(name)))
  const kept = own.filter(([name]) => !single.has(name))
  return [...kept, ...single, ...wished.filter(([name]) => name === 'set-cookie')]
}

/** The longest address that an answer repeats, in characters: clients read headers of 16 KB, and often no more. */
const LOCATION_MAX = 8_000

/** Makes the answer to a job that was done. */
export function respond(job: Job, request: ApiRequest, outcome: Outcome): RestAnswer {
  const { media } = job.shape
  const head = request.method === 'HEAD'
  if (media.kind === 'plan') return answerOf(200, [['content-type', contentType(media)]], outcome.body, false)
  const wished = wishedHeaders(outcome.headers)
  const status = wishedStatus(outcome.status) ?? statusOf(job, request, outcome)
  const range = rangeOf(job, request, outcome)
  const followed = FOLLOWED[job.kind].filter(
    (name) => name !== 'resolution' || request.query.onConflict !== null || (job.relation?.primaryKey.length ?? 0) > 0,
  )
  const told = applied(request.preferences, followed)
  const location = locationOf(job, outcome)
  const shows =
    job.kind === 'read' ||
    (job.kind === 'call' && !job.routine?.returnsVoid) ||
    (request.preferences.return === 'representation' && job.kind !== 'call')
  const own: HeaderList = []
  if (range !== null) own.push(['content-range', range])
  const located = job.kind === 'read' || (job.kind === 'call' && request.method !== 'POST')
  if (located && request.location.length <= LOCATION_MAX) own.push(['content-location', request.location])
  if (location !== null) own.push(['location', location])
  if (told !== null) own.push(['preference-applied', told])
  if (request.negotiated) own.push(['content-profile', headerText(request.schema)])
  if (shows && status !== 204) own.push(['content-type', contentType(media)])
  own.push(['vary', 'Accept, Prefer, Range'])
  const empty = head || status === 204 || !shows
  return answerOf(status, withWished(own, wished), empty ? null : bytesOf(job, outcome.body), head)
}

/** Makes the answer to a request that was refused. */
export function refuse(error: RestError, head: boolean): RestAnswer {
  const { code, details, hint, message } = error.body
  const body = JSON.stringify({ code, details, hint, message })
  const headers = [
    ['content-type', 'application/json; charset=utf-8'] as const,
    ['proxy-status', `PostgREST; error=${code}`] as const,
    ...error.headers,
  ].map(([name, value]) => [name.toLowerCase(), headerText(value)] as const)
  const text = error.statusText === undefined ? undefined : headerText(error.statusText)
  return answerOf(
    error.status,
    withWished(
      [],
      headers.filter((one) => isHeader(...one)),
    ),
    head ? null : body,
    head,
    text === undefined || isHeader('x', text) ? text : undefined,
  )
}
