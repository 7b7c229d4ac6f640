// npm run dev: the server restarts and the dashboard reloads when their sources change.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, main, node, root, run, say } from './lib/environment.mjs'

const DASHBOARD_PORT = 8001

await main(() => {
  ensureInstalled()
  say(`The dashboard with hot reload will be at http://localhost:${DASHBOARD_PORT}`)
  const vite = spawn(
    node,
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      '--port',
      String(DASHBOARD_PORT),
      '--strictPort',
      '--clearScreen',
      'false',
    ],
    { cwd: join(root, 'apps/dashboard'), stdio: 'inherit' },
  )
  const server = run(['--watch-preserve-output', '--watch', 'apps/server/src/main.ts'], {
    STOA_PUBLIC_URL: process.env.STOA_PUBLIC_URL ?? `http://localhost:${DASHBOARD_PORT}`,
  })
  vite.on('exit', () => server.kill('SIGINT'))
  process.on('exit', () => vite.kill())
})
