import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './build/compress.ts'
import { contractJson } from './build/contract-json.ts'
import { fontLinks } from './build/font-links.ts'
import { routesJson } from './build/routes-json.ts'
import { themeFile } from './build/theme-file.ts'

const server = `http://127.0.0.1:${process.env.STOA_PORT ?? '8000'}`

/** Icons, the light parts of the design system, the zod-free part of the contract, and what every screen asks through. */
const SMALL_PARTS = new RegExp(
  [
    'lucide-react/dist',
    '@tanstack/(?:react-query|query-core)/',
    '/ui/src/(?:[^/]+\\.ts$|parts/(?!menu|actions-menu|select|dialog|popover|typed))',
    '/contract/src/(?:.*permissions|access|compute|lifecycle|plans|.*\\.lifecycle)\\.ts$',
    '/dashboard/src/(?:api|parts/(?:frame|page|query-params))/',
    // Not its components: some bring dialogs.
    '/dashboard/src/parts/project/[a-z-]+\\.ts$',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/** What both the early editor and the dashboard begin with: what this browser keeps of the SQL editor. */
const KEPT_PARTS = new RegExp(
  [
    'node_modules/idb/',
    'vite/preload-helper',
    '/dashboard/src/(?:api/parse-boot|parts/browser-store/|parts/sql-code/(?:early-editor|place)|features/project/sql/(?:snippet-address|snippets/(?:draft-store|stored-tabs)))',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/** CodeMirror, and what of ours one needs to type. */
const EDITOR_PARTS = new RegExp(
  ['node_modules/@codemirror/(?:state|view|language|commands|lang-sql)/', '/dashboard/src/parts/sql-code/editing']
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/** All but the script before the dashboard, which must not bring it along. */
const NOT_BEFORE = /^(?!.*[\\/]src[\\/]editor-first\.ts)/

export default defineConfig({
  plugins: [react(), tailwindcss(), contractJson(), routesJson(), themeFile(), fontLinks(), compress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // One sheet: a screen that brought its own would be drawn only after that had come.
    cssCodeSplit: false,
    target: 'es2023',
    // Every browser that can run this target knows modulepreload itself.
    modulePreload: { polyfill: false },
    // Inlined files would need `data:` in the content security policy, and could not be cached apart.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // A page's first script on addresses of the SQL editor (server: http/dashboard.ts).
      input: ['index.html', 'src/editor-first.ts'],
      output: {
        codeSplitting: {
          groups: [
            { name: 'kept', test: KEPT_PARTS, priority: 4 },
            { name: 'editor', test: EDITOR_PARTS, priority: 3 },
            // One file for all that the first page runs: every file is a request, and an answer to wait for.
            { name: 'app', tags: ['$initial'], test: NOT_BEFORE, priority: 2 },
            // What most screens share is small: one file for it loads sooner than one for every icon.
            { name: 'parts', test: SMALL_PARTS, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': server, '^/p/': { target: server, ws: true } },
  },
})
