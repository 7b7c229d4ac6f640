import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Context as CallContext, Scope } from '../core/context.ts'
import { AUTH_PATHS } from '../core/people.ts'
import type { Platform } from '../core/platform.ts'
import { router } from '../router.ts'
import { BYTES, bodyBytes, bodyLength } from './body.ts'
import { mountDashboard } from './dashboard.ts'
import { mountDocs } from './docs.ts'
import { securityHeaders } from './headers.ts'
import { sameOrigin } from './origin.ts'

/** Largest body of a call, in bytes. Uploads have routes of their own. */
const BODY_MAX = 16 * 1024 * 1024

type Env = { Variables: { requestId: string; ip: string } }

/** A call without its body where that is bytes, which its handler asks for. */
const callOf = (request: Request): Request => {
  const { url, method, headers } = request
  return headers.get('content-type') === BYTES ? new Request(url, { method, headers, signal: request.signal }) : request
}

const failure = (status: 400 | 403 | 404 | 413 | 500, code: string, message: string) =>
  Response.json({ defined: false, code, status, message }, { status })

/**
 * The platform's HTTP side: its API below `/api`, signing in, the docs, and the dashboard for everything else. What is
 * about a project's own APIs never comes here.
 * @param dashboardDir the built dashboard; null when it is served by its own development server
 */
export function createApp(platform: Platform, dashboardDir: string | null): Hono<Env> {
  const publicOrigin = new URL(platform.config.publicUrl).origin
  const handler = new OpenAPIHandler(router, {
    clientInterceptors: [
      async ({ next, context, path }) => {
        try {
          return await next()
        } catch (error) {
          // What fails elsewhere is said on purpose, by a code of its own.
          if (error instanceof ORPCError && error.code !== 'INTERNAL_SERVER_ERROR') throw error
          platform.log.error({ err: error, call: path.join('.'), request: context.request.id }, 'call failed')
          throw new ORPCError('INTERNAL_SERVER_ERROR', {
            message: `Something went wrong here. The log has it under ${context.request.id}`,
          })
        }
      },
    ],
  })
  const app = new Hono<Env>()
  app.use(securityHeaders)
  app.use(async (c, next) => {
    c.set('requestId', randomUUID())
    c.set('ip', getConnInfo(c).remote.address ?? 'unknown')
    const started = performance.now()
    await next()
    c.res.headers.set('x-request-id', c.get('requestId'))
    if (c.req.path.startsWith('/api/'))
      platform.log.debug(
        {
          request: c.get('requestId'),
          method: c.req.method,
          path: c.req.path,
          status: c.res.status,
          ms: Math.round(performance.now() - started),
        },
        'request',
      )
  })
  const tooLarge = () => failure(413, 'PAYLOAD_TOO_LARGE', 'The request is larger than 16 MB')
  const limit = bodyLimit({ maxSize: BODY_MAX, onError: tooLarge })
  app.use('/api/*', (c, next) => {
    // The library looks at every body through a stream of its own; one that tells its length needs no look.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = bodyLength(c)
    if (length === null) return limit(c, next)
    return length > BODY_MAX ? Promise.resolve(tooLarge()) : next()
  })
  app.use('/api/*', async (c, next) => {
    if (!sameOrigin(c.req.method, c.req.raw.headers, publicOrigin))
      return failure(403, 'FORBIDDEN', 'This request came from another site')
    await next()
    c.res.headers.set('cache-control', c.res.headers.get('cache-control') ?? 'no-store')
  })

  for (const path of AUTH_PATHS)
    app.post(`/api/auth${path}`, async (c) => {
      // Attempts are counted by the address that really connected, whatever headers claim.
      const headers = new Headers(c.req.raw.headers)
      headers.set('x-stoa-client', c.get('ip'))
      const answer = await platform.people.handler(new Request(c.req.raw, { headers }))
      if (!answer.ok) return answer
      // The library repeats the session's token in the body; pages have no business with it, so only the cookie goes out.
      const kept = new Headers(answer.headers)
      kept.delete('content-length')
      return new Response(JSON.stringify({ ok: true }), { status: answer.status, headers: kept })
    })

  mountDocs(app, platform.version, publicOrigin)

  app.all('/api/*', async (c) => {
    const context: CallContext = {
      platform,
      request: {
        id: c.get('requestId'),
        ip: c.get('ip'),
        headers: c.req.raw.headers,
        signal: c.req.raw.signal,
        bytes: (most, room) => bodyBytes(c, most, room),
      },
      scope: new Scope(),
      reply: { response: null, breakOff: () => (c.env as Partial<HttpBindings>).outgoing?.destroy() },
    }
    const { matched, response } = await handler.handle(callOf(c.req.raw), { prefix: '/api', context })
    if (!matched) return failure(404, 'NOT_FOUND', `There is no call ${c.req.method} ${c.req.path}`)
    const answer = context.reply.response ?? response
    for (const cookie of context.scope.callerOrNull?.renewed ?? []) answer.headers.append('set-cookie', cookie)
    return answer
  })

  if (dashboardDir !== null) mountDashboard(app, platform, dashboardDir)
  app.notFound((c) => failure(404, 'NOT_FOUND', `There is nothing at ${c.req.path}`))
  app.onError((error, c) => {
    platform.log.error({ err: error, request: c.get('requestId') }, 'request failed')
    return failure(
      500,
      'INTERNAL_SERVER_ERROR',
      `Something went wrong here. The log has it under ${c.get('requestId')}`,
    )
  })
  return app
}
