import { contract } from '@stoa/contract'
import type { Plugin } from 'vite'

const ID = 'virtual:contract'
const RESOLVED = `\0${ID}`

type Procedure = { '~orpc': { route: Record<string, unknown> } }

const WRITE = `const route = (method, path, inputStructure, outputStructure) =>
  ({ '~orpc': { errorMap: {}, meta: {}, route: { method, path, inputStructure, outputStructure } } })`

/** A router as code. What all routes have in common is written once: they are hundreds, and of every page. */
function code(router: object): string {
  if ('~orpc' in router) {
    // Only what the client needs to write a request: tags and summaries belong to the OpenAPI document.
    const { method, path, inputStructure, outputStructure } = (router as Procedure)['~orpc'].route
    const needed = [method, path, inputStructure, outputStructure]
    while (needed.at(-1) === undefined) needed.pop()
    return `route(${needed.map((value) => JSON.stringify(value) ?? 'undefined').join(',')})`
  }
  return `{${Object.entries(router).map(([key, value]) => `${JSON.stringify(key)}:${code(value)}`)}}`
}

/**
 * Serves `virtual:contract`: methods and paths of every route, and nothing else. The client is typed by the contract
 * but runs on this, so that neither the schemas nor the validator are part of the first chunk.
 */
export function contractJson(): Plugin {
  return {
    name: 'stoa:contract',
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? `${WRITE}\nexport default ${code(contract)}` : undefined),
  }
}
