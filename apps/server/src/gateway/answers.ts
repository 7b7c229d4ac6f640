/** Answers of the gateway itself, as JSON with a sentence. */
export const refusal = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  Response.json({ code, message }, { status, headers })

/** Headers that pages of any origin may read. */
const EXPOSED = 'content-range, content-location, location, x-request-id, retry-after'
/** How long a browser keeps the answer to a preflight, in seconds. */
const PREFLIGHT_SECONDS = '86400'

/**
 * Adds what every answer of a project's APIs has. Any page may call them: what counts is the key, and no cookie is
 * ever read. What a browser opens as a page is cut off from the origin it came from.
 */
export function finish(response: Response, requestId: string): Response {
  const { headers } = response
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', EXPOSED)
  headers.set('x-request-id', requestId)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return response
}

/** Answers a browser that asks whether a page of another origin may call. */
export const preflight = (asked: string | null): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': asked ?? 'authorization, apikey, content-type, x-client-info',
      'access-control-max-age': PREFLIGHT_SECONDS,
      vary: 'access-control-request-headers',
    },
  })
