import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
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
    const sheets = new Set<string>()
    // The screen itself comes first: it is the largest, and a browser asks for six files at a time.
    const queue = [modules].flat().reverse()
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      const chunk = manifest[key]
      if (!chunk || chunk.isEntry || files.has(chunk.file)) continue
      files.add(chunk.file)
      for (const sheet of chunk.css ?? []) sheets.add(sheet)
      queue.push(...(chunk.imports ?? []))
    }
    return {
      pattern: new RegExp(`^${address.replace(/\$\w+/g, '[^/]+')}/?$`),
      links: [
        ...[...files].map((file) => `<link rel="modulepreload" href="/${file}">`),
        // A screen waits for its style sheet, which it finds here already.
        ...[...sheets].map((sheet) => `<link rel="stylesheet" href="/${sheet}">`),
      ].join(''),
    }
  })
}

/** The link elements that announce an address's code to the browser. */
export const preloadLinks = (routes: readonly Route[], path: string): string =>
  routes.find((route) => route.pattern.test(path))?.links ?? ''
