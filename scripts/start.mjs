// npm start: installs what is missing, builds what is stale, starts the server.
import { becomeServer, ensureBuilt, ensureCompiled, ensureInstalled, main, say } from './lib/environment.mjs'

await main(async () => {
  ensureInstalled()
  const compiled = ensureCompiled()
  ensureBuilt()
  await compiled
  say('Starting Stoa.')
  becomeServer()
})
