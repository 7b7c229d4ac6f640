import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Raised when what lies in the data folder changes its form in a way that older versions would damage. */
const FORMAT = 1

/** A data folder that cannot be used. The message is for the person who starts Stoa. */
export class DataFolderError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DataFolderError'
  }
}

export type DataFolder = {
  readonly path: string
  /** Lets another Stoa use the folder. */
  release(): Promise<void>
}

/** Whether a process is alive, and is what it was when it noted its start time. */
async function alive(pid: number, started: string | null): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = await startTime(pid)
  return started === null || now === null || now === started
}

/** When a process was started, in the kernel's own ticks; null where that cannot be read. */
async function startTime(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

/**
 * Opens the data folder for this process alone, making it when it is absent.
 * @throws DataFolderError when it cannot be written, is of a newer version or in use
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const explain = (error: unknown) => {
    const code = (error as NodeJS.ErrnoException).code
    const why =
      code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
        ? 'is not writable'
        : code === 'ENOSPC'
          ? 'is on a full disk'
          : code === 'ENOTDIR' || code === 'EEXIST'
            ? 'is not a folder'
            : // Folders that the system makes out of nothing, such as /proc, take no others.
              code === 'ENOENT'
              ? 'cannot be made there'
              : `cannot be used (${code ?? String(error)})`
    return new DataFolderError(`The data folder ${path} ${why}. Set STOA_DATA_DIR to a folder that Stoa may write to`)
  }
  try {
    await makeFolder(path)
    if (!(await stat(path)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    const probe = join(path, `.probe-${randomBytes(4).toString('hex')}`)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw explain(error)
  }
  await checkFormat(path)
  const lock = await takeLock(path)
  return { path, release: () => rm(lock, { force: true }) }
}

/**
 * Makes a folder and those above it. Node's own way of doing that never ends in a place that takes no folders and says
 * only that there is none, such as below /proc.
 */
async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o711 })
  try {
    await make()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make()
  }
}

async function checkFormat(path: string): Promise<void> {
  const file = join(path, 'version.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) {
    // Renamed into place, so that a crash leaves a whole file or none.
    const draft = `${file}.${randomBytes(4).toString('hex')}`
    await writeFile(draft, `${JSON.stringify({ format: FORMAT })}\n`)
    await rename(draft, file)
    return
  }
  let format: unknown
  try {
    format = (JSON.parse(text) as { format?: unknown }).format
  } catch {
    format = undefined
  }
  if (typeof format !== 'number')
    throw new DataFolderError(
      `${file} does not say which version wrote the data folder. Put the file back from a copy, or choose another folder with STOA_DATA_DIR`,
    )
  if (format > FORMAT)
    throw new DataFolderError(
      `The data folder ${path} was written by a newer version of Stoa. Start that version, or choose another folder with STOA_DATA_DIR`,
    )
}

async function takeLock(path: string): Promise<string> {
  const file = join(path, 'stoa.pid')
  const mine = `${process.pid} ${(await startTime(process.pid)) ?? ''}\n`
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(file, mine, { flag: 'wx' })
      return file
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const [pid = '', started = ''] = (await readFile(file, 'utf8').catch(() => '')).trim().split(' ')
    if (pid !== '' && Number(pid) !== process.pid && (await alive(Number(pid), started || null)))
      throw new DataFolderError(`Stoa is already running on ${path} (process ${pid})`)
    await rm(file, { force: true })
  }
  throw new DataFolderError(`Another Stoa is starting on ${path}`)
}
