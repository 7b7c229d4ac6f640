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
  UPGRADE_PROGRESS,
  type UpgradeObstacle,
  type UpgradeProgress,
} from './engine.ts'
import { readDump, requireRecoverable, writeArchive, writeBaseBackup, writeDump } from './fake/copies.ts'
import { Failures, type FakeFailure, type FakeOperation } from './fake/failures.ts'
import { type FakeServer, FakeServers, majorOf, requireVersion, VERSIONS } from './fake/servers.ts'
import { requireNetworks } from './networks.ts'

export { failingEngine } from './fake/failing.ts'
export { type FakeFailure, type FakeOperation, parseFailures } from './fake/failures.ts'

/**
 * An engine in memory, for tests of what stands on an engine. Its servers have every state a real one's have and
 * hold no data: `target` gives addresses that lead nowhere.
 */
export class FakeEngine implements Engine {
  readonly name = 'fake'
  readonly capabilities: EngineCapabilities = {
    isolatesProcesses: false,
    clonesOnline: true,
    survivesPlatform: false,
    upgrades: true,
    dumps: true,
    archives: true,
    regions: [{ id: 'nowhere', name: 'Nowhere' }],
  }
  readonly #failures: Failures
  readonly #servers: FakeServers
  readonly #obstacles = new Map<string, readonly UpgradeObstacle[]>()

  constructor(failures: readonly FakeFailure[] = [], failuresFile: string | null = null) {
    this.#failures = new Failures(failures, failuresFile)
    this.#servers = new FakeServers(this.#failures)
  }

  /**
   * Makes an operation fail from now on with an `EngineError` `failed`, before it has any effect.
   * Failing `start` also makes the restarts after a crash fail.
   * @param ref only for this server; for all when left out
   * @param after of `upgrade`: fails once this has been reported
   * @returns the way to let the operation succeed again
   */
  fail(operation: FakeOperation, message: string, ref?: string, after?: UpgradeProgress): () => void {
    return this.#failures.add({
      operation,
      message,
      ...(ref === undefined ? {} : { ref }),
      ...(after === undefined ? {} : { after }),
    })
  }

  /** Lets a running server crash: listeners hear of it, and of the restart that follows. */
  crash(ref: string): void {
    this.#servers.crash(ref)
  }

  /** Says what stands against this server's upgrade from now on; nothing when empty. */
  obstruct(ref: string, obstacles: readonly UpgradeObstacle[]): void {
    this.#obstacles.set(ref, obstacles)
  }

  /** The password that a role was given last. */
  passwordOf(ref: string, as: 'owner' | 'api' | 'reader'): string {
    return this.#servers.present(ref).passwords[as]
  }

  /** What a server was last told about itself. */
  settingsOf(ref: string): Pick<FakeServer, 'resources' | 'access' | 'readOnly' | 'archive'> {
    const { resources, access, readOnly, archive } = this.#servers.present(ref)
    return { resources, access, readOnly, archive }
  }

  versions(): readonly EngineVersion[] {
    return VERSIONS
  }

  async create(spec: ServerSpec): Promise<void> {
    this.#failures.check('create', spec.ref)
    requireVersion(spec.version)
    if (!this.#servers.get(spec.ref)) this.#servers.add(spec)
  }

  async start(ref: string): Promise<void> {
    this.#failures.check('start', ref)
    await this.#servers.start(ref, this.#servers.present(ref))
  }

  async stop(ref: string): Promise<void> {
    this.#failures.check('stop', ref)
    this.#servers.halt(ref)
  }

  async restart(ref: string): Promise<void> {
    this.#failures.check('restart', ref)
    await this.#restart(ref)
  }

  async remove(ref: string): Promise<void> {
    this.#failures.check('remove', ref)
    this.#servers.remove(ref)
  }

  async observe(ref: string): Promise<Observation> {
    this.#failures.check('observe', ref)
    const server = this.#servers.get(ref)
    const running = server?.state === 'running'
    return {
      state: server?.state ?? 'absent',
      version: server?.version ?? null,
      port: server?.port ?? null,
      startedAt: server?.startedAt ?? null,
      memoryBytes: running ? 10_000_000 : null,
      cpuSeconds: running ? 0 : null,
      swapBytes: running ? 0 : null,
      diskReadBytes: running ? 0 : null,
      diskWrittenBytes: running ? 0 : null,
      diskBytes: server ? 32_000_000 : null,
    }
  }

  async state(ref: string): Promise<ServerState> {
    this.#failures.check('state', ref)
    return this.#servers.get(ref)?.state ?? 'absent'
  }

  async target(ref: string, as: ConnectAs): Promise<ConnectionTarget> {
    this.#failures.check('target', ref)
    const users = { owner: 'postgres', api: 'authenticator', reader: 'stoa_reader', admin: 'stoa_admin' }
    return { host: 'fake.invalid', port: this.#servers.present(ref).port, user: users[as], database: 'postgres' }
  }

  async publicTarget(ref: string): Promise<ConnectionTarget> {
    this.#failures.check('publicTarget', ref)
    return { host: 'fake.invalid', port: this.#servers.present(ref).port, user: 'postgres', database: 'postgres' }
  }

  async setPassword(ref: string, as: 'owner' | 'api' | 'reader', password: string): Promise<void> {
    this.#failures.check('setPassword', ref)
    this.#servers.running(ref, 'for its password to be changed').passwords[as] = password
  }

  async clone(from: string, spec: ServerSpec): Promise<void> {
    this.#failures.check('clone', spec.ref)
    if (this.#servers.get(spec.ref)) return
    const source = this.#servers.present(from)
    if (source.version !== spec.version) {
      throw new EngineError('unknown-version', `A copy of this database has to be of version ${source.version}.`)
    }
    this.#servers.add(spec)
  }

  async resize(ref: string, resources: ServerResources): Promise<void> {
    this.#failures.check('resize', ref)
    const server = this.#servers.present(ref)
    server.resources = resources
    if (server.state === 'running') await this.#restart(ref)
  }

  async upgradeObstacles(ref: string, version: string): Promise<readonly UpgradeObstacle[]> {
    this.#failures.check('upgradeObstacles', ref)
    const server = this.#servers.running(ref, 'for its upgrade to be checked')
    if (majorOf(version) === 0) {
      return [{ code: 'unknown-version', message: `Postgres version ${version} is not installed here.` }]
    }
    if (majorOf(version) < majorOf(server.version)) {
      return [{ code: 'downgrade', message: 'A database cannot go back to an older version of Postgres.' }]
    }
    return this.#obstacles.get(ref) ?? []
  }

  async upgrade(ref: string, version: string, report: (progress: UpgradeProgress) => Promise<void>): Promise<void> {
    this.#failures.check('upgrade', ref)
    const server = this.#servers.present(ref)
    requireVersion(version)
    if (server.version === version) return this.#servers.start(ref, server)
    if (majorOf(version) < majorOf(server.version)) {
      throw new EngineError('failed', 'A database cannot go back to an older version of Postgres.')
    }
    for (const progress of UPGRADE_PROGRESS) {
      await report(progress)
      this.#failures.check('upgrade', ref, progress)
    }
    server.version = version
    await this.#servers.start(ref, server)
  }

  async dump(ref: string, file: string): Promise<Dump> {
    this.#failures.check('dump', ref)
    this.#servers.running(ref, 'for its data to be written to a file')
    return writeDump(file)
  }

  async dumpStopped(ref: string, file: string): Promise<Dump> {
    this.#failures.check('dumpStopped', ref)
    if (this.#servers.present(ref).state === 'running') {
      throw new EngineError('interrupted', 'The database runs, so it is not written down as a stopped one.')
    }
    return writeDump(file)
  }

  async load(ref: string, file: string): Promise<void> {
    this.#failures.check('load', ref)
    this.#servers.running(ref, 'for data to be loaded into it')
    await readDump(file)
  }

  async baseBackup(ref: string, folder: string): Promise<BaseBackup> {
    this.#failures.check('baseBackup', ref)
    return writeBaseBackup(folder, this.#servers.running(ref, 'to be backed up').version)
  }

  async setArchive(ref: string, folder: string | null): Promise<void> {
    this.#failures.check('setArchive', ref)
    const server = this.#servers.present(ref)
    if (folder !== null) await writeArchive(folder, new Date())
    server.archive = folder
  }

  async flushArchive(ref: string): Promise<Date> {
    this.#failures.check('flushArchive', ref)
    const { archive } = this.#servers.running(ref, 'for its log to be archived')
    if (archive === null) throw new EngineError('failed', 'The log of this database is not archived.')
    const until = new Date()
    await writeArchive(archive, until)
    return until
  }

  async pruneArchive(_folder: string, _base: string): Promise<number> {
    this.#failures.check('pruneArchive')
    return 0
  }

  async recover(spec: ServerSpec, source: RecoverySource): Promise<void> {
    this.#failures.check('recover', spec.ref)
    requireVersion(spec.version)
    if (this.#servers.get(spec.ref)) return
    const version = await requireRecoverable(source)
    if (majorOf(version) !== majorOf(spec.version)) {
      throw new EngineError('unknown-version', `This backup is of version ${version} and cannot become another.`)
    }
    this.#servers.add(spec)
  }

  async replace(ref: string, by: string): Promise<void> {
    this.#failures.check('replace', ref)
    this.#servers.replace(ref, by)
  }

  async setReadOnly(ref: string, on: boolean): Promise<void> {
    this.#failures.check('setReadOnly', ref)
    this.#servers.running(ref, on ? 'to be made read-only' : 'to be made writable').readOnly = on
  }

  async setAccess(ref: string, access: ServerAccess): Promise<void> {
    this.#failures.check('setAccess', ref)
    const server = this.#servers.present(ref)
    requireNetworks(access.networks)
    server.access = access
  }

  async list(): Promise<string[]> {
    this.#failures.check('list')
    return this.#servers.refs()
  }

  on(listener: (event: EngineEvent) => void): () => void {
    return this.#servers.on(listener)
  }

  async detach(): Promise<void> {
    this.#servers.detach()
  }

  async #restart(ref: string): Promise<void> {
    const server = this.#servers.present(ref)
    this.#servers.halt(ref)
    await this.#servers.start(ref, server)
  }
}

/**
 * Makes a fake engine.
 * @param options.failures operations that fail from the start; `fail()` adds more
 * @param options.failuresFile a file, looked at before every operation, whose lines say what fails; see `parseFailures`
 */
export function createFakeEngine(
  options: { failures?: readonly FakeFailure[]; failuresFile?: string } = {},
): FakeEngine {
  return new FakeEngine(options.failures, options.failuresFile)
}
