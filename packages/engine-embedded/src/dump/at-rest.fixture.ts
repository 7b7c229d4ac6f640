import { createEmbeddedEngine } from '../index.ts'

// A platform that writes one stopped server down, told by its arguments. Tests kill it on the way.
const [options = '', ref = '', file = ''] = process.argv.slice(2)
const engine = await createEmbeddedEngine(JSON.parse(options))
await engine.dumpStopped(ref, file)
