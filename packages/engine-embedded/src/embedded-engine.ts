import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BaseBackup,
  type ConnectAs,
  type ConnectionTarget,
  type Dump,
  type Engine,
  type EngineCapabilities,
  EngineError,
  type EngineEvent,
  type EngineVersion,
  type Observation,
  type RecoverySource,
  type ServerAccess,
  type ServerResources,
  type ServerSpec,
  type ServerState,
  type UpgradeObstacle,
  type UpgradeProgress,
} from '@stoa/engine'
import { ADMIN } from './access.ts'
import { isRoot } from './account.ts'
import { asAdmin } from './admin.ts'
import { defaultBuild, majorOf } from './binaries.ts'
import { copyOnline, copyStopped } from './clone.ts'
import { CONTROL, type ControlDatabase, openControlDatabase } from './control.ts'
import { dump, dumpStopped, load } from './dump/operations.ts'
import { asEngineError, copyFolder, exists, removeFolder, removeLeftovers, unique } from './files.ts'
import { KeyedLock } from './locks.ts'
import { pruneArchive } from './physical/archive.ts'
import { baseBackup, flushArchive, recover, setArchive } from './physical/operations.ts'
import { findPostmaster, type PidFile, readPidFile } from './postmaster.ts'
import { isRef, listRefs } from './record.ts'
import { type OperationParts, resize, setAccess, setReadOnly, startSized } from './running.ts'
import { scramVerifier } from './scram.ts'
import { type Parts, Servers } from './servers.ts'
import { LOGIN_ROLES } from './standalone.ts'
import { Supervisor } from './supervisor.ts'
import { upgradeObstacles } from './upgrade/obstacles.ts'
import { replace } from './upgrade/replace.ts'
import { upgrade } from './upgrade/upgrade.ts'
import { settle } from './upgrade/window.ts'
import { diskBytes, UNKNOWN_USAGE, UsageMeter } from './usage.ts'

/** Postgres servers on this machine: one per project, each with a data folder, a port and, under root, an account of its own. */
export class EmbeddedEngine implements Engine {
  readonly name = 'embedded'
  readonly capabilities: EngineCapabilities = {
    isolatesProcesses: isRoot,
    clonesOnline: true,
    survivesPlatform: true,
    upgrades: true,
    dumps: true,
    archives: true,
    regions: [{ id: 'local', name: 'This machine' }],
  }
  readonly #parts: Parts
  readonly #servers: Servers
  readonly #locks = new KeyedLock()
  readonly #listeners = new Set<(event: EngineEvent) => void>()
  readonly #meter = new UsageMeter()
  readonly #supervisor: Supervisor
  /** What the operations that lie in files of their own work with. */
  readonly #own: OperationParts

  constructor(parts: Parts) {
    this.#parts = parts
    this.#servers = new Servers(parts)
    this.#supervisor = new Supervisor(this.#locks, (event) => this.#tell(event), parts.log)
    this.#own = { servers: this.#servers, supervisor: this.#supervisor, log: parts.log }
  }

  versions(): readonly EngineVersion[] {
    return this.#parts.builds.all.map((build) => build.entry)
  }

  /** The catalogue version that new projects get unless they ask for another. `null` when none is installed. */
  get defaultVersion(): string | null {
    return defaultBuild(this.#parts.builds.all)?.entry.version ?? null
  }

  async create(spec: ServerSpec): Promise<void> {
    const build = this.#servers.catalogued(spec.version)
    await this.#locks.run(spec.ref, async () => {
      if (await this.#servers.record(spec.ref)) return
      const template = await this.#parts.builds.template('project', build)
      await this.#servers.make(spec, build, (data) => copyFolder(template, data))
    })
  }

  async clone(from: string, spec: ServerSpec): Promise<void> {
    await this.#locks.run([from, spec.ref], async () => {
      if (await this.#servers.record(spec.ref)) return
      const source = await this.#servers.present(from)
      if (majorOf(source.version) !== majorOf(spec.version)) {
        throw new EngineError('unknown-version', `A copy of this database has to be of version ${source.version}.`)
      }
      const data = this.#servers.data(from)
      await this.#supervisor.endApart({ key: from, data })
      const running = await this.#servers.running(from)
      await this.#servers.make(spec, this.#parts.builds.forVersion(source.version), (to) =>
        running
          ? asAdmin(this.#servers.address(from, source), (admin) => copyOnline(admin, data, to))
          : copyStopped(data, to),
      )
    })
  }

  async start(ref: string): Promise<void> {
    await this.#locks.run(ref, async () => {
      await settle(this.#own, ref)
      await startSized(this.#own, ref)
    })
  }

  async stop(ref: string): Promise<void> {
    await this.#locks.run(ref, () => this.#stop(ref))
  }

  async restart(ref: string): Promise<void> {
    await this.#locks.run(ref, async () => {
      await this.#supervisor.stop(await this.#servers.unit(ref))
      await settle(this.#own, ref)
      await startSized(this.#own, ref)
    })
  }

  async resize(ref: string, resources: ServerResources): Promise<void> {
    await this.#locks.run(ref, () => resize(this.#own, ref, resources))
  }

  async upgradeObstacles(ref: string, version: string): Promise<readonly UpgradeObstacle[]> {
    return upgradeObstacles(this.#own, ref, version)
  }

  async upgrade(ref: string, version: string, report: (progress: UpgradeProgress) => Promise<void>): Promise<void> {
    await this.#locks.run(ref, () => upgrade(this.#own, ref, version, report))
  }

  async replace(ref: string, by: string): Promise<void> {
    await this.#locks.run([ref, by], async () => {
      for (const one of [ref, by]) await settle(this.#own, one)
      await replace(this.#own, ref, by)
    })
  }

  async dump(ref: string, file: string): Promise<Dump> {
    return dump(this.#own, ref, file)
  }

  async dumpStopped(ref: string, file: string): Promise<Dump> {
    return dumpStopped(this.#own, (work) => this.#locks.run(ref, work), ref, file)
  }

  async load(ref: string, file: string): Promise<void> {
    await this.#locks.run(ref, () => load(this.#own, ref, file))
  }

  async baseBackup(ref: string, folder: string): Promise<BaseBackup> {
    return baseBackup(this.#own, ref, folder)
  }

  async setArchive(ref: string, folder: string | null): Promise<void> {
    await this.#locks.run(ref, () => setArchive(this.#own, ref, folder))
  }

  async flushArchive(ref: string): Promise<Date> {
    return flushArchive(this.#own, ref)
  }

  async pruneArchive(archive: string, base: string): Promise<number> {
    return pruneArchive(archive, base)
  }

  async recover(spec: ServerSpec, source: RecoverySource): Promise<void> {
    await this.#locks.run(spec.ref, () => recover(this.#own, spec, source))
  }

  async setReadOnly(ref: string, on: boolean): Promise<void> {
    await this.#locks.run(ref, () => setReadOnly(this.#own, ref, on))
  }

  async setAccess(ref: string, access: ServerAccess): Promise<void> {
    await this.#locks.run(ref, () => setAccess(this.#own, ref, access))
  }

  async remove(ref: string): Promise<void> {
    if (!isRef(ref)) return
    const { layout } = this.#parts
    await this.#locks.run(ref, async () => {
      await this.#stop(ref)
      await settle(this.#own, ref)
      // Renamed first, so that a crash leaves a whole server or none.
      const folder = this.#servers.folder(ref)
      if (await exists(folder)) await rename(folder, `${folder}.gone-${unique()}`)
      await removeLeftovers(layout.projects, `${ref}.`)
      await removeFolder(join(layout.sockets, ref))
      this.#meter.forget(ref)
    })
  }

  async observe(ref: string): Promise<Observation> {
    const record = await this.#servers.record(ref)
    const nothing = { startedAt: null, ...UNKNOWN_USAGE }
    if (!record) return { state: 'absent', version: null, port: null, diskBytes: null, ...nothing }
    const [running, disk] = await Promise.all([this.#servers.running(ref), diskBytes(this.#servers.folder(ref))])
    const state = await this.#stateOf(ref, running)
    const seen = { state, version: record.version, port: record.port, diskBytes: disk, ...nothing }
    return running ? { ...seen, startedAt: running.startedAt, ...(await this.#meter.measure(ref, running)) } : seen
  }

  async state(ref: string): Promise<ServerState> {
    if (!(await this.#servers.record(ref))) return 'absent'
    return this.#stateOf(ref, await this.#servers.running(ref))
  }

  async #stateOf(ref: string, running: PidFile | null): Promise<ServerState> {
    if (running) return running.ready ? 'running' : 'starting'
    if (this.#supervisor.isDown(ref)) return 'crashed'
    const data = this.#servers.data(ref)
    // A server that stops cleanly takes its pid file away.
    const left = (await readPidFile(data)) !== null && !(await findPostmaster(data))?.apart
    return left ? 'crashed' : 'stopped'
  }

  async target(ref: string, as: ConnectAs): Promise<ConnectionTarget> {
    const { sockets, port } = this.#servers.address(ref, await this.#servers.present(ref))
    return { host: sockets, port, user: as === 'admin' ? ADMIN : LOGIN_ROLES[as], database: 'postgres' }
  }

  async publicTarget(ref: string): Promise<ConnectionTarget> {
    const { port } = await this.#servers.present(ref)
    const everywhere = ['0.0.0.0', '::', '*'].includes(this.#parts.host)
    return { host: everywhere ? 'localhost' : this.#parts.host, port, user: LOGIN_ROLES.owner, database: 'postgres' }
  }

  async setPassword(ref: string, as: 'owner' | 'api' | 'reader', password: string): Promise<void> {
    const verifier = await scramVerifier(password)
    await this.#locks.run(ref, async () => {
      const record = await this.#servers.present(ref)
      if (!(await this.#servers.running(ref))) {
        throw new EngineError('not-running', 'The database has to run for its password to be changed.')
      }
      await asAdmin(this.#servers.address(ref, record), async (admin) => {
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
    // Nobody would end these later.
    const apart = this.#supervisor.runningApart()
    await Promise.all(apart.map((unit) => this.#locks.run(unit.key, () => this.#supervisor.endApart(unit))))
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

  async #stop(ref: string): Promise<void> {
    if (await this.#servers.record(ref)) await this.#supervisor.stop({ key: ref, data: this.#servers.data(ref) })
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
