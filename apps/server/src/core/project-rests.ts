import { createRest, type OpenApiDocument, type Rest } from '@stoa/rest'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Store } from '../store/store.ts'
import { type ApiRole, type DataApiSettings, dataApiSettings } from './project-apis.ts'
import type { ProjectDatabases } from './project-databases.ts'

type Named = { readonly id: number; readonly ref: string }
type Kept = {
  readonly rest: Rest
  readonly pool: Promise<pg.Pool>
  readonly settings: string
  given: DataApiSettings
}

/** How many projects' definitions are kept at a time; those asked for longest ago are read again when needed. */
const KEPT = 200

/** How long a request's statement may take, unless a role or a function has a setting of its own. */
const STATEMENT_TIMEOUT = '8s'

/** The projects' data APIs: one for each project that was asked, with what it knows of the database. */
export class ProjectRests {
  readonly #kept = new Map<string, Kept>()
  readonly #databases: ProjectDatabases
  readonly #store: Store
  readonly #publicUrl: string

  constructor(databases: ProjectDatabases, store: Store, config: Pick<Config, 'publicUrl'>) {
    this.#databases = databases
    this.#store = store
    this.#publicUrl = config.publicUrl
  }

  /**
   * A project's data API.
   * @param settings as they are stored now, so that a change holds from the next request on
   * @returns at once what is open already
   * @throws EngineError while the project has no server
   */
  of(project: Named, settings: DataApiSettings): Rest | Promise<Rest> {
    const pool = this.#databases.pool(project, 'api')
    const known = this.#kept.get(project.ref)
    // Requests bring the same settings as long as nobody changes them, and not only equal ones.
    return known?.pool === pool && known.given === settings ? known.rest : this.#open(project, settings, pool)
  }

  async #open(project: Named, settings: DataApiSettings, pool: Promise<pg.Pool>): Promise<Rest> {
    const opened = await pool
    const known = this.#kept.get(project.ref)
    const key = JSON.stringify(settings)
    this.#kept.delete(project.ref)
    if (known?.pool === pool && known.settings === key) {
      known.given = settings
      this.#kept.set(project.ref, known)
      return known.rest
    }
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size >= KEPT) this.#kept.delete(oldest)
    const rest = createRest({
      pool: opened,
      schemas: settings.schemas,
      extraSearchPath: settings.extraSearchPath,
      maxRows: settings.maxRows,
      aggregates: true,
      defaults: [['statement_timeout', STATEMENT_TIMEOUT]],
      openapi: { url: `${this.#publicUrl}/p/${project.ref}/rest/v1/` },
    })
    this.#kept.set(project.ref, { rest, pool, settings: key, given: settings })
    return rest
  }

  /**
   * The document that describes a project's data API to a role.
   * @throws while the database does not answer
   */
  async document(project: Named, role: ApiRole): Promise<OpenApiDocument> {
    const rest = await this.of(project, await dataApiSettings(this.#store, project.id))
    return rest.document({ role, claims: {}, authenticated: role !== 'anon' })
  }

  /** Whether a project's data API answers within the time given. */
  async reachable(project: Named, timeoutMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs)
    })
    const asked = this.#answers(project).catch(() => false)
    return Promise.race([asked, late]).finally(() => clearTimeout(timer))
  }

  async #answers(project: Named): Promise<boolean> {
    const rest = await this.of(project, await dataApiSettings(this.#store, project.id))
    const request = { method: 'HEAD', path: '/', search: '', headers: new Headers(), body: null }
    const answer = await rest.answer(request, { role: 'anon', claims: {}, authenticated: false })
    return answer.status === 200
  }
}
