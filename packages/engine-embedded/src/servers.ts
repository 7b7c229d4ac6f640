import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError, type ServerSpec } from '@stoa/engine'
import type { AccessFiles } from './access.ts'
import type { Allocator } from './allocate.ts'
import type { Build } from './binaries.ts'
import type { Builds } from './builds.ts'
import {
  asEngineError,
  flush,
  giveTo,
  makeFolder,
  removeFolder,
  removeLeftovers,
  requireSpace,
  unique,
} from './files.ts'
import type { Layout } from './layout.ts'
import { APART_PORT, findPostmaster, type PidFile, type Unit } from './postmaster.ts'
import { isRef, readRecord, type ServerRecord, writeRecord } from './record.ts'
import type { Identity } from './run.ts'
import { prepareServing } from './serving.ts'
import { archiveSettings, settingsFor } from './settings.ts'
import { passwordStatements, runStandalone } from './standalone.ts'
import type { Log } from './supervisor.ts'

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

/** The account that a server's processes run under and that its data belongs to. */
export const identityOf = (record: Pick<ServerRecord, 'uid'>): Identity =>
  record.uid === null ? null : { uid: record.uid, gid: record.uid }

/** Where the servers lie and what is written down about them. Callers that change something hold the server's lock. */
export class Servers {
  readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }

  folder(ref: string): string {
    return join(this.parts.layout.projects, ref)
  }

  data(ref: string): string {
    return join(this.folder(ref), 'data')
  }

  address(ref: string, record: ServerRecord): { sockets: string; port: number } {
    return { sockets: join(this.parts.layout.sockets, ref), port: record.port }
  }

  async record(ref: string): Promise<ServerRecord | null> {
    return isRef(ref) ? readRecord(this.folder(ref)) : null
  }

  /** @throws EngineError `absent` */
  async present(ref: string): Promise<ServerRecord> {
    const record = await this.record(ref)
    if (!record) throw new EngineError('absent', 'There is no database server with this ref.')
    return record
  }

  /** The server's first process, or `null` when it does not run. */
  async running(ref: string): Promise<PidFile | null> {
    const found = await findPostmaster(this.data(ref))
    return found?.apart ? null : found
  }

  /** @param purpose ends the sentence “The database has to run …” @throws EngineError `absent`, `not-running` */
  async presentAndRunning(ref: string, purpose: string): Promise<ServerRecord> {
    const record = await this.present(ref)
    if (await this.running(ref)) return record
    throw new EngineError('not-running', `The database has to run ${purpose}.`)
  }

  /** The build of exactly this catalogue version. @throws EngineError `unknown-version` */
  catalogued(version: string): Build {
    const build = this.parts.builds.all.find((one) => one.entry.version === version)
    if (!build) throw new EngineError('unknown-version', `Postgres version ${version} is not installed here.`)
    return build
  }

  /** All that is needed to run the server. @throws EngineError `absent`, `unknown-version` */
  async unit(ref: string): Promise<Unit> {
    return this.#unit(ref, await this.present(ref))
  }

  /** All that is needed to run a stopped server where nobody but the platform reaches it. @throws EngineError as `unit` */
  async apart(ref: string): Promise<Unit> {
    const unit = await this.#unit(ref, { ...(await this.present(ref)), closed: true })
    return { ...unit, port: APART_PORT, settings: { ...unit.settings, listen_addresses: '', autovacuum: 'off' } }
  }

  async #unit(ref: string, record: ServerRecord): Promise<Unit> {
    const { builds, access, host } = this.parts
    const build = builds.forVersion(record.version)
    const { postgres } = await builds.programs(build)
    // A newer minor version runs the data of an older one as it is.
    if (record.version !== build.entry.version) {
      await this.write(ref, { ...(await this.present(ref)), version: build.entry.version })
    }
    return {
      ...this.address(ref, record),
      key: ref,
      data: this.data(ref),
      log: join(this.folder(ref), 'server.log'),
      postgres,
      identity: identityOf(record),
      settings: {
        ...settingsFor(record.resources, build.major),
        ...archiveSettings(record.archive ?? null),
        ...(await prepareServing(this.folder(ref), ref, record, host)),
        listen_addresses: host,
        ident_file: access.ident,
      },
    }
  }

  /** Writes down what there is to know about a server. */
  write(ref: string, record: ServerRecord): Promise<void> {
    return writeRecord(this.folder(ref), record)
  }

  /**
   * Makes a server's folder beside its place, complete, and moves it there in one step.
   * @param fill puts a data folder that is ready to start into the empty folder it is given
   * @param bytes what the new server needs on disk
   */
  async make(
    spec: ServerSpec,
    build: Build,
    fill: (data: string) => Promise<void>,
    bytes = SPACE_FOR_A_SERVER,
  ): Promise<void> {
    const { layout, allocator, account, builds } = this.parts
    if (!isRef(spec.ref)) throw new EngineError('failed', 'A server is named by a ref of 20 lower-case letters.')
    const passwords = await passwordStatements(spec.passwords)
    const { postgres } = await builds.programs(build)
    await removeLeftovers(layout.projects, `${spec.ref}.`)
    await requireSpace(layout.projects, bytes)
    await allocator.reserve(async ({ port, uid }) => {
      const fresh = `${this.folder(spec.ref)}.new-${unique()}`
      const data = join(fresh, 'data')
      try {
        await makeFolder(fresh, 0o711)
        await makeFolder(data, 0o700)
        await fill(data)
        await giveTo(data, account)
        await runStandalone(postgres, data, account, passwords)
        await giveTo(data, identityOf({ uid }))
        await writeRecord(fresh, { version: build.entry.version, port, uid, resources: spec.resources })
        await flush(fresh)
        await rename(fresh, this.folder(spec.ref))
      } catch (error) {
        await removeFolder(fresh)
        throw asEngineError(error, 'The database could not be made.')
      }
    })
  }
}
