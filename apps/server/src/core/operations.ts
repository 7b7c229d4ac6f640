import { AsyncLocalStorage } from 'node:async_hooks'
import { DBOS } from '@dbos-inc/dbos-sdk'
import type { ProjectEvent } from '@stoa/contract'
import type pg from 'pg'
import type { Store, StoreLike } from '../store/store.ts'
import type { ProjectRow } from '../store/tables.ts'
import { type Actor, audit } from './audit.ts'
import type { Log } from './log.ts'
import type { Operation, OperationsPort } from './operation.ts'
import type { Platform } from './platform.ts'
import { changeStatus, lockProject, StatusConflict } from './project-status.ts'

export type StepContext = {
  readonly platform: Platform
  readonly operation: Operation
  /** Says that a step has come to one of its `points`. */
  readonly reached: (point: string) => Promise<void>
}

/**
 * One step of a workflow. It may run again after a crash in its middle, so it must have the effect of running once:
 * look at the world first, or do only what can be repeated.
 */
export type Step = {
  readonly name: string
  readonly run: (context: StepContext) => Promise<void>
  /** How often it is tried before the work has failed. Steps that take long and fail for good are tried once. */
  readonly attempts?: number
  /** Places inside it that it tells of, so that the crash harness can end the process there too. */
  readonly points?: readonly string[]
}

export type Workflow = {
  /** `thing.verb`, such as `project.pause`. A changed sequence of steps needs a new kind. */
  readonly kind: string
  readonly steps: readonly Step[]
  /** Puts things right when a step has failed for good. Runs in the transaction that ends the operation. */
  readonly failed: (context: StepContext, tx: StoreLike, message: string) => Promise<void>
}

/** Called around every step, and `after` each point inside one; tests use it to end the process there. */
export type StepObserver = (kind: string, step: string, when: 'before' | 'after', ref: string) => Promise<void> | void

const STEP_ATTEMPTS = 3
const STEP_RETRY_SECONDS = 0.25
const SWEEP_MS = 5_000

/**
 * Runs long work so that it ends, whatever happens to the process. The row in `operations` is the truth: it is written
 * in the transaction that changes the status, and holds the project until the work has ended. The durable runner
 * behind it remembers which steps are done.
 */
export class Operations implements OperationsPort {
  readonly #store: Store
  readonly #log: Log
  readonly #workflows: ReadonlyMap<string, Workflow>
  readonly #observe: StepObserver
  readonly #start: (id: string) => Promise<unknown>
  /** Runs something as if no step had asked for it: the runner starts nothing from inside a step. */
  readonly #outside = AsyncLocalStorage.snapshot()
  #platform: Platform | null = null
  #sweeper: NodeJS.Timeout | null = null

  constructor(options: { store: Store; log: Log; workflows: readonly Workflow[]; observe?: StepObserver }) {
    this.#store = options.store
    this.#log = options.log
    this.#workflows = new Map(options.workflows.map((workflow) => [workflow.kind, workflow]))
    this.#observe = options.observe ?? (() => {})
    const run = DBOS.registerWorkflow((id: string) => this.#run(id), { name: 'operation' })
    this.#start = (id) => DBOS.startWorkflow(run, { workflowID: id })(id)
  }

  /** Starts the runner, finishes what an earlier process left, and keeps looking for work that nobody has taken. */
  async launch(platform: Platform, pool: pg.Pool): Promise<void> {
    this.#platform = platform
    const quiet = (_entry: unknown) => {}
    DBOS.setConfig({
      name: 'stoa',
      // The pool below is what connects; the address is asked for all the same.
      systemDatabaseUrl: 'postgres://stoa@localhost:5432/stoa',
      systemDatabasePool: pool,
      // A deployed change of the code must still pick up what the older code began.
      applicationVersion: 'stoa-1',
      executorID: 'local',
      enableOTLP: false,
      // Nothing here sends messages between workflows, which a connection of its own would wait for.
      useListenNotify: false,
      logger: {
        debug: quiet,
        info: quiet,
        warn: (entry: unknown) => this.#log.warn({ entry: String(entry) }, 'workflow runner'),
        error: (entry: unknown) => this.#log.error({ entry: String(entry) }, 'workflow runner'),
      },
    })
    await DBOS.launch()
    await this.#sweep()
    this.#sweeper = setInterval(() => {
      this.#sweep().catch((error) => this.#log.error({ err: error }, 'sweep failed'))
    }, SWEEP_MS)
  }

  /** Stops the runner. Work in progress goes on at the next launch, after the step it is in. */
  async shutdown(): Promise<void> {
    if (this.#sweeper) clearInterval(this.#sweeper)
    this.#sweeper = null
    // Forgets what was registered too, so that the same process can launch again.
    await DBOS.shutdown({ deregister: true })
  }

  async begin(...[tx, what]: Parameters<OperationsPort['begin']>): ReturnType<OperationsPort['begin']> {
    const locked = await lockProject(tx, what.projectId)
    const row = await tx
      .insertInto('operations')
      .values({
        kind: what.kind,
        project_id: what.projectId,
        project_ref: locked.ref,
        input: JSON.stringify({ ...what.input, actor: what.actor }),
        actor_id: what.actor.id,
      })
      .onConflict((conflict) => conflict.column('project_id').where('finished_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new StatusConflict('busy', locked)
    const project = what.event === null ? locked : await changeStatus(tx, what.projectId, what.event)
    return { id: row.id, project }
  }

  async beginBeside(...[tx, what]: Parameters<OperationsPort['beginBeside']>): Promise<string> {
    const row = await tx
      .insertInto('operations')
      .values({
        kind: what.kind,
        project_id: null,
        project_ref: what.project.ref,
        input: JSON.stringify({ ...what.input, project_id: what.project.id, actor: what.actor }),
        actor_id: what.actor.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }

  kick(id: string): void {
    this.#outside(() => this.#start(id)).catch((error) =>
      this.#log.warn({ err: error, operation: id }, 'operation will start at the next sweep'),
    )
  }

  async finish(
    operation: Operation,
    effect: (tx: StoreLike) => Promise<void>,
    error: string | null = null,
  ): Promise<void> {
    await this.#store.transaction().execute(async (tx) => {
      const ended = await tx
        .updateTable('operations')
        .set({ finished_at: new Date(), error })
        .where('id', '=', operation.id)
        .where('finished_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (ended) await effect(tx)
    })
  }

  async #run(id: string): Promise<void> {
    const platform = this.#platform
    if (platform === null) throw new Error('Operations run only after launch')
    const operation = await DBOS.runStep(() => this.#load(id), { name: 'load' })
    const workflow = operation && this.#workflows.get(operation.kind)
    if (!workflow) return
    const context = this.#context(platform, operation)
    try {
      for (const step of workflow.steps)
        await DBOS.runStep(
          async () => {
            await this.#enter(operation, step.name)
            await this.#observe(operation.kind, step.name, 'before', operation.projectRef)
            await step.run(context)
            await this.#observe(operation.kind, step.name, 'after', operation.projectRef)
          },
          {
            name: step.name,
            retriesAllowed: true,
            maxAttempts: step.attempts ?? STEP_ATTEMPTS,
            intervalSeconds: STEP_RETRY_SECONDS,
          },
        )
    } catch (error) {
      const message = rootMessage(error)
      this.#log.error(
        { operation: id, kind: operation.kind, project: operation.projectRef, reason: message },
        'operation failed',
      )
      await DBOS.runStep(() => this.#fail(workflow, context, message), {
        name: 'failed',
        retriesAllowed: true,
        maxAttempts: 10,
      })
    }
  }

  #context(platform: Platform, operation: Operation): StepContext {
    const reached = async (point: string) => this.#observe(operation.kind, point, 'after', operation.projectRef)
    return { platform, operation, reached }
  }

  #fail(workflow: Workflow, context: StepContext, message: string): Promise<void> {
    return this.finish(context.operation, (tx) => workflow.failed(context, tx, message), message)
  }

  async #load(id: string): Promise<Operation | null> {
    const row = await this.#store.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row || row.finished_at !== null) return null
    const { actor, ...input } = row.input
    return {
      id: row.id,
      kind: row.kind,
      projectId: row.project_id,
      projectRef: row.project_ref,
      input,
      actor: actor as Actor,
    }
  }

  async #enter(operation: Operation, step: string): Promise<void> {
    const row = await this.#store
      .selectFrom('operations')
      .select('steps')
      .where('id', '=', operation.id)
      .executeTakeFirst()
    const steps = [...(row?.steps ?? []), { name: step, at: new Date().toISOString() }]
    await this.#store
      .updateTable('operations')
      .set({ step, steps: JSON.stringify(steps) })
      .where('id', '=', operation.id)
      .execute()
  }

  /** Starts work that was committed but never handed over, and ends work whose run has ended without ending it. */
  async #sweep(): Promise<void> {
    const open = await this.#store
      .selectFrom('operations')
      .select(['id', 'kind'])
      .where('finished_at', 'is', null)
      .orderBy('created_at')
      .execute()
    for (const { id, kind } of open) {
      const status = await DBOS.getWorkflowStatus(id)
      if (status === null) await this.#start(id)
      else if (status.status !== 'PENDING' && status.status !== 'ENQUEUED') {
        const operation = await this.#load(id)
        const workflow = this.#workflows.get(kind)
        if (!operation || !this.#platform || !workflow) continue
        this.#log.warn({ operation: id, kind, status: status.status }, 'ending an operation whose run is over')
        await this.#fail(workflow, this.#context(this.#platform, operation), 'The work ended unexpectedly')
      }
    }
  }
}

/** The sentence of the error that made a step fail for good. */
function rootMessage(error: unknown): string {
  const nested = error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors.at(-1) : null
  const cause = nested ?? error
  return cause instanceof Error ? cause.message : String(cause)
}

/** Ends an operation well: the project's next status and what the audit log says about it. */
export async function settle(
  { platform, operation }: StepContext,
  event: ProjectEvent,
  action: string,
  more: (tx: StoreLike, project: ProjectRow) => Promise<void> = async () => {},
): Promise<void> {
  await platform.operations.finish(operation, async (tx) => {
    if (operation.projectId === null) return
    const project = await changeStatus(tx, operation.projectId, event)
    await more(tx, project)
    await audit(tx, operation.actor, { action, project: project.ref })
  })
}
