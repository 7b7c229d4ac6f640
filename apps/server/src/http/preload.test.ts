import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preloadLinks, readRoutes } from './preload.ts'

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
  [...preloadLinks(readRoutes(dir), path).matchAll(/<link rel="modulepreload" crossorigin href="\/([^"]+)">/g)].map(
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
  const links = preloadLinks(readRoutes(dir), '/project/abc/sql')
  const scripts = [...links.matchAll(/<link rel="preload" as="script" crossorigin href="\/([^"]+)">/g)]
  expect(scripts.map(([, file]) => file)).toEqual(files('/project/abc/sql'))
  expect(links.lastIndexOf('rel="preload"')).toBeLessThan(links.indexOf('rel="modulepreload"'))
})

test('other addresses announce nothing', () => {
  for (const path of ['/', '/project/abc', '/project/abc/sql/7/more', '/org/a/b/team', '/x/project/abc/sql', '/gone'])
    expect(preloadLinks(readRoutes(dir), path), path).toBe('')
})

test('a build without these files serves pages that announce nothing', () => {
  expect(preloadLinks(readRoutes(join(dir, 'nowhere')), '/project/abc/sql')).toBe('')
})
