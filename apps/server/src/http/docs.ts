import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context, Env, Hono } from 'hono'

type Text = { readonly type: string; readonly text: string; readonly packed: Promise<Uint8Array<ArrayBuffer>> }

const pack = promisify(gzip)

/** A text that is sent, and made small once. */
const text = (type: string, content: string): Text => ({
  type,
  text: content,
  packed: pack(content).then((bytes) => new Uint8Array(bytes)),
})

type Texts = Readonly<Record<'document' | 'page' | 'style' | 'theme' | 'script', Text>>

/** All that is served. What makes it is read when somebody asks for it, as few installations are asked. */
async function makeTexts(version: string, origin: string): Promise<Texts> {
  const [{ openApiDocument }, { docsPage }, { SCRIPT, STYLE, THEME }] = await Promise.all([
    import('./openapi.ts'),
    import('./docs-page.ts'),
    import('./docs-assets.ts'),
  ])
  const document = await openApiDocument(version)
  const script = 'text/javascript; charset=utf-8'
  return {
    document: text('application/json', JSON.stringify(document)),
    page: text('text/html; charset=utf-8', docsPage(document, `${origin}/api`)),
    style: text('text/css; charset=utf-8', STYLE),
    theme: text(script, THEME),
    script: text(script, SCRIPT),
  }
}

const ADDRESSES = [
  ['/api/openapi.json', 'document'],
  ['/api/docs', 'page'],
  ['/api/docs/docs.css', 'style'],
  ['/api/docs/theme.js', 'theme'],
  ['/api/docs/docs.js', 'script'],
] as const

async function sent(c: Context, { type, text, packed }: Text): Promise<Response> {
  const headers = { 'content-type': type, vary: 'accept-encoding' }
  if (!c.req.header('accept-encoding')?.includes('gzip')) return c.body(text, 200, headers)
  return c.body(await packed, 200, { ...headers, 'content-encoding': 'gzip' })
}

/**
 * Serves the document at `/api/openapi.json` and a page for it at `/api/docs`, all of it from this server.
 * @param origin where people reach the platform
 */
export function mountDocs<E extends Env>(app: Hono<E>, version: string, origin: string): void {
  let made: Promise<Texts> | null = null
  for (const [path, name] of ADDRESSES)
    app.get(path, async (c) => {
      made ??= makeTexts(version, origin)
      return sent(c, (await made)[name])
    })
}
