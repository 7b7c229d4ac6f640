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

/** Runs a program on the product's Node and ends with its exit code. Signals are passed on. */
export function run(args, env = {}) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
  return child
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
