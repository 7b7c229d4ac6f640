import { createEmbeddedEngine } from '../index.ts'

// A platform that recovers one server, told by its arguments. Tests kill it on the way.
const [options = '', spec = '', source = ''] = process.argv.slice(2)
const engine = await createEmbeddedEngine(JSON.parse(options))
await engine.recover(JSON.parse(spec), JSON.parse(source))
