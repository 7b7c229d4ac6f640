import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EngineError } from '@stoa/engine'
import { makeFolder } from './files.ts'

/** A unix socket's path may have 107 bytes on Linux and 103 on macOS. */
const SOCKET_PATH_LIMIT = 103
const LONGEST_SOCKET = `/${'x'.repeat(20)}/.s.PGSQL.99999`

/** Where everything of the engine lies. All paths are absolute. */
export type Layout = {
  readonly dataDir: string
  readonly projects: string
  readonly control: string
  readonly engines: string
  readonly templates: string
  readonly access: string
  /** Holds one folder per server with its unix socket. */
  readonly sockets: string
  readonly allocations: string
}

/** Makes the folders that all servers share and returns their paths. */
export async function prepareLayout(dataDir: string, templatesDir: string | undefined): Promise<Layout> {
  const layout = {
    dataDir,
    projects: join(dataDir, 'projects'),
    control: join(dataDir, 'control'),
    engines: join(dataDir, 'engines'),
    templates: templatesDir ?? join(dataDir, 'templates'),
    access: join(dataDir, 'access'),
    sockets: socketsFolder(dataDir),
    allocations: join(dataDir, 'allocations.json'),
  }
  // Servers run under accounts of their own: these folders let them through and show them nothing.
  for (const folder of [layout.projects, layout.templates, layout.access, layout.sockets]) {
    await mkdir(folder, { recursive: true })
    await requireOwn(folder)
    await makeFolder(folder, 0o711)
  }
  return layout
}

/** The folder for sockets: inside the data folder, or under the system's temporary one when that path is too long. */
export function socketsFolder(dataDir: string): string {
  const inside = join(dataDir, 's')
  if (Buffer.byteLength(inside + LONGEST_SOCKET) <= SOCKET_PATH_LIMIT) return inside
  return join(tmpdir(), `stoa-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)
}

/** Makes sure that a folder which may lie in a shared place is really ours. */
async function requireOwn(folder: string): Promise<void> {
  const info = await lstat(folder)
  if (!info.isDirectory() || info.uid !== process.getuid?.()) {
    throw new EngineError(
      'failed',
      `The folder ${folder} belongs to another account, so databases cannot be kept there.`,
    )
  }
}
