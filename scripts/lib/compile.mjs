// Reads all of the server's program and starts nothing: Node keeps the compiled form when this ends.
await import('../../apps/server/src/start.ts')
await import('../../packages/engine-embedded/src/index.ts')
process.exit(0)
