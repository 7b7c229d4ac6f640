const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request may act with the browser's cookies. A page of another site can make a browser send them along; it
 * cannot make the browser lie about where the request comes from.
 * @param publicOrigin the origin that people reach the dashboard at, besides the one the request was sent to
 */
export function sameOrigin(method: string, headers: Headers, publicOrigin: string): boolean {
  if (SAFE.has(method) || !headers.has('cookie') || headers.has('authorization')) return true
  const origin = headers.get('origin')
  if (origin !== null) {
    if (origin === publicOrigin) return true
    try {
      return new URL(origin).host === headers.get('host')
    } catch {
      return false
    }
  }
  // Programs that keep cookies send neither header; browsers send at least one of them.
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}
