import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './build/compress.ts'
import { contractJson } from './build/contract-json.ts'
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
    '/dashboard/src/(?:api|parts/(?:frame|page|project|query-params))/(?!Delete)',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

export default defineConfig({
  plugins: [react(), tailwindcss(), contractJson(), routesJson(), themeFile(), compress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
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
            // Libraries of the first page: one file, which a new version of the dashboard leaves in people's caches.
            { name: 'vendor', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 2 },
            // What most screens share is small: one file for it loads sooner than one for every icon.
            { name: 'parts', test: SMALL_PARTS, minShareCount: 2, priority: 1 },
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
