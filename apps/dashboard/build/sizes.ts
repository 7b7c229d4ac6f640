import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROUTE_MODULES } from '../src/routes.modules.ts'

// Prints how many bytes of JavaScript each screen needs before it can be used, as the browser gets them (gzip).
// Run after a build: `npm run sizes --workspace apps/dashboard`. Ends with an error when a screen is over its budget.

type Chunk = { file: string; imports?: string[] }

const KB = 1024
const BUDGETS_KB: Record<string, number> = { '/projects': 180, '/project/$ref/sql': 300 }
const dist = join(import.meta.dirname, '..', 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>

const sizes = new Map<string, number>()
function gzipped(file: string): number {
  let size = sizes.get(file)
  if (size === undefined) {
    size = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
    sizes.set(file, size)
  }
  return size
}

/** The files that a module needs to run: its own and those of everything it imports at once. */
function filesOf(keys: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The build has no chunk for ${key}`)
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return files
}

const total = (files: Iterable<string>, ending: string): number =>
  [...files].filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + gzipped(file), 0)
/** The style sheet of every screen. */
const css = Object.values(manifest).filter(({ file }) => file.endsWith('.css'))
const kb = (bytes: number): string => `${(bytes / KB).toFixed(1)} KB`.padStart(9)

let over = false
for (const [route, modules] of Object.entries(ROUTE_MODULES)) {
  const files = filesOf(['index.html', ...modules])
  const js = total(files, '.js')
  const budget = BUDGETS_KB[route]
  const verdict = budget === undefined ? '' : js <= budget * KB ? `within ${budget} KB` : `OVER ${budget} KB`
  over ||= verdict.startsWith('OVER')
  console.log(
    `${route.padEnd(34)} js ${kb(js)}  css ${kb(
      total(
        css.map(({ file }) => file),
        '.css',
      ),
    )}  ${verdict}`,
  )
}
if (process.argv.includes('--files')) {
  for (const [file, size] of [...sizes].sort((a, b) => b[1] - a[1])) console.log(`${kb(size)}  ${file}`)
}
if (over) process.exitCode = 1
