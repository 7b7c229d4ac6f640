import type { Plugin } from 'vite'
import { ROUTE_MODULES } from '../src/routes.modules.ts'

/**
 * Emits `routes.json`: which source modules the screen at each address loads. The server looks them up in the manifest
 * and puts links to their files into the page, so that they load together with the entry instead of after it.
 */
export function routesJson(): Plugin {
  return {
    name: 'stoa:routes',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(ROUTE_MODULES, null, 2) })
    },
  }
}
