// npm run check: types, lint and format, who may import whom, dead code. Each is one check that passes or fails.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, main, node, root, say } from './lib/environment.mjs'

const bin = (path) => join(root, 'node_modules', path)

function checks() {
  const projects = ['packages', 'apps']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((path) => existsSync(join(root, path, 'tsconfig.json')))
  return [
    ...projects.map((path) => [`types of ${path}`, [bin('typescript/bin/tsc'), '-p', path]]),
    ['lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']],
    [
      'imports between parts',
      [bin('dependency-cruiser/bin/dependency-cruiser.mjs'), '--config', '.dependency-cruiser.cjs', 'packages', 'apps'],
    ],
    ['unused files, exports and packages', [bin('knip/bin/knip.js')]],
  ]
}

/** Runs all checks and says how each went. */
export function runChecks() {
  let passed = 0
  let failed = 0
  for (const [name, args] of checks()) {
    const done = spawnSync(node, args, { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } })
    if (done.status === 0) {
      passed += 1
      say(`  ok    ${name}`)
    } else {
      failed += 1
      say(`  FAIL  ${name}\n${done.stdout}${done.stderr}`)
    }
  }
  return { passed, failed }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(() => {
    ensureInstalled()
    const { passed, failed } = runChecks()
    say(`${passed} passed, ${failed} failed`)
    process.exit(failed === 0 ? 0 : 1)
  })
