import type { MiddlewareHandler } from 'hono'

/**
 * The content security policy of an answer. Machine code may be compiled, as Postgres's parser is; text may not.
 * @param inline hashes of the scripts that stand inside the page, such as `'sha256-…'`
 */
export const contentPolicy = (inline: readonly string[] = []): string =>
  ["default-src 'self'", ["script-src 'self' 'wasm-unsafe-eval'", ...inline].join(' '), ...POLICY].join('; ')

const POLICY = [
  // Editors and resizable panels set styles on elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

const CSP = contentPolicy()

/** Headers of every answer: what browsers must not do with it. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', CSP)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'same-origin')
  headers.set('x-frame-options', 'DENY')
  headers.set('cross-origin-opener-policy', 'same-origin')
}
