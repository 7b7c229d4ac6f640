import { themeScript } from '@stoa/ui/theme-script'
import type { Plugin } from 'vite'

const FILE = '/theme.js'
const TAG = `<script vite-ignore src="${FILE}"></script>`

/**
 * Puts the script that pins the theme before the first paint into the page: as a file it would hold the page back. The
 * server names its hash in the content security policy. The development server, which has no such policy to write,
 * serves it as a file.
 */
export function themeFile(): Plugin {
  let isBuild = false
  return {
    name: 'stoa:theme',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    configureServer(server) {
      server.middlewares.use(FILE, (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(themeScript)
      })
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        if (!isBuild) return html
        if (!html.includes(TAG)) throw new Error(`The page has no ${TAG}`)
        return html.replace(TAG, () => `<script>${themeScript.trim()}</script>`)
      },
    },
  }
}
