import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { codeFiles } from './build/code-files.ts'
import { compileAtOnce } from './build/compile-at-once.ts'
import { compress } from './build/compress.ts'
import { contractJson } from './build/contract-json.ts'
import { fontLinks } from './build/font-links.ts'
import { languageAlone } from './build/language-alone.ts'
import { routesJson } from './build/routes-json.ts'
import { themeFile } from './build/theme-file.ts'

const server = `http://127.0.0.1:${process.env.STOA_PORT ?? '8000'}`

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    contractJson(),
    routesJson(),
    themeFile(),
    fontLinks(),
    languageAlone(),
    compileAtOnce(),
    compress(),
  ],
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
        codeSplitting: { groups: codeFiles },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': server, '^/p/': { target: server, ws: true } },
  },
})
