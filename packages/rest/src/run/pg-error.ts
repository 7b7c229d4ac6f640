import { RestError } from '../errors.ts'

/** The fields of an error that Postgres reports. */
type PgFields = { readonly code: string; readonly message: string; readonly detail?: string; readonly hint?: string }

const isPgError = (error: unknown): error is Error & PgFields =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)

const CLASSES: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}
const CODES: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
}

function statusOf({ code, message }: PgFields, authenticated: boolean): number {
  if (code === '42501') return authenticated ? 403 : 401
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (code === '22023' && /^role ".*" does not exist$/.test(message)) return 401
  if (code === '42883' && message.startsWith('function xmlagg(')) return 406
  if (code.startsWith('PT')) {
    const status = /^\d+$/.test(code.slice(2)) ? Number(code.slice(2)) : 500
    return status >= 200 && status <= 599 ? status : 500
  }
  return CODES[code] ?? CLASSES[code.slice(0, 2)] ?? 400
}

const UNREADABLE = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`
const MESSAGE_HINT = `MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.`
const DETAIL_HINT = `DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.`
const unreadable = (details: string, hint: string) => new RestError(500, 'PGRST121', UNREADABLE, { details, hint })

function object(text: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** An error that a function raised to answer with a status and headers of its own. */
function raised({ message, detail }: PgFields): RestError {
  const body = object(message)
  if (!body || typeof body.code !== 'string' || typeof body.message !== 'string')
    return unreadable(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_HINT)
  if (detail === undefined) return unreadable('DETAIL is missing in the RAISE statement', DETAIL_HINT)
  const more = object(detail)
  const headers = more ? object(JSON.stringify(more.headers)) : null
  const status = more?.status
  if (!more || !headers || typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599)
    return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_HINT)
  return new RestError(status, body.code, body.message, {
    details: textOrNull(body.details),
    hint: textOrNull(body.hint),
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as const),
    ...(typeof more.status_text === 'string' && { statusText: more.status_text }),
  })
}

/**
 * What a failure in the database is for the client.
 * @param authenticated whether the request came with a token of somebody's own
 */
export function fromPg(error: unknown, authenticated: boolean): RestError {
  if (error instanceof RestError) return error
  if (!isPgError(error)) {
    const reason = error instanceof Error ? error.message : String(error)
    if (/timeout exceeded when trying to connect/i.test(reason))
      return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
    return new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.')
  }
  if (error.code === 'PGRST') return raised(error)
  const status = statusOf(error, authenticated)
  return new RestError(status, error.code, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? [['WWW-Authenticate', 'Bearer']] : [],
    ...(error.code.startsWith('PT') && { statusText: error.message }),
  })
}
