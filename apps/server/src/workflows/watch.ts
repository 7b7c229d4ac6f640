import { REACHABILITY_TIMEOUT_MS } from '@stoa/contract'
import type { EngineEvent, ServerState } from '@stoa/engine'
import { audit, PLATFORM_ACTOR } from '../core/audit.ts'
import type { Platform } from '../core/platform.ts'
import { changeStatus, lockProject, noteReachability, StatusConflict } from '../core/project-status.ts'
import type { StoreLike } from '../store/store.ts'

const EVERY_MS = 10_000
const AT_ONCE = 4

type Watched = { id: number; ref: string; status: 'ACTIVE_HEALTHY' | 'UNKNOWN'; postgrest_status: string }

/**
 * Keeps what the platform believes about running projects equal to what is true: starts or adopts their servers,
 * notices crashes and recoveries, and finds projects of unknown state healthy again.
 */
export class Watch {
  readonly #platform: Platform
  #timer: NodeJS.Timeout | null = null
  #stopHearing: (() => void) | null = null
  #round: Promise<void> = Promise.resolve()
  /** Servers that crashed under the engine's eyes and that it is starting again by itself. */
  readonly #recovering = new Set<string>()
  /** Servers that the engine watches since this process started. */
  readonly #adopted = new Set<string>()

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** Begins. The first round is over when the promise `settled` is. */
  start(): void {
    this.#stopHearing = this.#platform.engine.on((event) => {
      this.#hear(event).catch((error) =>
        this.#platform.log.error({ err: error, project: event.ref }, 'engine event lost'),
      )
    })
    this.#round = this.#look()
    this.#timer = setInterval(() => {
      this.#round = this.#round.then(() => this.#look())
    }, EVERY_MS)
  }

  /** Resolves when the round that is under way has ended. */
  settled(): Promise<void> {
    return this.#round
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#stopHearing?.()
    await this.#round
  }

  async #look(): Promise<void> {
    try {
      const projects = (await this.#platform.store
        .selectFrom('projects')
        .select(['id', 'ref', 'status', 'postgrest_status'])
        .where('status', 'in', ['ACTIVE_HEALTHY', 'UNKNOWN'])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('operations')
                .select('operations.id')
                .whereRef('operations.project_id', '=', 'projects.id')
                .where('operations.finished_at', 'is', null),
            ),
          ),
        )
        .execute()) as Watched[]
      const queue = [...projects]
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let next = queue.shift(); next; next = queue.shift()) await this.#check(next)
        }),
      )
    } catch (error) {
      this.#platform.log.error({ err: error }, 'watch round failed')
    }
  }

  async #check(project: Watched): Promise<void> {
    const { engine, databases, store, log } = this.#platform
    try {
      const state = await engine.state(project.ref)
      if (this.#toStart(project, state)) {
        // What was last known may be from before the platform, or the whole machine, went down.
        if (state !== 'running') await noteReachability(store, project.id, false)
        const started = await this.#undisturbed(project, async () => {
          // Starting a running server adopts it: from then on the engine watches it again.
          if (this.#toStart(project, await engine.state(project.ref))) await engine.start(project.ref)
          this.#adopted.add(project.ref)
        })
        if (!started) return
      }
      const reached = await databases.reachable(project, REACHABILITY_TIMEOUT_MS)
      if (reached && project.status === 'UNKNOWN')
        await this.#undisturbed(project, async (tx) => {
          await changeStatus(tx, project.id, 'ready')
          await audit(tx, PLATFORM_ACTOR, { action: 'project.found_healthy', project: project.ref })
        })
      await noteReachability(store, project.id, reached)
    } catch (error) {
      if (error instanceof StatusConflict) return
      log.warn(
        { project: project.ref, reason: error instanceof Error ? error.message : String(error) },
        'server is not up',
      )
      await noteReachability(store, project.id, false)
    }
  }

  #toStart({ ref, status }: Watched, state: ServerState): boolean {
    if (state === 'running') return !this.#adopted.has(ref)
    if (status !== 'ACTIVE_HEALTHY') return false
    // Nobody else starts a server that crashed while the platform was down, for example with the whole machine.
    return state === 'stopped' || (state === 'crashed' && !this.#recovering.has(ref))
  }

  /**
   * Does something to a project while no operation can begin on it: a server that is just being paused must not be
   * started behind the operation's back.
   * @returns false when the project is no longer as it was found, and nothing was done
   */
  #undisturbed(project: Watched, work: (tx: StoreLike) => Promise<void>): Promise<boolean> {
    return this.#platform.store.transaction().execute(async (tx) => {
      const { status } = await lockProject(tx, project.id)
      const operation = await tx
        .selectFrom('operations')
        .select('id')
        .where('project_id', '=', project.id)
        .where('finished_at', 'is', null)
        .executeTakeFirst()
      if (status !== project.status || operation) return false
      await work(tx)
      return true
    })
  }

  async #hear(event: EngineEvent): Promise<void> {
    const { store, databases, log } = this.#platform
    if (event.type === 'recovered') this.#recovering.delete(event.ref)
    else this.#recovering.add(event.ref)
    log.warn({ project: event.ref, event: event.type }, 'engine event')
    const project = await store
      .selectFrom('projects')
      .select(['id', 'ref'])
      .where('ref', '=', event.ref)
      .executeTakeFirst()
    if (!project) return
    if (event.type === 'restart-failed') return
    const recovered = event.type === 'recovered'
    if (!recovered) await databases.close(event.ref)
    const reached = recovered && (await databases.reachable(project, REACHABILITY_TIMEOUT_MS))
    await store.transaction().execute(async (tx) => {
      await noteReachability(tx, project.id, reached)
      await audit(tx, PLATFORM_ACTOR, {
        action: recovered ? 'project.recovered' : 'project.crashed',
        project: project.ref,
      })
    })
  }
}
