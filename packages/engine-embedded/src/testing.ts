import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedEngine } from './embedded-engine.ts'
import { removeFolder } from './files.ts'
import { createEmbeddedEngine, type EmbeddedEngineOptions } from './index.ts'
import { socketsFolder } from './layout.ts'
import { findPostmaster } from './postmaster.ts'

/** An engine on a data folder of its own that is gone after the test. */
export type TestEngine = {
  readonly engine: EmbeddedEngine
  /** What the engine was opened with, to open a second one on the same folder. */
  readonly options: EmbeddedEngineOptions
  /** Kills the first process of a running server. */
  crash(ref: string): Promise<void>
  /** Stops every server, the control server too, and removes all folders. */
  dispose(): Promise<void>
}

/** Templates are made once per machine and build, not once per test: they are the same for all. */
const SHARED_TEMPLATES = join(tmpdir(), `stoa-test-templates-${process.getuid?.() ?? 'user'}`)

/** Test engines run beside each other and beside real ones, so each takes ports from a stretch of its own. */
function someStretchOfPorts(): [number, number] {
  const from = 10_000 + 100 * Math.floor(Math.random() * 225)
  return [from, from + 99]
}

/** Opens an engine for tests. Whoever opens it calls `dispose` in the end, also when the test failed. */
export async function openTestEngine(more: Partial<EmbeddedEngineOptions> = {}): Promise<TestEngine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-test-'))
  await chmod(dataDir, 0o711)
  const options = { dataDir, templatesDir: SHARED_TEMPLATES, portRange: someStretchOfPorts(), ...more }
  const engine = await createEmbeddedEngine(options)
  return {
    engine,
    options,
    crash: async (ref) => {
      const running = await findPostmaster(join(dataDir, 'projects', ref, 'data'))
      if (!running) throw new Error(`The server ${ref} does not run, so it cannot crash.`)
      process.kill(running.pid, 'SIGKILL')
    },
    dispose: async () => {
      await engine.stopAll()
      if (await findPostmaster(join(dataDir, 'control', 'data'))) await (await engine.controlDatabase()).stop()
      await engine.detach()
      await removeFolder(socketsFolder(dataDir))
      await removeFolder(dataDir)
    },
  }
}
