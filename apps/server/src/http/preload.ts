import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>
type Route = { readonly pattern: RegExp; readonly links: string }

/** What the build says of the files of each address. */
export type Announced = {
  readonly routes: readonly Route[]
  /** The links and the script with which a page begins that begins with an editor; empty without one. */
  readonly editorFirst: { readonly links: string; readonly script: string }
}

const EDITOR_FIRST = 'src/editor-first.ts'
const EARLY_EDITOR = 'src/features/project/sql/early-editor.ts'

const parse = <T>(file: string, fallback: T): T => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return fallback
  }
}

/** The files of modules and of all that they import, each once. */
function filesOf(manifest: Manifest, modules: readonly string[]): readonly string[] {
  const files = new Set<string>()
  const queue = [...modules]
  for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) continue
    files.add(chunk.file)
    queue.push(...(chunk.imports ?? []))
  }
  return [...files]
}

const linksTo = (files: readonly string[]): string =>
  [
    // Chromium takes compiled code from its cache only for scripts that were announced this way: what only
    // `modulepreload` or an import asks for, it compiles again on every page (seen in version 156).
    ...files.map((file) => `<link rel="preload" as="script" crossorigin href="/${file}">`),
    // Makes them ready to run, so that the import of a screen waits for nothing.
    ...files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('')

/**
 * Reads which files each address of the dashboard needs, from the build's manifest and its table of routes
 * (`routes.json`: address patterns such as `/project/$ref/sql` to the source files of their screens).
 * Without them pages still work; their code just arrives later.
 */
export function readAnnounced(dir: string): Announced {
  const manifest = parse<Manifest>(join(dir, '.vite/manifest.json'), {})
  const routes = parse<Record<string, string | string[]>>(join(dir, 'routes.json'), {})
  const script = manifest[EDITOR_FIRST]?.file
  return {
    routes: Object.entries(routes).map(([address, modules]) => ({
      pattern: new RegExp(`^${address.replace(/\$\w+/g, '[^/]+')}/?$`),
      // The screen itself comes first: it is the largest, and a browser asks for six files at a time.
      links: linksTo(filesOf(manifest, [modules].flat().reverse())),
    })),
    editorFirst: {
      links: linksTo(filesOf(manifest, [EDITOR_FIRST, EARLY_EDITOR])),
      script: script === undefined ? '' : `<script type="module" async crossorigin src="/${script}"></script>`,
    },
  }
}

/** The link elements that announce an address's code to the browser. */
export const preloadLinks = ({ routes }: Announced, path: string): string =>
  routes.find((route) => route.pattern.test(path))?.links ?? ''

/** The same links and scripts, held back until the page's first script (editor-first.ts) lets them go. */
export const heldBack = (html: string): string =>
  html
    .replace(
      /<link rel="(preload|modulepreload)"(?= as="script"| crossorigin href="\/assets\/[^"]+\.js")/g,
      '<link data-later="$1"',
    )
    .replace(/<script type="module"(?= crossorigin src=)/g, '<script type="text/later" data-later="module"')
