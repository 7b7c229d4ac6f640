import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; imports?: string[] }
type Route = { readonly pattern: RegExp; readonly links: string }

const parse = <T>(file: string, fallback: T): T => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return fallback
  }
}

/**
 * Reads which files each address of the dashboard needs, from the build's manifest and its table of routes
 * (`routes.json`: address patterns such as `/project/$ref/sql` to the source files of their screens).
 * Without them pages still work; their code just arrives later.
 */
export function readRoutes(dir: string): readonly Route[] {
  const manifest = parse<Record<string, Chunk>>(join(dir, '.vite/manifest.json'), {})
  const routes = parse<Record<string, string | string[]>>(join(dir, 'routes.json'), {})
  return Object.entries(routes).map(([address, modules]) => {
    const files = new Set<string>()
    // The screen itself comes first: it is the largest, and a browser asks for six files at a time.
    const queue = [modules].flat().reverse()
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      const chunk = manifest[key]
      if (!chunk || files.has(chunk.file)) continue
      files.add(chunk.file)
      queue.push(...(chunk.imports ?? []))
    }
    return {
      pattern: new RegExp(`^${address.replace(/\$\w+/g, '[^/]+')}/?$`),
      links: [
        // Chromium takes compiled code from its cache only for scripts that were announced this way: what only
        // `modulepreload` or an import asks for, it compiles again on every page (seen in version 156).
        ...[...files].map((file) => `<link rel="preload" as="script" crossorigin href="/${file}">`),
        // Makes them ready to run, so that the import of a screen waits for nothing.
        ...[...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      ].join(''),
    }
  })
}

/** The link elements that announce an address's code to the browser. */
export const preloadLinks = (routes: readonly Route[], path: string): string =>
  routes.find((route) => route.pattern.test(path))?.links ?? ''
