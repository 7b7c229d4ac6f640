// Runs on whatever Node the machine has, before anything is installed: plain JavaScript, no packages.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
/** The Node that the product runs on, delivered by npm. */
export const node = join(root, 'node_modules/node/bin/node')

export const say = (line) => process.stdout.write(`${line}\n`)

/** A sentence for the person at the terminal, in place of a stack trace. */
export class Refusal extends Error {}

const read = (file) => (existsSync(file) ? readFileSync(file) : '')

function files(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist', 'e2e'].includes(entry.name) ? [] : files(path)
    return entry.isFile() && !entry.name.includes('.test.') ? [path] : []
  })
}

/** A fingerprint of files by name and content. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of [...paths].sort()) hash.update(relative(root, path)).update('\0').update(read(path)).update('\0')
  return hash.digest('hex')
}

const manifests = () => [
  join(root, 'package.json'),
  join(root, 'package-lock.json'),
  ...['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name, 'package.json')),
  ),
]

/** Installs packages when they are missing or not those of the lock file. */
export function ensureInstalled() {
  const stamp = join(root, 'node_modules/.stoa-installed')
  const wanted = fingerprint(manifests())
  if (existsSync(node) && String(read(stamp)) === wanted) return
  say('Installing packages. The first time this takes about a minute.')
  const npm = process.env.npm_execpath
  const command = npm ? [process.execPath, [npm]] : ['npm', []]
  const done = spawnSync(command[0], [...command[1], 'install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (done.status !== 0) throw new Refusal('The packages could not be installed. The lines above say why.')
  if (!existsSync(node))
    throw new Refusal(
      'The package "node" did not deliver its program. If npm is told to ignore install scripts, allow those of "node".',
    )
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** Builds the dashboard when its sources changed since the last build. */
export function ensureBuilt() {
  const app = join(root, 'apps/dashboard')
  const stamp = join(app, 'dist/.stoa-built')
  const wanted = fingerprint([
    join(root, 'package-lock.json'),
    join(app, 'index.html'),
    join(app, 'vite.config.ts'),
    ...['src', 'public', 'build'].flatMap((folder) => files(join(app, folder))),
    ...['ui', 'sql', 'contract'].flatMap((name) => files(join(root, 'packages', name, 'src'))),
  ])
  if (String(read(stamp)) === wanted) return
  say('Building the dashboard. This takes a few seconds.')
  rmSync(stamp, { force: true })
  const done = spawnSync(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
    cwd: app,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (done.status !== 0) throw new Refusal('The dashboard could not be built. The lines above say why.')
  writeFileSync(stamp, wanted)
}

/**
 * What lives but briefly gets 8 MB and not 32: it is swept more often, and costs no more by that. And the server may
 * give back memory when it knows that it can.
 */
const SERVER_FLAGS = ['--max-semi-space-size=8', '--expose-gc']
/** Where Node keeps the compiled form of what it has read, for each choice of flags. */
const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/stoa')

/**
 * Has the server's program read once where its sources changed, so that Node keeps its compiled form: a start then
 * takes two thirds of the time, and the compiler of TypeScript, some 20 MB, is never loaded. Nothing depends on it.
 * @returns when that is done
 */
export async function ensureCompiled() {
  const stamp = join(compiled, 'stoa-compiled')
  const wanted = fingerprint([
    join(root, 'package-lock.json'),
    ...['contract', 'engine', 'engine-embedded', 'graphql', 'rest', 'sql'].flatMap((name) =>
      files(join(root, 'packages', name, 'src')),
    ),
    ...files(join(root, 'apps/server/src')),
  ])
  if (String(read(stamp)) === wanted) return
  const child = spawn(node, [...SERVER_FLAGS, join(root, 'scripts/lib/compile.mjs')], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
  const code = await new Promise((resolve) => child.on('error', () => resolve(null)).on('exit', resolve))
  if (code === 0 && existsSync(compiled)) writeFileSync(stamp, wanted)
}

/** Becomes the server. */
export function becomeServer() {
  return become([...SERVER_FLAGS, 'apps/server/src/main.ts'], { NODE_COMPILE_CACHE: compiled })
}

/** Runs a program on the product's Node and ends with its exit code. Signals are passed on. */
export function run(args, env = {}) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
  return child
}

/**
 * Becomes a program on the product's Node: from here on this process is that program, and nothing of the script stays
 * behind in memory. Nodes that cannot do that run it beside themselves.
 */
function become(args, env = {}) {
  if (typeof process.execve !== 'function') return run(args, env)
  process.chdir(root)
  // Node says of this call that it is new, which is of no use to whoever starts the program.
  process.removeAllListeners('warning')
  return process.execve(node, [node, ...args], { ...process.env, ...env })
}

/** Runs a script's body; a refusal becomes one sentence. */
export async function main(body) {
  try {
    await body()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
