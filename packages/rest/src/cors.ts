import type { HeaderList, HeaderSource } from './message.ts'

const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit'
const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'

/**
 * The headers that let pages of other origins read an answer.
 * @param origins the origins that may; null for all
 */
export function allowOrigin(
  request: { readonly method: string; readonly headers: HeaderSource },
  origins: readonly string[] | null,
): HeaderList {
  const { headers } = request
  const origin = headers.get('origin')
  if (origin === null || (origins !== null && !origins.includes(origin))) return []
  const allowed: HeaderList = [['access-control-allow-origin', origins === null ? '*' : origin]]
  if (origins !== null) allowed.push(['access-control-allow-credentials', 'true'])
  if (request.method === 'OPTIONS' && headers.get('access-control-request-method') !== null) {
    const asked = headers.get('access-control-request-headers')
    allowed.push(
      ['access-control-allow-methods', METHODS],
      ['access-control-allow-headers', ['Authorization', ...(asked === null ? [] : [asked])].join(', ')],
      ['access-control-max-age', '86400'],
    )
  } else allowed.push(['access-control-expose-headers', EXPOSED])
  return allowed
}
