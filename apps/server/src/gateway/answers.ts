import { answerOf, type HeaderList, type RestAnswer } from '@stoa/rest'

/** An answer of JSON. */
export const jsonAnswer = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): RestAnswer =>
  answerOf(status, [['content-type', 'application/json; charset=utf-8'], ...Object.entries(headers)], body, false)

/** Answers of the gateway itself, as JSON with a sentence, in the fields that clients know from the data API. */
export const refusal = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  jsonAnswer(status, JSON.stringify({ code, details: null, hint: null, message }), headers)

/** Headers that pages of any origin may read. */
const EXPOSED = 'content-range, content-location, location, x-request-id, retry-after'
/** How long a browser keeps the answer to a preflight, in seconds. */
const PREFLIGHT_SECONDS = '86400'

/**
 * What every answer of a project's APIs has. Any page may call them: what counts is the key, and no cookie is ever
 * read. What a browser opens as a page is cut off from the origin it came from.
 */
const ALWAYS: HeaderList = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', EXPOSED],
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
]
const OURS = new Set(['x-request-id', ...ALWAYS.map(([name]) => name)])

/** Adds what every answer of a project's APIs has. */
export function finish(answer: RestAnswer, requestId: string): RestAnswer {
  const headers: HeaderList = [...ALWAYS, ['x-request-id', requestId]]
  let kept = false
  for (const header of answer.headers) {
    if (OURS.has(header[0])) continue
    if (header[0] === 'cache-control') kept = true
    headers.push(header)
  }
  if (!kept) headers.push(['cache-control', 'no-store'])
  return { ...answer, headers }
}

/** Answers a browser that asks whether a page of another origin may call. */
export const preflight = (asked: string | null): RestAnswer =>
  answerOf(
    204,
    [
      ['access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
      ['access-control-allow-headers', asked ?? 'authorization, apikey, content-type, x-client-info'],
      ['access-control-max-age', PREFLIGHT_SECONDS],
      ['vary', 'access-control-request-headers'],
    ],
    null,
    false,
  )
