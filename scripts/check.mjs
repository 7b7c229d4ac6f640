// npm run check: types, lint and format, who may import whom, dead code. Each is one check that passes or fails.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
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

/** Runs one check to its end. @returns whether it passed, and all that it wrote */
function runCheck([, args]) {
  const child = spawn(node, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => {
      text += part
    })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, text: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, text }))
  })
}

/**
 * Runs all checks, as many at once as there are processors, and says in their order how each went.
 * @returns how many passed, and the names of those that failed
 */
export async function runChecks() {
  const all = checks()
  const lanes = Array.from({ length: availableParallelism() }, () => Promise.resolve())
  const results = all.map((check, at) => {
    const lane = at % lanes.length
    lanes[lane] = lanes[lane].then(() => runCheck(check))
    return lanes[lane]
  })
  const failures = []
  for (const [at, [name]] of all.entries()) {
    const { ok, text } = await results[at]
    if (!ok) failures.push(name)
    say(ok ? `  ok    ${name}` : `  FAIL  ${name}\n${text}`)
  }
  return { passed: all.length - failures.length, failures }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(async () => {
    ensureInstalled()
    const { passed, failures } = await runChecks()
    say(`${passed} passed, ${failures.length} failed`)
    process.exit(failures.length === 0 ? 0 : 1)
  })
