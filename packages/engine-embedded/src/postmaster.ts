import { type ChildProcess, spawn } from 'node:child_process'
import { chown, mkdir, open, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '@stoa/engine'
import { isAlive, removeFolder } from './files.ts'
import { CLEAN_ENV, type Identity, run } from './run.ts'

/** All that is needed to run one server. */
export type Unit = {
  /** The project's ref, or `control`. Shown in the server's process titles. */
  readonly key: string
  /** The data folder. */
  readonly data: string
  readonly log: string
  /** The folder of the unix socket, this server's alone. */
  readonly sockets: string
  readonly port: number
  readonly postgres: string
  readonly identity: Identity
  readonly settings: Readonly<Record<string, string>>
}

/** What is needed to stop one. */
export type Stoppable = Pick<Unit, 'key' | 'data'>

/** What a server says about itself in `postmaster.pid`. True only while `isPostmaster(pid)` holds. */
export type PidFile = { readonly pid: number; readonly startedAt: Date; readonly ready: boolean }

/** A server that runs. One that runs apart takes nobody but the platform, which reads it, and counts as stopped. */
export type Postmaster = PidFile & { readonly apart: boolean }

/** What the socket of a server that runs apart is called, instead of its port. No project has this port. */
export const APART_PORT = 1

const LONGEST_START_MS = 600_000
const PATIENCE_WITH_STOP_MS = 90_000
/** No process ever has this id. */
const NOBODYS_PID = 2_147_483_647

/**
 * What a server wrote down about itself when it started.
 * @param data its data folder
 * @returns null when there is nothing, or nothing that can be read
 */
export async function readPidFile(data: string): Promise<PidFile | null> {
  try {
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 1) return null
    return { pid, startedAt: new Date(Number(lines[2]) * 1000), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return null
  }
}

/** Whether this process is, right now, the server of this data folder: process ids are used again by others. */
export async function isPostmaster(pid: number, data: string): Promise<boolean> {
  return (await settingsOf(pid, data)) !== null
}

/** The settings that the server of this data folder was started with; `null` when this process is no such server. */
async function settingsOf(pid: number, data: string): Promise<readonly string[] | null> {
  if (process.platform === 'linux') {
    try {
      const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
      return args[1] === '-D' && args[2] === data ? args.slice(3) : null
    } catch {
      return null
    }
  }
  const { code, stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', `${pid}`])
  return code === 0 && stdout.includes(` -D ${data} `) ? stdout.trim().split(' ') : null
}

/** The running server of this data folder, or `null`. */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const file = await readPidFile(data)
  const settings = file && (await settingsOf(file.pid, data))
  return settings ? { ...file, apart: settings.includes(`port=${APART_PORT}`) } : null
}

/** Starts the server's process, which then lives on its own, also when the platform ends. */
export async function spawnPostmaster(unit: Unit): Promise<ChildProcess> {
  await distrustForeignPid(unit.data)
  // The folder is this server's alone, and the server is known not to run: what lies in it is stale.
  await removeFolder(unit.sockets)
  await mkdir(unit.sockets, { mode: 0o700 })
  if (unit.identity) await chown(unit.sockets, unit.identity.uid, unit.identity.gid)
  const args = ['-D', unit.data]
  const own = {
    cluster_name: unit.key,
    port: `${unit.port}`,
    unix_socket_directories: unit.sockets,
    unix_socket_permissions: '0700',
  }
  for (const [name, value] of Object.entries({ ...unit.settings, ...own })) args.push('-c', `${name}=${value}`)
  const log = await open(unit.log, 'a', 0o600)
  try {
    return await new Promise<ChildProcess>((resolve, reject) => {
      const child = spawn(unit.postgres, args, {
        cwd: '/',
        env: CLEAN_ENV,
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
        ...(unit.identity ? { uid: unit.identity.uid, gid: unit.identity.gid } : {}),
      })
      child.once('error', (error) =>
        reject(new EngineError('failed', 'The database server could not be started.', error.message)),
      )
      child.once('spawn', () => resolve(child))
      child.unref()
    })
  } finally {
    await log.close()
  }
}

/**
 * Postgres refuses to start while the process named in a stale `postmaster.pid` is alive, even when that is by now
 * some other program. The number is struck out; the rest of the file stays, because Postgres finds by it whether
 * processes of a crashed server still use the data.
 */
async function distrustForeignPid(data: string): Promise<void> {
  const path = join(data, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return
  const pid = Math.abs(Number.parseInt(text, 10))
  if (isAlive(pid)) await writeFile(path, text.replace(/^-?\d+/, `${NOBODYS_PID}`))
}

/**
 * Waits until the server takes connections.
 * @param alive whether its process still runs
 * @param logFrom where in the log this start's lines begin, to quote them when it fails
 * @param patience how long to wait, in ms
 * @throws EngineError `failed` with the server's own words
 */
export async function waitUntilReady(
  unit: Unit,
  pid: number,
  alive: () => boolean | Promise<boolean>,
  logFrom: number,
  patience = LONGEST_START_MS,
): Promise<void> {
  const begun = Date.now()
  for (;;) {
    const file = await readPidFile(unit.data)
    if (file?.pid === pid && file.ready) return
    if (!(await alive())) throw await startFailure(unit, logFrom)
    const waited = Date.now() - begun
    if (waited > patience) {
      throw new EngineError('failed', 'The database server has been starting for ten minutes and is not ready yet.')
    }
    await sleep(waited < 1000 ? 3 : 50)
  }
}

async function startFailure(unit: Unit, logFrom: number): Promise<EngineError> {
  const log = await readFile(unit.log).catch(() => Buffer.alloc(0))
  const words = log.subarray(logFrom).toString('utf8').trim().slice(-2000)
  const message = words.includes('Address already in use')
    ? `Port ${unit.port} is in use by another program, so the database server cannot start.`
    : 'The database server stopped while it was starting.'
  return new EngineError('failed', message, words)
}

/** The length of a server's log, in bytes. */
export async function logLength(unit: Unit): Promise<number> {
  return stat(unit.log).then(
    (info) => info.size,
    () => 0,
  )
}

/** Stops a running server: cleanly, and by force only when it does not come to an end for a minute and a half. */
export async function stopPostmaster(pid: number, data: string): Promise<void> {
  const begun = Date.now()
  let sent: NodeJS.Signals | null = null
  while (await isPostmaster(pid, data)) {
    const waited = Date.now() - begun
    const due =
      waited < PATIENCE_WITH_STOP_MS ? 'SIGINT' : waited < PATIENCE_WITH_STOP_MS + 10_000 ? 'SIGQUIT' : 'SIGKILL'
    if (due !== sent) signal(pid, due)
    sent = due
    await sleep(waited < 1000 ? 3 : 50)
  }
}

/** Ends the server of this data folder when it runs apart. */
export async function stopApart(data: string): Promise<void> {
  const running = await findPostmaster(data)
  if (running?.apart) await stopPostmaster(running.pid, data)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Clears away what a crash left: processes of the dead server that still work on its data, and its pid file.
 * Afterwards the data folder is that of a stopped server, which recovers when it is next started.
 */
export async function clearCrash(unit: Stoppable): Promise<void> {
  for (const pid of await orphans(unit)) signal(pid, 'SIGKILL')
  while ((await orphans(unit)).length > 0) await sleep(5)
  await rm(join(unit.data, 'postmaster.pid'), { force: true })
}

/** The processes that work in this data folder. Every process of a Postgres server does, whatever it is called. */
async function orphans(unit: Stoppable): Promise<number[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-axww', '-o', 'pid=,command='])
    const lines = stdout.split('\n').filter((line) => line.includes(`postgres: ${unit.key}: `))
    return lines.map((line) => Number.parseInt(line, 10))
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const working = await Promise.all(
    pids.map(async (pid) => (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === unit.data),
  )
  return pids.filter((_, index) => working[index]).map(Number)
}
