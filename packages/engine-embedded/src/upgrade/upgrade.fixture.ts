import { createEmbeddedEngine } from '../index.ts'

// A platform that upgrades one server, told by its arguments, and says how far it is. Tests kill it on the way: it
// waits at each step until it is told to go on.
const [options = '', ref = '', version = ''] = process.argv.slice(2)
const engine = await createEmbeddedEngine(JSON.parse(options))
await engine.upgrade(ref, version, async (progress) => {
  process.stdout.write(`${progress}\n`)
  await new Promise((resolve) => process.stdin.once('data', resolve))
})
process.stdout.write('done\n')
await engine.detach()
process.exit()
