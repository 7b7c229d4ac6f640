import { flushCompileCache } from 'node:module'
import type { ProjectStatus } from '@stoa/contract'
import { createEmbeddedEngine, type EmbeddedEngineOptions } from '@stoa/engine-embedded'
import { readConfig } from '../src/config.ts'
import { openDataFolder } from '../src/core/data-folder.ts'
import { createLog } from '../src/core/log.ts'
import { startServer } from '../src/start.ts'

// The platform as a program of its own that stays where it is told to, so that it is killed there. Several pieces of
// work are held at a point each until all have come to theirs: one start after it proves that each of them ends well.

/** Where to end: around a step, or `hand-over`: after the commit that begins an operation, before anyone runs it. */
export type DeadlyPoint = { readonly kind: string; readonly step: string; readonly when: 'before' | 'after' }
export type Order = DeadlyPoint & {
  /** `die`: say so and stay there, to be killed. `wait`: say so and stay for a while. */
  readonly action: 'die' | 'wait'
  /** The project whose work it is; null for one that is made by the work itself. */
  readonly ref: string | null
}
/** How a workflow is brought to run, and what has to hold after it was interrupted. */
export type Arrangement = {
  /** Brings a project into the state that the workflow begins in. Others are arranged at the same time. */
  readonly arrange: () => Promise<string>
  /** Set when the request makes the project that the workflow works on. */
  readonly makes?: true
  /** Asks for the workflow. It may die before it answers. @returns the project's ref */
  readonly request: (ref: string) => Promise<string>
  /** The status that the next start has to bring it to. */
  readonly expected: ProjectStatus | 'absent'
  /** What else has to hold then, among it that a further operation is accepted and ends well. */
  readonly check: (ref: string) => Promise<void>
}
export const HAND_OVER = 'hand-over'
/** How long a process stays in a step where it was told to wait, in milliseconds. */
const WAIT_MS = 1_500

async function main(options: EmbeddedEngineOptions, port: string, first: readonly Order[]): Promise<void> {
  let orders = first
  const orderFor = (kind: string, step: string, ref: string) =>
    orders.find((order) => order.kind === kind && order.step === step && (order.ref ?? ref) === ref)
  const arrived = new Set<Order>()
  const handedOver = () => orders.filter(({ step }) => step === HAND_OVER)
  const arrive = (order: Order) => {
    arrived.add(order)
    process.send?.({ arrived: order.ref ?? order.kind })
    // What was never handed over is found by the platform itself after a while: it dies before that.
    if (order.step === HAND_OVER && handedOver().every((one) => arrived.has(one))) process.kill(process.pid, 'SIGKILL')
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
    observe: async (kind, step, when, ref) => {
      // Found before the last of the others was there: it has not begun either.
      const begins = orderFor(kind, HAND_OVER, ref)
      if (begins && arrived.has(begins)) return new Promise<void>(() => {})
      const order = orderFor(kind, step, ref)
      if (order?.when !== when) return
      if (order.action === 'die') return arrive(order)
      orders = []
      process.send?.({ waits: true })
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    },
  })
  const { operations, store } = running.platform
  const kick = operations.kick.bind(operations)
  operations.kick = async (id) => {
    if (handedOver().length === 0) return kick(id)
    const work = await store.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const order = orderFor(work.kind, HAND_OVER, work.project_ref)
    return order ? arrive(order) : kick(id)
  }
  process.on('message', (message: readonly Order[]) => {
    orders = message
    arrived.clear()
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

const [, program = '', options = '', port = '', orders = '[]'] = process.argv
if (program === import.meta.filename)
  await main(JSON.parse(options) as EmbeddedEngineOptions, port, JSON.parse(orders) as Order[])
