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
    '/ui/src/(?:[^/]+\\.ts$|parts/(?!menu|select|dialog|popover|typed))',
    '/contract/src/(?:.*permissions|access|compute|lifecycle|plans|.*\\.lifecycle)\\.ts$',
    '/dashboard/src/(?:api|parts/(?:frame|page|query-params))/',
    // Not its components: some bring dialogs.
    '/dashboard/src/parts/project/[a-z-]+\\.ts$',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

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
      output: {
        codeSplitting: {
          groups: [
            // One file for all that the first page runs: every file is a request, and an answer to wait for.
            { name: 'app', tags: ['$initial'], test: /./, priority: 2 },
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
