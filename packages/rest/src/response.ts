import { badGucHeaders, badGucStatus, outOfBounds, type RestError } from './errors.ts'
import type { Job } from './plan/job.ts'
import { contentType } from './request/media.ts'
import { applied, type PreferenceName } from './request/prefer.ts'
import { contentRange } from './request/range.ts'
import type { ApiRequest } from './request/request.ts'
import type { Outcome } from './run/execute.ts'

type HeaderList = [string, string][]

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
    return [entry[0], entry[1]]
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
  if (outcome.location === null || !job.relation) return null
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

/** Makes the answer to a job that was done. */
export function respond(job: Job, request: ApiRequest, outcome: Outcome): Response {
  const followed = FOLLOWED[job.kind].filter(
    (name) => name !== 'resolution' || request.query.onConflict !== null || (job.relation?.primaryKey.length ?? 0) > 0,
  )
  if (job.shape.media.kind === 'plan')
    return answer(200, [['Content-Type', contentType(job.shape.media)]], outcome.body)
  const wished = wishedHeaders(outcome.headers)
  const status = wishedStatus(outcome.status) ?? statusOf(job, request, outcome)
  const range = rangeOf(job, request, outcome)
  const told = applied(request.preferences, followed)
  const location = locationOf(job, outcome)
  const read = job.kind === 'read' || (job.kind === 'call' && request.method !== 'POST')
  const canonical = request.query.canonical === '' ? '' : `?${request.query.canonical}`
  const shows =
    job.kind === 'read' ||
    (job.kind === 'call' && !job.routine?.returnsVoid) ||
    (request.preferences.return === 'representation' && job.kind !== 'call')
  const headers: HeaderList = [
    ...(range === null ? [] : [['Content-Range', range] as [string, string]]),
    ...(read ? [['Content-Location', `${encodeURI(decode(request.path))}${canonical}`] as [string, string]] : []),
    ...(location === null ? [] : [['Location', location] as [string, string]]),
    ...(told === null ? [] : [['Preference-Applied', told] as [string, string]]),
    ...(request.negotiated
      ? [['Content-Profile', Buffer.from(request.schema).toString('latin1')] as [string, string]]
      : []),
    ...(shows && status !== 204 ? [['Content-Type', contentType(job.shape.media)] as [string, string]] : []),
    ['Vary', 'Accept, Prefer, Range'],
  ]
  const own = headers.filter(([name]) => !wished.some(([other]) => other.toLowerCase() === name.toLowerCase()))
  const empty = request.method === 'HEAD' || status === 204 || !shows
  const body = empty ? null : bytesOf(job, outcome.body)
  return answer(status, [...own, ...wished], body, request.method === 'HEAD')
}

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const NO_BODY = [101, 204, 205, 304]

function answer(
  status: number,
  headers: HeaderList,
  body: Uint8Array<ArrayBuffer> | string | null,
  head = false,
): Response {
  const made = new Headers()
  for (const [name, value] of headers)
    if (name.toLowerCase() === 'set-cookie') made.append(name, value)
    else made.set(name, value)
  const without = NO_BODY.includes(status)
  if (!without && !head) made.set('Content-Length', String(body === null ? 0 : Buffer.byteLength(body)))
  return new Response(without ? null : body, { status, headers: made })
}

/** Makes the answer to a request that was refused. */
export function refuse(error: RestError, head: boolean): Response {
  const { code, details, hint, message } = error.body
  const body = JSON.stringify({ code, details, hint, message })
  const headers: HeaderList = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Proxy-Status', `PostgREST; error=${code}`],
    ...error.headers.map(([name, value]): [string, string] => [name, value]),
  ]
  const response = answer(error.status, headers, head ? null : body, head)
  if (error.statusText === undefined) return response
  return new Response(response.body, { status: error.status, statusText: error.statusText, headers: response.headers })
}
