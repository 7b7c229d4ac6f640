import { ROW_TOO_LARGE } from '@stoa/contract'
import { createGraphql, type Graphql, type GraphqlAnswer, type GraphqlCaller, type GraphqlRequest } from '@stoa/graphql'
import { fingerprint } from '@stoa/rest'
import type { ProjectDatabases } from './project-databases.ts'

type Named = { readonly id: number; readonly ref: string }
type Kept = {
  readonly graphql: Graphql
  readonly schemas: string
  /** What the definitions were when the schema was built. */
  mark: Promise<string>
  looked: number
  looking: Promise<boolean> | null
  idle: NodeJS.Timeout | undefined
}

/** The sockets of connections, as the platform's own are; what is encrypted cannot be looked at on its way. */
const GUARD = { module: new URL('./sql/guarded-socket.ts', import.meta.url).href, tooLarge: ROW_TOO_LARGE }
/** How many projects' schemas are open at a time: each is a thread with some 60 MB. */
const OPEN_MAX = 4
/** How long a schema stays open that nobody asks, in ms. */
const IDLE_MS = 5 * 60_000
/** How often it is looked whether definitions changed while requests come in, in ms. */
const LOOK_MS = 1_000

/** The projects' GraphQL: opened at the first request, built anew when definitions change, closed when idle. */
export class ProjectGraphqls {
  readonly #kept = new Map<string, Kept>()
  readonly #databases: ProjectDatabases

  constructor(databases: ProjectDatabases) {
    this.#databases = databases
  }

  /**
   * Answers a request.
   * @param schemas those that have endpoints, as they are stored now
   * @throws GraphqlUnavailable, or the driver's or the engine's error while the database does not run
   */
  async execute(
    project: Named,
    schemas: readonly string[],
    request: GraphqlRequest,
    caller: GraphqlCaller,
  ): Promise<GraphqlAnswer> {
    const kept = await this.#open(project, schemas)
    const due = Date.now() - kept.looked >= LOOK_MS
    if (due) this.#refresh(project, kept).catch(() => {})
    const answer = await kept.graphql.execute(request, caller)
    // What is not understood may be newer than the schema.
    if (answer.status === 200 || !(await this.#refresh(project, kept).catch(() => false))) return answer
    return kept.graphql.execute(request, caller)
  }

  /** Closes a project's schema, if it is open. */
  async forget(ref: string): Promise<void> {
    const kept = this.#kept.get(ref)
    this.#kept.delete(ref)
    clearTimeout(kept?.idle)
    await kept?.graphql.close()
  }

  /** Closes everything. */
  async close(): Promise<void> {
    await Promise.all([...this.#kept.keys()].map((ref) => this.forget(ref)))
  }

  async #open(project: Named, schemas: readonly string[]): Promise<Kept> {
    const key = JSON.stringify(schemas)
    let kept = this.#kept.get(project.ref)
    if (kept && !(kept.graphql.isOpen && kept.schemas === key)) {
      await this.forget(project.ref)
      kept = undefined
    }
    if (!kept) {
      const connection = await this.#databases.settings(project, 'api')
      const [oldest] = this.#kept.keys()
      if (oldest !== undefined && this.#kept.size >= OPEN_MAX) await this.forget(oldest)
      // Another request may have opened it while this one waited.
      kept = this.#kept.get(project.ref) ?? {
        // Taken before everything is read: what changes meanwhile is then seen at the next look.
        mark: this.#mark(project),
        graphql: createGraphql({ connection, schemas, guard: connection.ssl ? null : GUARD }),
        schemas: key,
        looked: Date.now(),
        looking: null,
        idle: undefined,
      }
      kept.mark.catch(() => {})
    }
    this.#kept.delete(project.ref)
    this.#kept.set(project.ref, kept)
    clearTimeout(kept.idle)
    kept.idle = setTimeout(() => void this.forget(project.ref), IDLE_MS)
    kept.idle.unref()
    return kept
  }

  async #mark(project: Named): Promise<string> {
    return fingerprint(await this.#databases.pool(project, 'api'))
  }

  /** Builds a schema anew if definitions changed. @returns whether they had */
  #refresh(project: Named, kept: Kept): Promise<boolean> {
    kept.looking ??= this.#look(project, kept).finally(() => {
      kept.looking = null
    })
    return kept.looking
  }

  async #look(project: Named, kept: Kept): Promise<boolean> {
    kept.looked = Date.now()
    const now = await this.#mark(project)
    if (now === (await kept.mark.catch(() => ''))) return false
    await kept.graphql.reload()
    kept.mark = Promise.resolve(now)
    return true
  }
}
