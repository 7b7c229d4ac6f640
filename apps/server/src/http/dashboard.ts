import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import type { Context, Env, Hono } from 'hono'
import { identify } from '../core/callers.ts'
import type { Caller } from '../core/context.ts'
import { visible } from '../core/guard.ts'
import type { Platform } from '../core/platform.ts'
import { projectOnWire } from '../core/projects.ts'
import { openingView } from '../features/project/editor/opening.ts'
import { shellFor } from '../features/shell/shell.ts'
import { needsOwner } from '../features/system/system.ts'
import { contentPolicy } from './headers.ts'
import { type Announced, heldBack, preloadLinks, readAnnounced } from './preload.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** What the first screen needs, so that it can be drawn without asking. */
async function bootData(platform: Platform, caller: Caller | null, path: string, search: string) {
  if (caller === null)
    return { shell: null, needs_owner: await needsOwner(platform.store), project: null, editor: null }
  const ref = /^\/project\/([a-z]{20})(?:\/|$)/.exec(path)?.[1]
  const row = ref
    ? await platform.store.selectFrom('projects').selectAll().where('ref', '=', ref).executeTakeFirst()
    : undefined
  const organization = caller.memberships.find((item) => item.organization.id === row?.organization_id)?.organization
  const seen = row && organization && visible(caller, organization, row) ? { row, organization } : null
  const [shell, project, editor] = await Promise.all([
    shellFor(platform, caller),
    seen && projectOnWire(platform, seen.row, seen.organization),
    seen && path === `/project/${ref}/editor`
      ? openingView(platform, { caller, organization: seen.organization, project: seen.row }, search)
      : null,
  ])
  return { shell, needs_owner: false, project, editor }
}

/** The address whose code the page will run: while nobody is signed in, that of the screen shown in its place. */
function screenAt(path: string, boot: { shell: unknown; needs_owner: boolean }): string {
  if (boot.shell === null && path !== '/join') return boot.needs_owner ? '/first-visit' : '/sign-in'
  return path === '/' ? '/projects' : path
}

/** Whether the first picture of the page is an editor, which then stands before the rest. */
const beginsWithEditor = (path: string, { project }: { project: { status: string } | null }): boolean =>
  project?.status === 'ACTIVE_HEALTHY' && /^\/project\/[a-z]{20}\/sql(?:\/[^/]+)?\/?$/.test(path)

/** JSON that can stand inside a script element, whatever the values hold. */
const inline = (value: unknown) =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

/** Serves one built file: the smallest form that the browser takes; hashed names for ever. */
async function file(c: Context, dir: string, path: string): Promise<Response | null> {
  const target = join(dir, normalize(path))
  if (!target.startsWith(`${dir}/`)) return null
  const accepted = c.req.header('accept-encoding') ?? ''
  for (const [encoding, ending] of [...ENCODINGS, ['', ''] as const]) {
    if (encoding !== '' && !accepted.includes(encoding)) continue
    const found = await stat(target + ending).catch(() => null)
    if (!found?.isFile()) continue
    const etag = `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}${encoding}"`
    const headers = new Headers({
      'content-type': TYPES[extname(target)] ?? 'application/octet-stream',
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      etag,
    })
    if (encoding !== '') headers.set('content-encoding', encoding)
    if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
    headers.set('content-length', String(found.size))
    const body = c.req.method === 'HEAD' ? null : (Readable.toWeb(createReadStream(target + ending)) as ReadableStream)
    return new Response(body, { headers })
  }
  return null
}

/** The hashes of the scripts inside the built page, as the content security policy names them. */
const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/** Reads the build's page and routes, again only when the dashboard was built anew under a running server. */
function reader(dir: string) {
  const page = join(dir, 'index.html')
  let kept: { at: number; index: string; policy: string; announced: Announced } | null = null
  return async () => {
    const at = (await stat(page)).mtimeMs
    if (kept?.at !== at) {
      const index = await readFile(page, 'utf8')
      kept = { at, index, policy: contentPolicy(inlineScripts(index)), announced: readAnnounced(dir) }
    }
    return kept
  }
}

/**
 * Serves the built dashboard. Every address without a file is the dashboard itself, with the data of its first screen
 * inside the page and its code announced to the browser.
 * @param dir the folder that the dashboard was built into
 */
export function mountDashboard<E extends Env>(app: Hono<E>, platform: Platform, dir: string): void {
  const built = reader(dir)
  app.on(['GET', 'HEAD'], '*', async (c, next) => {
    const { path } = c.req
    if (path !== '/' && path !== '/index.html') {
      const found = await file(c, dir, path)
      if (found) return found
      if (path.startsWith('/assets/') || extname(path) !== '') return next()
    }
    const caller = await identify(platform, c.req.raw.headers)
    const boot = await bootData(platform, caller, path, new URL(c.req.url).search)
    const { index, policy, announced } = await built()
    const isEditorFirst = announced.editorFirst.script !== '' && beginsWithEditor(path, boot)
    const whole = index.replace('<!--stoa:preload-->', () => preloadLinks(announced, screenAt(path, boot)))
    const { links, script } = announced.editorFirst
    const html = (isEditorFirst ? heldBack(whole).replace('<link ', () => `${links}<link `) : whole).replace(
      '<!--stoa:boot-->',
      () => `<script type="application/json" id="stoa-boot">${inline(boot)}</script>${isEditorFirst ? script : ''}`,
    )
    for (const cookie of caller?.renewed ?? []) c.header('set-cookie', cookie, { append: true })
    return c.html(html, 200, { 'cache-control': 'no-store', 'content-security-policy': policy })
  })
}
