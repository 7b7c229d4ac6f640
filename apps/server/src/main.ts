import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Engine, EngineError } from '@stoa/engine'
import { failingEngine } from '@stoa/engine/fake'
import { createEmbeddedEngine, isTraversable } from '@stoa/engine-embedded'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type DataFolder, DataFolderError, openDataFolder } from './core/data-folder.ts'
import { createLog, logFile } from './core/log.ts'
import type { RunningServer } from './start.ts'
import { NewerDatabaseError } from './store/newer-database.ts'

// The program. This is the one file that knows which engine stands behind the platform.

const ROOT = resolve(import.meta.dirname, '../../..')
const SYSTEM_DATA_DIR = '/var/lib/stoa'
/** After this long, a second Ctrl+C no longer counts as part of the first. */
const INSIST_MS = 1_500
/** How long after the start its memory is given back, when the first pages have been answered. */
const SETTLED_MS = 10_000
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Errors whose message is all that the person at the terminal needs. */
function polite(error: unknown, config: Config | null): string | null {
  if (error instanceof ConfigError) return error.message
  if (error instanceof DataFolderError || error instanceof NewerDatabaseError) return error.message
  if (error instanceof EngineError) return [error.message, error.detail].filter(Boolean).join('\n')
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'EADDRINUSE')
    return `Port ${config?.port} is taken by another program. Choose another one with STOA_PORT, for example: STOA_PORT=8001 npm start`
  if (code === 'EACCES' && (config?.port ?? 0) < 1024)
    return `Port ${config?.port} needs more rights than this account has. Choose one above 1023 with STOA_PORT`
  if (code === 'EADDRNOTAVAIL') return `${config?.host} is not an address of this machine. Change STOA_HOST`
  if (code === 'ECONNREFUSED' && config?.databaseUrl) return 'The control database at STOA_DATABASE_URL does not answer'
  return null
}

/**
 * Where data goes. Under root every project's server runs under an account of its own, which has to reach its folder:
 * an installation inside a private home folder keeps its data in the system's place instead.
 */
async function placeData(config: Config): Promise<Config> {
  const rooted = process.getuid?.() === 0
  if (!rooted || !config.dataDirIsDefault || (await isTraversable(ROOT))) return config
  return { ...config, dataDir: SYSTEM_DATA_DIR }
}

async function main(): Promise<void> {
  let config: Config | null = null
  let folder: DataFolder | null = null
  let running: RunningServer | null = null
  const undo: (() => Promise<unknown>)[] = []
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  try {
    config = await placeData(readConfig(process.env, ROOT))
    folder = await openDataFolder(config.dataDir)
    undo.push(folder.release)
    // A person at a terminal reads sentences; a service manager collects the structured lines.
    const log = createLog(
      config.logLevel,
      process.stdout.isTTY ? logFile(join(config.dataDir, 'logs/stoa.log')) : undefined,
    )
    const embedded = await createEmbeddedEngine({
      dataDir: config.dataDir,
      host: config.host,
      portRange: config.databasePorts,
      ...(config.templatesDir ? { templatesDir: config.templatesDir } : {}),
      log: (level, message, fields) => log[level](fields, message),
    })
    const engine: Engine =
      config.engine === 'failing'
        ? failingEngine(embedded, { failuresFile: join(config.dataDir, 'failures') })
        : embedded
    undo.push(() => embedded.detach())
    const starting = config.databaseUrl ? null : embedded.controlDatabase()
    // Read while the control database starts: it is most of the program, and nothing of it is needed before.
    const program = import('./start.ts')
    program.catch(() => {})
    const control = await starting
    if (control) undo.push(() => control.stop())
    const dist = join(ROOT, 'apps/dashboard/dist')
    const { startServer } = await program
    running = await startServer({
      config,
      version,
      log,
      engine,
      control: control?.config ?? { connectionString: config.databaseUrl ?? '' },
      dashboardDir: existsSync(join(dist, 'index.html')) ? dist : null,
    })
    undo.push(running.close)

    let stopping = 0
    const stop = (stopProjects: boolean) => {
      // One press of Ctrl+C may arrive twice, from the terminal and from npm. A later one means "at once".
      if (stopping > 0) {
        if (Date.now() - stopping > INSIST_MS) process.exit(130)
        return
      }
      stopping = Date.now()
      if (stopProjects) say('\nStopping…')
      const servers = stopProjects ? [() => embedded.stopAll()] : []
      const steps = [...undo.slice(0, 2), ...servers, ...undo.slice(2)].reverse()
      steps
        .reduce(
          (done, step) =>
            done.then(step).then(
              () => {},
              (error) => log.warn({ err: error }, 'while stopping'),
            ),
          Promise.resolve(),
        )
        .then(() => process.exit(0))
    }
    // Ctrl+C ends everything. A service manager's stop leaves the projects' servers up: the next start adopts them.
    process.on('SIGINT', () => stop(true))
    process.on('SIGTERM', () => stop(false))
    say(`Stoa ${version} is ready: ${config.publicUrl}`)
    // A start leaves some 30 MB behind that running never needs, and a platform that nobody uses would keep them. Giving
    // them back takes a tenth of a second, once. The flag is the launcher's.
    setTimeout(() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }), SETTLED_MS).unref()
  } catch (error) {
    const sentence = polite(error, config)
    for (const step of undo.reverse()) await step().catch(() => {})
    if (sentence === null) throw error
    process.stderr.write(`${sentence}\n`)
    process.exit(1)
  }
}

await main()
