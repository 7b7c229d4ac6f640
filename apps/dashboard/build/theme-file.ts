import { createHash } from 'node:crypto'
import { themeScript } from '@stoa/ui/theme-script'
import type { Plugin } from 'vite'

const FILE = 'theme.js'
const HASH_LENGTH = 8

/**
 * Serves `/theme.js`, which pins the theme before the first paint. The content security policy allows no inline
 * scripts, so it is a file of its own, loaded from the head before anything is drawn. In a build its name carries its
 * content's hash, so that browsers keep it and no page waits for it twice.
 */
export function themeFile(): Plugin {
  const hash = createHash('sha256').update(themeScript).digest('base64url').slice(0, HASH_LENGTH)
  const built = `assets/theme-${hash}.js`
  let isBuild = false
  return {
    name: 'stoa:theme',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    configureServer(server) {
      server.middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(themeScript)
      })
    },
    transformIndexHtml: (html) => (isBuild ? html.replace(`"/${FILE}"`, `"/${built}"`) : html),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: built, source: themeScript })
    },
  }
}
