import { flushCompileCache } from 'node:module'
import type { ProjectStatus } from '@stoa/contract'
import { createEmbeddedEngine, type EmbeddedEngineOptions } from '@stoa/engine-embedded'
import { readConfig } from '../src/config.ts'
import { openDataFolder } from '../src/core/data-folder.ts'
import { createLog } from '../src/core/log.ts'
import { startServer } from '../src/start.ts'

// The platform as a program of its own that dies where it is told to. Its parent tells it by messages.

/** Where to end: around a step, or `hand-over`: after the commit that begins an operation, before anyone runs it. */
export type DeadlyPoint = { readonly kind: string; readonly step: string; readonly when: 'before' | 'after' }
export type Order = DeadlyPoint & {
  /** `die`: end this very process by SIGKILL. `wait`: say so and stay in the step for a while. */
  readonly action: 'die' | 'wait'
}
/** How a workflow is brought to run, and what has to hold after it was interrupted. */
export type Arrangement = {
  /** Brings a project into the state that the workflow begins in. */
  readonly arrange: () => Promise<string>
  /** Asks for the workflow. It may die before it answers. @returns the project's ref */
  readonly request: (ref: string) => Promise<string>
  /** The status that the next start has to bring it to. */
  readonly expected: ProjectStatus | 'absent'
  /** What else has to hold then, among it that a further operation is accepted and ends well. */
  readonly check: (ref: string) => Promise<void>
}
const HAND_OVER = 'hand-over'
/** How long a process stays in a step where it was told to wait, in milliseconds. */
const WAIT_MS = 1_500

async function main(options: EmbeddedEngineOptions, port: string): Promise<void> {
  let order: Order | null = null
  const die = () => {
    process.kill(process.pid, 'SIGKILL')
    return new Promise<void>(() => {})
  }
  const config = readConfig({ STOA_PORT: port, STOA_DATA_DIR: options.dataDir }, options.dataDir)
  const folder = await openDataFolder(config.dataDir)
  const engine = await createEmbeddedEngine(options)
  const control = await engine.controlDatabase()
  const running = await startServer({
    config,
    version: '0.0.0-test',
    log: createLog('warn'),
    engine,
    control: control.config,
    dashboardDir: null,
    observe: async (kind, step, when) => {
      if (order?.kind !== kind || order.step !== step || order.when !== when) return
      if (order.action === 'die') return die()
      order = null
      process.send?.({ waits: true })
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    },
  })
  const { operations } = running.platform
  const kick = operations.kick.bind(operations)
  operations.kick = (id) => (order?.step === HAND_OVER ? void die() : kick(id))
  process.on('message', (message: Order) => {
    order = message
    process.send?.({ armed: true })
  })
  process.once('SIGTERM', async () => {
    await running.close()
    await control.stop()
    await engine.detach()
    await folder.release()
    process.exit(0)
  })
  process.send?.({ ready: true, control: control.config })
  // It is kept when a process exits, and most of these never do.
  flushCompileCache()
}

const [, , options = '', port = ''] = process.argv
await main(JSON.parse(options) as EmbeddedEngineOptions, port)
