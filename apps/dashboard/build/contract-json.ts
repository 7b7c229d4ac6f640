import { contract } from '@stoa/contract'
import type { Plugin } from 'vite'

const ID = 'virtual:contract'
const RESOLVED = `\0${ID}`

type Procedure = { '~orpc': { route: Record<string, unknown> } }

function shrink(router: object): unknown {
  if ('~orpc' in router) {
    // Only what the client needs to write a request: tags and summaries belong to the OpenAPI document.
    const { method, path, inputStructure, outputStructure } = (router as Procedure)['~orpc'].route
    return { '~orpc': { errorMap: {}, meta: {}, route: { method, path, inputStructure, outputStructure } } }
  }
  return Object.fromEntries(Object.entries(router).map(([key, value]) => [key, shrink(value)]))
}

/**
 * Serves `virtual:contract`: methods and paths of every route, and nothing else. The client is typed by the contract
 * but runs on this, so that neither the schemas nor the validator are part of the first chunk.
 */
export function contractJson(): Plugin {
  return {
    name: 'stoa:contract',
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? `export default ${JSON.stringify(shrink(contract))}` : undefined),
  }
}
