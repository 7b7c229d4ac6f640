import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldBack, preloadLinks, readAnnounced } from './preload.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stoa-test-preload-'))
  await mkdir(join(dir, '.vite'))
  await writeFile(
    join(dir, '.vite/manifest.json'),
    JSON.stringify({
      'src/main.tsx': { file: 'assets/main.js', isEntry: true, imports: ['_shared.js'] },
      'src/sql.tsx': { file: 'assets/sql.js', imports: ['src/main.tsx', '_editor.js'] },
      'src/team.tsx': { file: 'assets/team.js' },
      '_editor.js': { file: 'assets/editor.js', imports: ['_shared.js'] },
      'src/editor-first.ts': { file: 'assets/first.js', isEntry: true },
      'src/features/project/sql/early-editor.ts': { file: 'assets/early.js', imports: ['_editor.js'] },
      '_shared.js': { file: 'assets/shared.js', imports: ['_editor.js'] },
    }),
  )
  await writeFile(
    join(dir, 'routes.json'),
    JSON.stringify({
      '/org/$slug/team': 'src/team.tsx',
      '/project/$ref/sql': ['src/sql.tsx'],
      '/project/$ref/sql/$snippet': ['src/sql.tsx', 'src/team.tsx'],
      '/gone': 'src/gone.tsx',
    }),
  )
})
afterAll(() => rm(dir, { recursive: true }))

const files = (path: string) =>
  [...preloadLinks(readAnnounced(dir), path).matchAll(/<link rel="modulepreload" crossorigin href="\/([^"]+)">/g)].map(
    ([, file]) => file,
  )

test('an address announces its screen and all that this needs, once', () => {
  expect(files('/project/abc/sql')).toEqual(['assets/sql.js', 'assets/main.js', 'assets/editor.js', 'assets/shared.js'])
  expect(files('/project/abc/sql/')).toEqual(files('/project/abc/sql'))
  // The last of a route's modules is its screen, which comes before what it stands in.
  expect(files('/project/abc/sql/7')).toEqual(['assets/team.js', ...files('/project/abc/sql')])
  expect(files('/org/acme/team')).toEqual(['assets/team.js'])
})

test('every file is announced as a script before it is as a module, so that its compiled code is taken from the cache', () => {
  const links = preloadLinks(readAnnounced(dir), '/project/abc/sql')
  const scripts = [...links.matchAll(/<link rel="preload" as="script" crossorigin href="\/([^"]+)">/g)]
  expect(scripts.map(([, file]) => file)).toEqual(files('/project/abc/sql'))
  expect(links.lastIndexOf('rel="preload"')).toBeLessThan(links.indexOf('rel="modulepreload"'))
})

test('other addresses announce nothing', () => {
  for (const path of ['/', '/project/abc', '/project/abc/sql/7/more', '/org/a/b/team', '/x/project/abc/sql', '/gone'])
    expect(preloadLinks(readAnnounced(dir), path), path).toBe('')
})

test('a build without these files serves pages that announce nothing', () => {
  expect(preloadLinks(readAnnounced(join(dir, 'nowhere')), '/project/abc/sql')).toBe('')
})

test('a page that begins with an editor announces what that needs, and runs its first script as soon as it is there', () => {
  const { links, script } = readAnnounced(dir).editorFirst
  expect([...links.matchAll(/as="script" crossorigin href="\/([^"]+)"/g)].map(([, file]) => file)).toEqual([
    'assets/first.js',
    'assets/early.js',
    'assets/editor.js',
    'assets/shared.js',
  ])
  expect(script).toBe('<script type="module" async crossorigin src="/assets/first.js"></script>')
  expect(readAnnounced(join(dir, 'nowhere')).editorFirst).toEqual({ links: '', script: '' })
})

test('what is held back is neither fetched nor run, and says what it will be; fonts and styles are not held back', () => {
  const fonts = '<link rel="preload" as="font" crossorigin href="/assets/a.woff2"><link rel="stylesheet" href="/a.css">'
  const page = `${preloadLinks(readAnnounced(dir), '/org/acme/team')}<script type="module" crossorigin src="/a.js"></script>`
  expect(heldBack(page + fonts)).toBe(
    '<link data-later="preload" as="script" crossorigin href="/assets/team.js">' +
      '<link data-later="modulepreload" crossorigin href="/assets/team.js">' +
      `<script type="text/later" data-later="module" crossorigin src="/a.js"></script>${fonts}`,
  )
})
