import { createEmbeddedEngine } from './index.ts'

// A platform that makes one server, told by its arguments, and says when it begins. Tests kill it on the way.
const [options = '', spec = ''] = process.argv.slice(2)
const engine = await createEmbeddedEngine(JSON.parse(options))
process.stdout.write('begun\n')
await engine.create(JSON.parse(spec))
