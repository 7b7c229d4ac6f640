import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EditorPlace, EditorView, Shell } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

let root: string
let platform: TestPlatform
const SCRIPT = 'console.log("built")'
const THEME = 'document.documentElement.dataset.theme="dark"'

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'stoa-test-dist-')))
  await mkdir(join(root, 'dist/assets'), { recursive: true })
  await mkdir(join(root, 'dist-beside'))
  await Promise.all([
    writeFile(join(root, 'secret.txt'), 'hush'),
    writeFile(join(root, 'dist-beside/secret.txt'), 'hush'),
    writeFile(
      join(root, 'dist/index.html'),
      `<head><script>${THEME}</script><!--stoa:preload--><!--stoa:boot--></head>`,
    ),
    writeFile(join(root, 'dist/mark.svg'), '<svg/>'),
    writeFile(join(root, 'dist/assets/app-1a2b.js'), SCRIPT),
    writeFile(join(root, 'dist/assets/app-1a2b.js.br'), 'brotli'),
    writeFile(join(root, 'dist/assets/app-1a2b.js.gz'), 'gzip'),
  ])
  platform = await TestPlatform.start({ setUp: false, dashboardDir: join(root, 'dist') })
})
afterAll(async () => {
  await platform.dispose()
  await rm(root, { recursive: true })
})

type Boot = {
  shell: Shell | null
  needs_owner: boolean
  project: { ref: string; name: string } | null
  editor: { input: EditorPlace & { ref: string }; view: EditorView } | null
}

async function page(path: string, headers: Record<string, string> = {}): Promise<{ html: string; boot: Boot }> {
  const answer = await fetch(`${platform.url}${path}`, { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
  const html = await answer.text()
  const [, json = ''] = /<script type="application\/json" id="stoa-boot">(.*?)<\/script>/s.exec(html) ?? []
  return { html, boot: JSON.parse(json) as Boot }
}

/** Asks for a path as it is, which `fetch` would tidy up first. */
function raw(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; type: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(platform.url)
    const call = request({ hostname, port, path, headers, timeout: 10_000 }, (answer) => {
      let text = ''
      answer.on('data', (part) => (text += part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text, type: answer.headers['content-type'] ?? '' }),
      )
    })
    call.on('error', reject)
    call.end()
  })
}

describe('a page', () => {
  test('says whether this is the first visit, and nothing more to whoever is not signed in', async () => {
    const empty = { shell: null, project: null, editor: null }
    expect((await page('/')).boot).toEqual({ ...empty, needs_owner: true })
    await platform.as('Owner')
    expect((await page('/project/aaaaaaaaaaaaaaaaaaaa/sql')).boot).toEqual({ ...empty, needs_owner: false })
  })

  test('may run the script that was built into it, and no other that stands inside', async () => {
    const answer = await fetch(`${platform.url}/`)
    const hash = createHash('sha256').update(THEME).digest('base64')
    expect(answer.headers.get('content-security-policy')).toContain(
      `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`,
    )
    const other = await fetch(`${platform.url}/mark.svg`)
    expect(other.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';")
  })

  test('holds what its first screen shows to whoever is signed in', async () => {
    const owner = await platform.as('Owner')
    const ref = await platform.rowOnlyProject(await platform.acme(), 'Shown', 'INACTIVE')
    const body = { email: owner.email, password: PASSWORD }
    const signedIn = await platform.call('POST', '/auth/sign-in/email', { body })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { boot } = await page(`/project/${ref}/sql/7`, { cookie })
    expect(boot.project).toMatchObject({ ref, name: 'Shown' })
    expect(boot.shell?.profile.primary_email).toBe(owner.email)
    expect(boot.shell?.organizations.map((organization) => organization.slug)).toEqual(['acme'])
    expect((await page('/', { cookie })).boot.project).toBeNull()
  })

  test('of the table editor holds the rows that its address asks for', async () => {
    const { token } = await platform.as('Owner')
    const ref = await platform.createProject('Rows')
    await platform.call('POST', `/v1/projects/${ref}/database/query`, {
      token,
      body: {
        query: `create table ships (id int primary key, name text); insert into ships values (1, '</script>'), (2, 'b')`,
      },
    })
    const at = `/project/${ref}/editor?table=ships&sort=id%3Adesc&filter=id%3Alt%3A2`
    // A page does not wait for rows that take long, as the first ones may on a busy machine.
    const editor = await eventually(
      'rows inside the page',
      async () => (await page(at, { authorization: `Bearer ${token}` })).boot.editor,
    )
    expect(editor.input).toEqual({
      ref,
      schema: 'public',
      table: 'ships',
      sort: [{ column: 'id', ascending: false }],
      filter: [{ column: 'id', operator: 'lt', value: '2' }],
    })
    expect(editor.view.page?.rows).toEqual([['1', '</script>']])
    const stranger = await page(at, { authorization: `Bearer ${(await platform.as('stranger')).token}` })
    expect(stranger.boot.editor).toBeNull()
  })

  test('begins before its data is there, so that its code is fetched meanwhile', async () => {
    const { token } = await platform.as('Owner')
    const ref = await platform.rowOnlyProject(await platform.acme(), 'Slow', 'INACTIVE')
    const held = platform.faults.hold('publicTarget')
    const answer = await fetch(`${platform.url}/project/${ref}`, { headers: { authorization: `Bearer ${token}` } })
    const parts = answer.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
    expect((await parts?.next())?.value).toBe(`<head><script>${THEME}</script>`)
    await held.reached
    held.release()
    expect((await parts?.next())?.value).toMatch(/^<script type="application\/json" id="stoa-boot">.*<\/head>$/)
    expect((await parts?.next())?.done).toBe(true)
  })

  test('whose data cannot be read comes without, and asks by itself', async () => {
    const { token } = await platform.as('Owner')
    await platform.query('alter table users rename created_at to gone')
    try {
      const answer = await fetch(platform.url, { headers: { authorization: `Bearer ${token}` } })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('<script type="application/json" id="stoa-boot"></script></head>')
      expect(platform.log.join('')).toContain('the data of a page was not read')
    } finally {
      await platform.query('alter table users rename gone to created_at')
    }
  })

  test('holds nothing of what is not the caller’s', async () => {
    const { token } = await platform.as('stranger')
    const ref = await platform.rowOnlyProject(await platform.acme(), 'Theirs', 'INACTIVE')
    const { html, boot } = await page(`/project/${ref}`, { authorization: `Bearer ${token}` })
    expect(boot).toMatchObject({ project: null, shell: { organizations: [], projects: [] } })
    expect(html).not.toContain('Theirs')
  })

  test('cannot be broken out of by what people write', async () => {
    const { token } = await platform.as('Owner')
    const name = `</script><script>alert(1)</script><!-- $& $1`
    const ref = await platform.rowOnlyProject(await platform.acme(), name, 'INACTIVE')
    const { html, boot } = await page(`/project/${ref}`, { authorization: `Bearer ${token}` })
    expect(boot.project?.name).toBe(name)
    // That of the theme, and the data.
    expect(html.match(/<\/script>/g)).toHaveLength(2)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<!-- $')
  })

  test('is there for every address that no file has', async () => {
    for (const path of ['/index.html', '/org/acme/team', '/a%00b', '/%', '/%ff', `/${'x'.repeat(4000)}`])
      expect((await raw(path)).type, path).toMatch(/^text\/html/)
  })
})

describe('a file', () => {
  const asset = '/assets/app-1a2b.js'
  test('is sent in the smallest form that the browser takes, and kept for ever', async () => {
    for (const [accepted, text] of [
      ['gzip, br', 'brotli'],
      ['gzip', 'gzip'],
      ['identity', SCRIPT],
    ] as const) {
      const answer = await raw(asset, { 'accept-encoding': accepted })
      expect([answer.status, answer.text, answer.type]).toEqual([200, text, 'text/javascript; charset=utf-8'])
    }
    const { headers } = await fetch(`${platform.url}${asset}`, { headers: { 'accept-encoding': 'identity' } })
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('vary')).toContain('accept-encoding')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('without a hash in its name is asked for again, and sent only when it has changed', async () => {
    const first = await fetch(`${platform.url}/mark.svg`)
    expect([first.headers.get('cache-control'), first.headers.get('content-type')]).toEqual([
      'no-cache',
      'image/svg+xml',
    ])
    const etag = first.headers.get('etag') ?? ''
    const again = await raw('/mark.svg', { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await fetch(`${platform.url}/mark.svg`, { method: 'HEAD' })).headers.get('content-length')).toBe('6')
  })

  test('that is not there is no page', async () => {
    for (const path of ['/assets/gone.js', '/assets/', '/gone.svg']) expect((await raw(path)).status, path).toBe(404)
  })

  test('outside the build cannot be had', async () => {
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/%2e%2e%2fsecret.txt',
      '/..%5csecret.txt',
      '/../dist-beside/secret.txt',
      '/..%2fdist-beside/secret.txt',
      `/${join(root, 'secret.txt')}`,
    ]) {
      const answer = await raw(path)
      expect(answer.text, path).not.toContain('hush')
      expect(answer.status, path).toBeLessThan(500)
    }
  })
})

test('a page that was built anew is sent without a restart', async () => {
  await writeFile(join(root, 'dist/index.html'), '<title>New</title><!--stoa:boot-->')
  expect((await page('/')).html).toContain('<title>New</title>')
})
