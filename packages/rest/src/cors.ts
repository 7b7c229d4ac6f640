const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit'
const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'

/**
 * Lets pages of other origins read an answer.
 * @param origins the origins that may; null for all
 */
export function allowOrigin(request: Request, response: Response, origins: readonly string[] | null): void {
  const origin = request.headers.get('origin')
  if (origin === null || (origins !== null && !origins.includes(origin))) return
  const { headers } = response
  headers.set('Access-Control-Allow-Origin', origins === null ? '*' : origin)
  if (origins !== null) headers.set('Access-Control-Allow-Credentials', 'true')
  if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method')) {
    headers.set('Access-Control-Allow-Methods', METHODS)
    const asked = request.headers.get('access-control-request-headers')
    headers.set('Access-Control-Allow-Headers', ['Authorization', ...(asked === null ? [] : [asked])].join(', '))
    headers.set('Access-Control-Max-Age', '86400')
  } else headers.set('Access-Control-Expose-Headers', EXPOSED)
}
