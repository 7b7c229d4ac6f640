import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Engine } from '@stoa/engine'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import { Answers } from './core/ai/answers.ts'
import type { Log } from './core/log.ts'
import { Operations, type StepObserver } from './core/operations.ts'
import { createPeople } from './core/people.ts'
import type { Platform } from './core/platform.ts'
import { ProjectDatabases } from './core/project-databases.ts'
import { ProjectGraphqls } from './core/project-graphqls.ts'
import { ProjectRests } from './core/project-rests.ts'
import { RequestLog } from './core/request-log.ts'
import { Schedule } from './core/schedule.ts'
import { localKeys, masterKey, sealer } from './core/secrets.ts'
import { endLostRuns } from './core/sql-history.ts'
import { SqlRuns } from './core/sql-runs.ts'
import { ensureOwner } from './features/system/owner.ts'
import { Gateway } from './gateway/gateway.ts'
import { createApp } from './http/app.ts'
import { HEAD_MAX, refuseUnreadable } from './http/unreadable.ts'
import { Changes } from './store/changes.ts'
import { migrate } from './store/migrate.ts'
import { openPool, openStore, type StoreAddress } from './store/store.ts'
import { WORKFLOWS } from './workflows/project.ts'
import { JOBS } from './workflows/schedule.ts'
import { Watch } from './workflows/watch.ts'

/** Held while the control database is brought up to date, so that servers starting together take turns. */
const BOOT_LOCK = 5_140_210

export type StartOptions = {
  readonly config: Config
  readonly version: string
  readonly log: Log
  readonly engine: Engine
  /** Where the control database is. */
  readonly control: StoreAddress
  /** The built dashboard, or null to serve the API alone. */
  readonly dashboardDir: string | null
  /** Called around every step of every workflow. */
  readonly observe?: StepObserver
}

export type RunningServer = {
  readonly port: number
  readonly platform: Platform
  readonly watch: Watch
  readonly schedule: Schedule
  /** Stops answering and lets go of everything. Projects' servers run on. */
  close(): Promise<void>
}

/**
 * Starts the platform: control database, workflows, watch over the projects, HTTP.
 * @throws NodeJS.ErrnoException `EADDRINUSE`, `EACCES` when the port cannot be had; NewerDatabaseError
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, log, engine } = options
  const pool = openPool(options.control)
  const workflowPool = openPool(options.control, 6)
  const changes = new Changes(options.control)
  const store = openStore(pool, changes)
  const closers: (() => Promise<unknown>)[] = [() => store.destroy(), () => workflowPool.end(), () => changes.close()]
  const close = async () => {
    for (const step of closers.splice(0).reverse())
      await step().catch((error) => log.warn({ err: error }, 'while stopping'))
  }
  try {
    const master = await masterKey(config.dataDir)
    const seal = sealer(localKeys(new Map([['local-1', master]]), 'local-1'))
    const operations = new Operations({
      store,
      log,
      workflows: WORKFLOWS,
      ...(options.observe ? { observe: options.observe } : {}),
    })
    const databases = new ProjectDatabases(engine, { sealer: seal, store })
    closers.push(() => databases.closeAll())
    const graphqls = new ProjectGraphqls(databases)
    databases.whenClosed((ref) => graphqls.forget(ref))
    closers.push(() => graphqls.close())
    const requestLog = new RequestLog(pool, log)
    closers.push(() => requestLog.flush())
    const sqlRuns = new SqlRuns(config.dataDir)
    await sqlRuns.open()
    closers.push(() => sqlRuns.close())
    const answers = new Answers()
    closers.push(() => answers.close())
    const platform = await store.connection().execute(async (connection): Promise<Platform> => {
      await sql`select pg_advisory_lock(${BOOT_LOCK})`.execute(connection)
      try {
        const applied = await migrate(store)
        if (applied.length > 0) log.info({ migrations: applied }, 'control database brought up to date')
        const made: Platform = {
          config,
          version: options.version,
          log,
          store,
          control: pool,
          changes,
          // The sign-in library looks at its tables once, when it is made: they have to be there by then.
          people: createPeople(store, config, master),
          sealer: seal,
          engine,
          databases,
          rests: new ProjectRests(databases, store, config),
          graphqls,
          requestLog,
          sqlRuns,
          answers,
          operations,
        }
        await endLostRuns(store)
        await ensureOwner(made)
        await operations.launch(made, workflowPool)
        closers.push(() => operations.shutdown())
        return made
      } finally {
        await sql`select pg_advisory_unlock(${BOOT_LOCK})`.execute(connection)
      }
    })
    const watch = new Watch(platform)
    watch.start()
    closers.push(() => watch.stop())
    const schedule = new Schedule(platform)
    closers.push(() => schedule.stop())
    for (const { name, everyMs, run } of JOBS) schedule.every(name, everyMs, () => run(platform))
    const app = createApp(platform, options.dashboardDir)
    const { server, port } = await listen(app.fetch, new Gateway(platform), config)
    closers.push(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          // Idle keep-alive connections would hold the process for minutes.
          server.closeAllConnections()
        }),
    )
    return { port, platform, watch, schedule, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Listens. The projects' own APIs come before everything else: under their hosts there is nothing of the platform. */
function listen(fetch: Parameters<typeof getRequestListener>[0], gateway: Gateway, config: Config) {
  const platform = getRequestListener(fetch)
  const server = createServer({ maxHeaderSize: HEAD_MAX }, (message, response) => {
    const taken = gateway.take(message, response)
    if (taken === false) platform(message, response)
    else taken.then((was) => (was ? undefined : platform(message, response))).catch(() => response.destroy())
  })
  server.on('clientError', refuseUnreadable)
  return new Promise<{ server: Server; port: number }>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, () => {
      const { port } = server.address() as AddressInfo
      resolve({ server, port })
    })
  })
}
