/**
 * What Stoa asks of a database engine: something that can hold one real Postgres
 * server per project. The platform speaks to this interface alone; which engine
 * stands behind it is decided in one place, the server's `main.ts`.
 *
 * Every operation is idempotent: asking twice has the effect of asking once, so
 * that a durable workflow may repeat the step that a crash interrupted.
 */

/** What an engine can do, as data. Screens and workflows read this, never the engine's name. */
export type EngineCapabilities = {
  /** Each project's processes run under an operating-system identity of their own. */
  readonly isolatesProcesses: boolean
  /** A running server can be copied into a new one without stopping it. */
  readonly clonesOnline: boolean
  /** Servers go on running while the platform is down and are adopted when it comes back. */
  readonly survivesPlatform: boolean
  /** A server's data can be moved to a newer major version. */
  readonly upgrades: boolean
  /** A server can be written to a file as SQL and made again from it. */
  readonly dumps: boolean
  /** A server's log can be archived, so that it can be made again as it was at any moment since a base backup. */
  readonly archives: boolean
  /** The regions that a project can be placed in. The first is the default. */
  readonly regions: readonly { readonly id: string; readonly name: string }[]
}

/** One entry of the engine's catalogue of Postgres builds, in the shape the dashboard shows. */
export type EngineVersion = {
  /** For example `supabase-postgres-17.10.0`. */
  readonly version: string
  /** The major version as a string, or the name of another engine such as `oriole-preview`. */
  readonly postgres_engine: string
  readonly release_channel: 'internal' | 'alpha' | 'beta' | 'ga' | 'withdrawn' | 'preview'
}

/** The identities a server is made with. None of them, the owner included, is a superuser. */
export type ConnectAs =
  /** `postgres`: owns the database and everything a person makes in it. */
  | 'owner'
  /** `authenticator`: logs in for the project APIs and switches to anon, authenticated or service_role. */
  | 'api'
  /** `stoa_reader`: may read every schema that a person made and can write nothing. */
  | 'reader'
  /** `stoa_admin`: the platform's own superuser, reachable only from this machine's platform process. */
  | 'admin'

/** Passwords are given by the platform, which keeps them sealed; engines store none of them in clear. */
export type ServerPasswords = { readonly owner: string; readonly api: string; readonly reader: string }

/** How much of the machine a server may use. Engines turn this into Postgres settings. */
export type ServerResources = {
  /** Memory the server is sized for, in MB. */
  readonly memoryMb: number
  /** Most client connections at once. */
  readonly maxConnections: number
  /** Most worker processes for parallel queries. */
  readonly workers: number
}

export type ServerSpec = {
  /** The project's ref: 20 lower-case letters. Names the server for its whole life. */
  readonly ref: string
  /** `version` of one entry of `versions()`. */
  readonly version: string
  readonly resources: ServerResources
  readonly passwords: ServerPasswords
}

/** Where a client connects. The password is the platform's to add; `admin` needs none. */
export type ConnectionTarget = {
  /** A host name, an address, or the folder of a unix socket (starts with `/`). */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export type ServerState = 'absent' | 'stopped' | 'starting' | 'running' | 'crashed'

/** What is seen of a server right now. Fields that cannot be known in this state are null. */
export type Observation = {
  readonly state: ServerState
  readonly version: string | null
  /** The TCP port people connect to. Stays the same for the server's whole life. */
  readonly port: number | null
  /** When the running server was started. */
  readonly startedAt: Date | null
  /** Memory in use by all processes of the server, in bytes, shared pages counted once. */
  readonly memoryBytes: number | null
  /** Processor time used since the start, by ended processes too, in seconds. Never falls while a server runs. */
  readonly cpuSeconds: number | null
  /** Bytes of the server's memory that are swapped out. */
  readonly swapBytes: number | null
  /** Bytes read from and written to disk since the start. */
  readonly diskReadBytes: number | null
  readonly diskWrittenBytes: number | null
  /** Bytes on disk of the whole data folder. */
  readonly diskBytes: number | null
}

/** How far an upgrade has come, in order, in the words that the dashboard's calls use. */
export const UPGRADE_PROGRESS = [
  'started',
  'launched upgraded instance',
  'detached volume from upgraded instance',
  'attached volume to original instance',
  'initiated data upgrade',
  'completed data upgrade',
  'detached volume from original instance',
  'attached volume to upgraded instance',
  'completed upgrade',
] as const
export type UpgradeProgress = (typeof UPGRADE_PROGRESS)[number]

/** Why a server cannot be moved to another version as it is. */
export type UpgradeObstacle = {
  readonly code: 'downgrade' | 'unknown-version' | 'extension' | 'replication-slot' | 'disk' | 'connection'
  /** A sentence for people, saying what to do about it. */
  readonly message: string
}

/** A file that `dump` wrote. */
export type Dump = {
  readonly bytes: number
  /** Databases of the server that are not in it, by name: it holds `postgres` alone. */
  readonly leftOut: readonly string[]
}

/** A physical copy of a server, from which `recover` makes one. */
export type BaseBackup = {
  /** Bytes in its folder. */
  readonly bytes: number
  /** The earliest moment that a server made from it can have. */
  readonly from: Date
}

/** What `recover` makes a server from. Folders are absolute paths. */
export type RecoverySource = {
  /** The folder that `baseBackup` filled. */
  readonly base: string
  /** The folder that `setArchive` named; null for the base backup's own moment. */
  readonly archive: string | null
  /** The moment to recover to; null for the latest that is archived. */
  readonly at: Date | null
}

/** Who reaches a server by network, and how. */
export type ServerAccess = {
  /** Whether unencrypted connections are refused. */
  readonly sslOnly: boolean
  /** Addresses that may connect, as CIDR such as `10.0.0.0/8`; null for all. The platform itself always may. */
  readonly networks: readonly string[] | null
}

export type EngineEvent =
  /** The server stopped without being asked to; `attempt` counts restarts in a row, from 1. */
  | { readonly type: 'crashed'; readonly ref: string; readonly attempt: number; readonly retryInMs: number }
  /** A crashed server is running again. */
  | { readonly type: 'recovered'; readonly ref: string }
  /** A restart after a crash failed; another follows after `retryInMs`. */
  | {
      readonly type: 'restart-failed'
      readonly ref: string
      readonly message: string
      readonly attempt: number
      readonly retryInMs: number
    }

export interface Engine {
  readonly name: string
  readonly capabilities: EngineCapabilities
  /** The Postgres builds that can be had here, newest first. */
  versions(): readonly EngineVersion[]
  /**
   * Makes the server with its roles, schemas and passwords, and leaves it stopped.
   * A server that is already made with this ref is left as it is.
   * @throws EngineError `unknown-version`, `no-space`, `failed`
   */
  create(spec: ServerSpec): Promise<void>
  /**
   * Starts the server, or adopts it when it is already running, and returns once it takes connections.
   * @throws EngineError `absent`, `failed` (with the server's own words)
   */
  start(ref: string): Promise<void>
  /** Stops the server cleanly; what is committed is on disk when this returns. A stopped server is left as it is. */
  stop(ref: string): Promise<void>
  /** Stops and starts. @throws EngineError as `start` */
  restart(ref: string): Promise<void>
  /** Stops the server and removes its data for good. An absent server is left as it is. */
  remove(ref: string): Promise<void>
  observe(ref: string): Promise<Observation>
  /** The state alone, without measuring what the server uses: cheap enough to be asked for all servers often. */
  state(ref: string): Promise<ServerState>
  /** @throws EngineError `absent` */
  target(ref: string, as: ConnectAs): Promise<ConnectionTarget>
  /**
   * Where people outside the platform connect as the owner: host, port, user and database of the TCP address.
   * @throws EngineError `absent`
   */
  publicTarget(ref: string): Promise<ConnectionTarget>
  /** Gives one role a new password. The server has to run. @throws EngineError `absent`, `not-running` */
  setPassword(ref: string, as: 'owner' | 'api' | 'reader', password: string): Promise<void>
  /**
   * Makes `spec.ref` a copy of the running or stopped server `from`, with passwords of its own, and leaves it stopped.
   * The source goes on serving. `spec.version` must be the source's.
   * @throws EngineError `absent`, `unknown-version`, `failed`
   */
  clone(from: string, spec: ServerSpec): Promise<void>
  /**
   * Gives the server another size. A running one is stopped and started with it; one that does not start with it is
   * put back to the size it had and started again. A stopped one has it from its next start.
   * @throws EngineError `absent`, `failed` (with the server's own words; it runs with its old size)
   */
  resize(ref: string, resources: ServerResources): Promise<void>
  /** What stands against `upgrade`; empty when nothing does. The server has to run. @throws EngineError `absent`, `not-running` */
  upgradeObstacles(ref: string, version: string): Promise<readonly UpgradeObstacle[]>
  /**
   * Moves a running server's data to a newer version: a new server is made beside it, filled, and put in its place at
   * the end. Until then the old one keeps all its data, and whatever goes wrong leaves it running as it was. Ref, port
   * and passwords stay. A server that already has the version is only started.
   * @param report hears of each step once it is done; it may be asked to report a step again after a crash
   * @throws EngineError `absent`, `unknown-version`, `no-space`, `failed`
   */
  upgrade(ref: string, version: string, report: (progress: UpgradeProgress) => Promise<void>): Promise<void>
  /**
   * Writes roles, schema and data of the project's own database as SQL text, compressed with gzip, as of one moment, in
   * constant memory. The server has to run and goes on serving. Nothing is left at `file` unless it is whole.
   * @param file an absolute path in an existing folder
   * @throws EngineError `absent`, `not-running`, `no-space`, `failed`
   */
  dump(ref: string, file: string): Promise<Dump>
  /**
   * As `dump`, of a stopped server, which stays stopped for everybody: it runs meanwhile where nobody reaches it.
   * Whoever starts, stops, copies, replaces or removes the server waits for nothing: that ends this, as `interrupted`.
   * @throws EngineError `absent`, `interrupted` (also of a server that runs), `no-space`, `failed`
   */
  dumpStopped(ref: string, file: string): Promise<Dump>
  /**
   * Runs what `dump` wrote, in a server that was made by `create` and holds nothing yet. It has to run. Passwords stay
   * those it was made with.
   * @throws EngineError `absent`, `not-running`, `failed` (broken or foreign file; the server is of no use then)
   */
  load(ref: string, file: string): Promise<void>
  /**
   * Copies the running server's data folder into an existing, empty folder, in constant memory, while it goes on
   * serving. A folder that is not whole is recognised as such by `recover`.
   * @throws EngineError `absent`, `not-running`, `no-space`, `failed`
   */
  baseBackup(ref: string, folder: string): Promise<BaseBackup>
  /**
   * Archives the server's log into a folder from now on, or stops doing so. May restart a running server. The folder
   * is made when it is not there; it belongs to one life of one server: a server that was recovered or replaced since
   * gets another. Log that is written is archived five minutes later at most.
   * @throws EngineError `absent`, `failed`
   */
  setArchive(ref: string, folder: string | null): Promise<void>
  /**
   * Makes sure that everything committed until now is in the archive.
   * @returns the moment up to which `recover` can go @throws EngineError `absent`, `not-running`, `failed`
   */
  flushArchive(ref: string): Promise<Date>
  /**
   * Removes from an archive what no recovery from a base backup, or from a later one, needs.
   * @param archive the folder that `setArchive` named
   * @param base the folder of the oldest base backup that is kept
   * @returns the bytes that were freed @throws EngineError `failed`
   */
  pruneArchive(archive: string, base: string): Promise<number>
  /**
   * Makes `spec.ref` from a base backup and an archive, as the server was at a moment, with the passwords of `spec`,
   * and leaves it stopped. `spec.version` must be of the backup's major version.
   * @throws EngineError `unknown-version`, `no-space`, `failed` (broken backup, moment outside the archive)
   */
  recover(spec: ServerSpec, source: RecoverySource): Promise<void>
  /**
   * Puts the server `by` in the place of `ref`: `ref` then has its data, version and size and keeps its own port and
   * address; `by` is absent. Both are stopped first, and `ref` is left stopped. Interrupted, it is either not begun or
   * finished by the next start of the engine. The data that `ref` had is removed.
   * @throws EngineError `absent`, `failed`
   */
  replace(ref: string, by: string): Promise<void>
  /** Makes new transactions read-only, or lets them write again. Sessions can still override it: it guards a full disk, not a secret. @throws EngineError `absent`, `not-running` */
  setReadOnly(ref: string, on: boolean): Promise<void>
  /** Says who reaches the server by network. Takes effect at once on a running one, for new connections. @throws EngineError `absent`, `failed` */
  setAccess(ref: string, access: ServerAccess): Promise<void>
  /** The refs of all servers that this engine holds, running or not. */
  list(): Promise<string[]>
  /** Hears what servers do unasked. Returns the way to stop hearing. */
  on(listener: (event: EngineEvent) => void): () => void
  /** Lets go of all servers: they run on, unwatched, until `start` adopts them again. */
  detach(): Promise<void>
}

export type EngineErrorCode = 'absent' | 'not-running' | 'interrupted' | 'unknown-version' | 'no-space' | 'failed'

/** An engine's refusal. `message` is a sentence for people; `detail` the server's own words, if any. */
export class EngineError extends Error {
  readonly code: EngineErrorCode
  readonly detail: string | null
  constructor(code: EngineErrorCode, message: string, detail: string | null = null) {
    super(message)
    this.name = 'EngineError'
    this.code = code
    this.detail = detail
  }
}
