import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedEngine } from './embedded-engine.ts'
import { removeFolder } from './files.ts'

export { lastingClient, lastingPool } from '@stoa/engine/connections'

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

/** Which stretches of ports are taken, each by a file with the process that did. */
const TAKEN = join(tmpdir(), `stoa-test-ports-${process.getuid?.() ?? 'user'}`)

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Test engines run beside each other and beside real ones, so each takes ports from a stretch of its own. */
async function takePorts(): Promise<{ range: [number, number]; giveBack: () => Promise<void> }> {
  await mkdir(TAKEN, { recursive: true })
  for (;;) {
    const from = 10_000 + 100 * Math.floor(Math.random() * 225)
    const file = join(TAKEN, String(from))
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' })
      return { range: [from, from + 99], giveBack: () => rm(file, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      // A test that was killed has given nothing back.
      const owner = Number(await readFile(file, 'utf8').catch(() => ''))
      if (owner > 0 && !lives(owner)) await rm(file, { force: true })
    }
  }
}

/** Opens an engine for tests. Whoever opens it calls `dispose` in the end, also when the test failed. */
export async function openTestEngine(more: Partial<EmbeddedEngineOptions> = {}): Promise<TestEngine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-test-'))
  await chmod(dataDir, 0o711)
  const ports = await takePorts()
  const options = { dataDir, templatesDir: SHARED_TEMPLATES, portRange: ports.range, ...more }
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
      await ports.giveBack()
    },
  }
}
