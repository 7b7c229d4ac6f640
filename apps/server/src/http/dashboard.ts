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
import type { OrganizationRow, ProjectRow } from '../store/tables.ts'
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

type Seen = { readonly row: ProjectRow; readonly organization: OrganizationRow }

/** The project that an address is about, where the caller may see it. */
async function projectAt(platform: Platform, caller: Caller, path: string): Promise<Seen | null> {
  const ref = /^\/project\/([a-z]{20})(?:\/|$)/.exec(path)?.[1]
  const row = ref
    ? await platform.store.selectFrom('projects').selectAll().where('ref', '=', ref).executeTakeFirst()
    : undefined
  const organization = caller.memberships.find((item) => item.organization.id === row?.organization_id)?.organization
  return row && organization && visible(caller, organization, row) ? { row, organization } : null
}

/** What the first screen needs, so that it can be drawn without asking. */
async function bootData(platform: Platform, caller: Caller, seen: Seen | null, path: string, search: string) {
  const [shell, project, editor] = await Promise.all([
    shellFor(platform, caller),
    seen && projectOnWire(platform, seen.row, seen.organization),
    seen && path === `/project/${seen.row.ref}/editor`
      ? openingView(platform, { caller, organization: seen.organization, project: seen.row }, search)
      : null,
  ])
  return { shell, needs_owner: false, project, editor }
}

/** The address whose code the page will run: while nobody is signed in, that of the screen shown in its place. */
function screenAt(path: string, caller: Caller | null, isFirstVisit: boolean): string {
  if (caller === null && path !== '/join') return isFirstVisit ? '/first-visit' : '/sign-in'
  return path === '/' ? '/projects' : path
}

/** Whether the first picture of the page is an editor, which then stands before the rest. */
const beginsWithEditor = (path: string, seen: Seen | null): boolean =>
  seen?.row.status === 'ACTIVE_HEALTHY' && /^\/project\/[a-z]{20}\/sql(?:\/[^/]+)?\/?$/.test(path)

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
 * Serves the built dashboard. Every address without a file is the dashboard itself, its code announced to the browser
 * in its head and the data of its first screen inside the page.
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
    const isFirstVisit = caller === null && (await needsOwner(platform.store))
    const seen = caller && (await projectAt(platform, caller, path))
    const boot: Promise<unknown> =
      caller === null
        ? Promise.resolve({ shell: null, needs_owner: isFirstVisit, project: null, editor: null })
        : bootData(platform, caller, seen, path, new URL(c.req.url).search)
    // A page without its data asks for it, and then says itself what is wrong.
    const data = boot.then(inline).catch((error: unknown) => {
      platform.log.error({ err: error }, 'the data of a page was not read')
      return ''
    })
    const { index, policy, announced } = await built()
    const { links, script } = announced.editorFirst
    const isEditorFirst = script !== '' && beginsWithEditor(path, seen)
    const whole = index.replace('<!--stoa:preload-->', () =>
      preloadLinks(announced, screenAt(path, caller, isFirstVisit)),
    )
    const html = isEditorFirst ? heldBack(whole).replace('<link ', () => `${links}<link `) : whole
    const [head = '', rest = ''] = html.split('<!--stoa:boot-->')
    for (const cookie of caller?.renewed ?? []) c.header('set-cookie', cookie, { append: true })
    // The head goes out at once: while the data is read, a browser fetches the code.
    async function* parts() {
      yield head
      yield `<script type="application/json" id="stoa-boot">${await data}</script>${isEditorFirst ? script : ''}${rest}`
    }
    return c.body(ReadableStream.from(parts()).pipeThrough(new TextEncoderStream()), 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    })
  })
}
