// npm start: installs what is missing, builds what is stale, starts the server.
import { ensureBuilt, ensureInstalled, main, run, say } from './lib/environment.mjs'

await main(() => {
  ensureInstalled()
  ensureBuilt()
  say('Starting Stoa.')
  run(['apps/server/src/main.ts'])
})
