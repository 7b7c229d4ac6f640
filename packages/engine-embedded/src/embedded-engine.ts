import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ConnectAs,
  type ConnectionTarget,
  type Engine,
  type EngineCapabilities,
  EngineError,
  type EngineEvent,
  type EngineVersion,
  type Observation,
  type ServerSpec,
  type ServerState,
} from '@stoa/engine'
import { type AccessFiles, ADMIN } from './access.ts'
import { isRoot } from './account.ts'
import { asAdmin } from './admin.ts'
import type { Allocator } from './allocate.ts'
import { type Build, defaultBuild, majorOf } from './binaries.ts'
import type { Builds } from './builds.ts'
import { copyOnline, copyStopped } from './clone.ts'
import { CONTROL, type ControlDatabase, openControlDatabase } from './control.ts'
import {
  asEngineError,
  copyFolder,
  exists,
  flush,
  giveTo,
  makeFolder,
  removeFolder,
  removeLeftovers,
  requireSpace,
  unique,
} from './files.ts'
import type { Layout } from './layout.ts'
import { KeyedLock } from './locks.ts'
import { findPostmaster, type PidFile, readPidFile, type Unit } from './postmaster.ts'
import { isRef, listRefs, readRecord, type ServerRecord, writeRecord } from './record.ts'
import type { Identity } from './run.ts'
import { scramVerifier } from './scram.ts'
import { settingsFor } from './settings.ts'
import { LOGIN_ROLES, passwordStatements, runStandalone } from './standalone.ts'
import { type Log, Supervisor } from './supervisor.ts'
import { diskBytes, usageOf } from './usage.ts'

/** What a new server needs at least, in bytes: its copy of the template and its first log files. */
const SPACE_FOR_A_SERVER = 96 * 1024 * 1024

/** What `createEmbeddedEngine` puts together. */
export type Parts = {
  layout: Layout
  builds: Builds
  access: AccessFiles
  allocator: Allocator
  /** The account that prepares data folders when the platform is root. */
  account: Identity
  host: string
  log: Log
}

/** Postgres servers on this machine: one per project, each with a data folder, a port and, under root, an account of its own. */
export class EmbeddedEngine implements Engine {
  readonly name = 'embedded'
  readonly capabilities: EngineCapabilities = {
    isolatesProcesses: isRoot,
    clonesOnline: true,
    survivesPlatform: true,
    regions: [{ id: 'local', name: 'This machine' }],
  }
  readonly #parts: Parts
  readonly #locks = new KeyedLock()
  readonly #listeners = new Set<(event: EngineEvent) => void>()
  readonly #supervisor: Supervisor

  constructor(parts: Parts) {
    this.#parts = parts
    this.#supervisor = new Supervisor(this.#locks, (event) => this.#tell(event), parts.log)
  }

  versions(): readonly EngineVersion[] {
    return this.#parts.builds.all.map((build) => build.entry)
  }

  /** The catalogue version that new projects get unless they ask for another. `null` when none is installed. */
  get defaultVersion(): string | null {
    return defaultBuild(this.#parts.builds.all)?.entry.version ?? null
  }

  async create(spec: ServerSpec): Promise<void> {
    const build = this.#catalogued(spec.version)
    await this.#locks.run(spec.ref, async () => {
      if (await this.#record(spec.ref)) return
      const template = await this.#parts.builds.template('project', build)
      await this.#make(spec, build, (data) => copyFolder(template, data))
    })
  }

  async clone(from: string, spec: ServerSpec): Promise<void> {
    await this.#locks.run([from, spec.ref], async () => {
      if (await this.#record(spec.ref)) return
      const source = await this.#present(from)
      if (majorOf(source.version) !== majorOf(spec.version)) {
        throw new EngineError('unknown-version', `A copy of this database has to be of version ${source.version}.`)
      }
      const data = this.#data(from)
      const running = await findPostmaster(data)
      await this.#make(spec, this.#parts.builds.forVersion(source.version), (to) =>
        running ? asAdmin(this.#address(from, source), (admin) => copyOnline(admin, data, to)) : copyStopped(data, to),
      )
    })
  }

  async start(ref: string): Promise<void> {
    await this.#locks.run(ref, async () => this.#supervisor.start(await this.#unit(ref)))
  }

  async stop(ref: string): Promise<void> {
    await this.#locks.run(ref, () => this.#stop(ref))
  }

  async restart(ref: string): Promise<void> {
    await this.#locks.run(ref, async () => {
      const unit = await this.#unit(ref)
      await this.#supervisor.stop(unit)
      await this.#supervisor.start(unit)
    })
  }

  async remove(ref: string): Promise<void> {
    if (!isRef(ref)) return
    const { layout } = this.#parts
    await this.#locks.run(ref, async () => {
      await this.#stop(ref)
      // Renamed first, so that a crash leaves a whole server or none.
      const folder = this.#folder(ref)
      if (await exists(folder)) await rename(folder, `${folder}.gone-${unique()}`)
      await removeLeftovers(layout.projects, `${ref}.`)
      await removeFolder(join(layout.sockets, ref))
    })
  }

  async observe(ref: string): Promise<Observation> {
    const record = await this.#record(ref)
    const nothing = { startedAt: null, memoryBytes: null, cpuSeconds: null }
    if (!record) return { state: 'absent', version: null, port: null, diskBytes: null, ...nothing }
    const [running, disk] = await Promise.all([findPostmaster(this.#data(ref)), diskBytes(this.#folder(ref))])
    const state = await this.#stateOf(ref, running)
    const seen = { state, version: record.version, port: record.port, diskBytes: disk, ...nothing }
    return running ? { ...seen, startedAt: running.startedAt, ...(await usageOf(running.pid)) } : seen
  }

  async state(ref: string): Promise<ServerState> {
    if (!(await this.#record(ref))) return 'absent'
    return this.#stateOf(ref, await findPostmaster(this.#data(ref)))
  }

  async #stateOf(ref: string, running: PidFile | null): Promise<ServerState> {
    if (running) return running.ready ? 'running' : 'starting'
    // A server that stops cleanly takes its pid file away.
    const crashed = this.#supervisor.isDown(ref) || (await readPidFile(this.#data(ref))) !== null
    return crashed ? 'crashed' : 'stopped'
  }

  async target(ref: string, as: ConnectAs): Promise<ConnectionTarget> {
    const { sockets, port } = this.#address(ref, await this.#present(ref))
    return { host: sockets, port, user: as === 'admin' ? ADMIN : LOGIN_ROLES[as], database: 'postgres' }
  }

  async publicTarget(ref: string): Promise<ConnectionTarget> {
    const { port } = await this.#present(ref)
    const everywhere = ['0.0.0.0', '::', '*'].includes(this.#parts.host)
    return { host: everywhere ? 'localhost' : this.#parts.host, port, user: LOGIN_ROLES.owner, database: 'postgres' }
  }

  async setPassword(ref: string, as: 'owner' | 'api' | 'reader', password: string): Promise<void> {
    const verifier = await scramVerifier(password)
    await this.#locks.run(ref, async () => {
      const record = await this.#present(ref)
      if (!(await findPostmaster(this.#data(ref)))) {
        throw new EngineError('not-running', 'The database has to run for its password to be changed.')
      }
      await asAdmin(this.#address(ref, record), async (admin) => {
        // Neither the list of sessions nor the log shows the statement with the verifier.
        await admin.query(
          "set track_activities = off; set log_min_error_statement = 'panic'; set log_statement = 'none'",
        )
        await admin.query(`alter role ${LOGIN_ROLES[as]} password '${verifier}'`)
      }).catch((error: unknown) => {
        throw asEngineError(error, 'The password could not be changed.')
      })
    })
  }

  async list(): Promise<string[]> {
    return listRefs(this.#parts.layout.projects)
  }

  on(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async detach(): Promise<void> {
    await this.#locks.idle()
    this.#supervisor.detach()
  }

  /** Stops the servers of all projects at once. @throws the first failure, after all have been tried */
  async stopAll(): Promise<void> {
    const results = await Promise.allSettled((await this.list()).map((ref) => this.stop(ref)))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  /**
   * The platform's own database, in a server of its own that no network reaches. Made at the first call,
   * started or adopted at later ones.
   * @param options.major the Postgres major version to make it with; one that exists keeps its own
   * @throws EngineError `unknown-version`, `no-space`, `failed`
   */
  async controlDatabase(options: { major?: number } = {}): Promise<ControlDatabase> {
    const parts = { ...this.#parts, locks: this.#locks, supervisor: this.#supervisor }
    return openControlDatabase({ ...parts, uid: this.#parts.allocator.controlUid }, options.major)
  }

  /** Makes a server's folder beside its place, complete, and moves it there in one step. */
  async #make(spec: ServerSpec, build: Build, fill: (data: string) => Promise<void>): Promise<void> {
    const { layout, allocator, account, builds } = this.#parts
    if (!isRef(spec.ref)) throw new EngineError('failed', 'A server is named by a ref of 20 lower-case letters.')
    const passwords = await passwordStatements(spec.passwords)
    const { postgres } = await builds.programs(build)
    await removeLeftovers(layout.projects, `${spec.ref}.`)
    await requireSpace(layout.projects, SPACE_FOR_A_SERVER)
    await allocator.reserve(async ({ port, uid }) => {
      const fresh = `${this.#folder(spec.ref)}.new-${unique()}`
      const data = join(fresh, 'data')
      try {
        await makeFolder(fresh, 0o711)
        await makeFolder(data, 0o700)
        await fill(data)
        await giveTo(data, account)
        await runStandalone(postgres, data, account, passwords)
        await giveTo(data, uid === null ? null : { uid, gid: uid })
        await writeRecord(fresh, { version: build.entry.version, port, uid, resources: spec.resources })
        await flush(fresh)
        await rename(fresh, this.#folder(spec.ref))
      } catch (error) {
        await removeFolder(fresh)
        throw asEngineError(error, 'The database could not be made.')
      }
    })
  }

  async #stop(ref: string): Promise<void> {
    if (await this.#record(ref)) await this.#supervisor.stop({ key: ref, data: this.#data(ref) })
  }

  async #unit(ref: string): Promise<Unit> {
    const { builds, access, host } = this.#parts
    const record = await this.#present(ref)
    const build = builds.forVersion(record.version)
    const { postgres } = await builds.programs(build)
    // A newer minor version runs the data of an older one as it is.
    if (record.version !== build.entry.version) {
      await writeRecord(this.#folder(ref), { ...record, version: build.entry.version })
    }
    return {
      ...this.#address(ref, record),
      key: ref,
      data: this.#data(ref),
      log: join(this.#folder(ref), 'server.log'),
      postgres,
      identity: record.uid === null ? null : { uid: record.uid, gid: record.uid },
      settings: {
        ...settingsFor(record.resources, build.major),
        listen_addresses: host,
        hba_file: access.projectHba,
        ident_file: access.ident,
      },
    }
  }

  #catalogued(version: string): Build {
    const build = this.#parts.builds.all.find((one) => one.entry.version === version)
    if (!build) throw new EngineError('unknown-version', `Postgres version ${version} is not installed here.`)
    return build
  }

  #folder(ref: string): string {
    return join(this.#parts.layout.projects, ref)
  }

  #data(ref: string): string {
    return join(this.#folder(ref), 'data')
  }

  #address(ref: string, record: ServerRecord): { sockets: string; port: number } {
    return { sockets: join(this.#parts.layout.sockets, ref), port: record.port }
  }

  async #record(ref: string): Promise<ServerRecord | null> {
    return isRef(ref) ? readRecord(this.#folder(ref)) : null
  }

  async #present(ref: string): Promise<ServerRecord> {
    const record = await this.#record(ref)
    if (!record) throw new EngineError('absent', 'There is no database server with this ref.')
    return record
  }

  #tell(event: EngineEvent): void {
    // The control server is no project's; its crashes are in the log.
    if (event.ref === CONTROL) return
    for (const listener of this.#listeners) {
      try {
        listener(event)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        this.#parts.log('error', 'A listener to database servers failed.', { ref: event.ref, message })
      }
    }
  }
}
