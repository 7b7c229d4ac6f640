import { realpath } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { EngineError } from '@stoa/engine'
import { writeAccessFiles } from './access.ts'
import { isRoot, platformAccount, preparingAccount } from './account.ts'
import { Allocator } from './allocate.ts'
import { installedBuilds } from './binaries.ts'
import { Builds } from './builds.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import { exists, makeFolder, removeAbandoned } from './files.ts'
import { prepareLayout } from './layout.ts'
import { stopApart } from './postmaster.ts'
import { listRefs } from './record.ts'
import { isTraversable } from './traversable.ts'
import { finishReplacements } from './upgrade/replace.ts'
import { removeAbandonedScratches } from './upgrade/scratch.ts'

export type { ControlDatabase } from './control.ts'
export type { EmbeddedEngine } from './embedded-engine.ts'
export { settingsFor } from './settings.ts'
export { isTraversable } from './traversable.ts'

export type EmbeddedEngineOptions = {
  /** Where all servers' data lies, absolute. Made when absent. */
  readonly dataDir: string
  /** First and last TCP port that projects get. Default 5410 to 9999. */
  readonly portRange?: readonly [number, number]
  /** Under root, the account number of the control server; projects get those above it. Default 200000. */
  readonly uidBase?: number
  /** Under root, the existing account that prepares data folders. Default $PG_OS_USER, postgres or nobody. */
  readonly osUser?: string
  /** The address that servers listen on for people. Default 127.0.0.1. */
  readonly host?: string
  /** Where the folders lie that new servers are copied from. Default `templates` in the data folder. */
  readonly templatesDir?: string
  readonly log?: (level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown>) => void
}

/**
 * Opens the engine on a data folder. Starts nothing: servers that already run are adopted by `start`.
 * @throws EngineError `failed` when the folder or the machine cannot be used, with a sentence that says why
 */
export async function createEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const { portRange = [5410, 9999], uidBase = 200_000, host = '127.0.0.1', log = () => {} } = options
  if (!isAbsolute(options.dataDir)) throw new EngineError('failed', 'The data folder has to be an absolute path.')
  const [builds, account] = await Promise.all([installedBuilds(), preparingAccount(options.osUser)])
  if (!(await exists(options.dataDir))) await makeFolder(options.dataDir, 0o711)
  const layout = await prepareLayout(await realpath(options.dataDir), options.templatesDir)
  for (const folder of [layout.dataDir, layout.templates]) {
    if (isRoot && !(await isTraversable(folder))) {
      throw new EngineError(
        'failed',
        `Each database runs under an account of its own, which cannot reach ${folder}. Open the folders on the way for traversal (chmod o+x), or choose another data folder.`,
      )
    }
  }
  await finishReplacements(layout)
  await removeAbandonedScratches(layout)
  // A platform that is gone may have been reading stopped servers.
  for (const ref of await listRefs(layout.projects)) await stopApart(join(layout.projects, ref, 'data'))
  for (const folder of [layout.dataDir, layout.projects]) await removeAbandoned(folder)
  return new EmbeddedEngine({
    layout,
    builds: new Builds(builds, layout, account),
    access: await writeAccessFiles(layout.access, platformAccount()),
    allocator: new Allocator(layout, { portRange, uidBase, host }),
    account,
    host,
    log,
  })
}
