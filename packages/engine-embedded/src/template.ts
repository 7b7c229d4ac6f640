import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '@stoa/engine'
import { ADMIN } from './access.ts'
import type { Build, Programs } from './binaries.ts'
import { copyFolder, exists, flush, giveTo, removeAbandoned, removeFolder, unique } from './files.ts'
import { type Identity, run } from './run.ts'
import { runStandalone } from './standalone.ts'

const INITDB = [
  ...['-U', ADMIN, '-A', 'reject', '-E', 'UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'],
  // Small segments keep an empty project at 31 MB.
  ...['--wal-segsize=4', '--no-sync', '--no-instructions'],
]

export type TemplateKind = 'bare' | 'project'

/**
 * The data folder that new servers of this build are copied from, made at first need.
 * `bare` is what initdb makes; `project` also holds what every project starts with.
 * Processes that make the same one at once each make their own; the first to finish is kept.
 */
export async function ensureTemplate(
  kind: TemplateKind,
  build: Build,
  programs: Programs,
  templates: string,
  account: Identity,
): Promise<string> {
  const bootstrap = await readFile(new URL('./bootstrap.sql', import.meta.url), 'utf8')
  const content = createHash('sha256')
    .update(INITDB.join(' '))
    .update(kind === 'project' ? bootstrap : '')
  const name = `${kind}-${build.packageVersion}-${content.digest('hex').slice(0, 12)}`
  const template = join(templates, name)
  if (await exists(template)) return template

  await removeAbandoned(templates)
  const fresh = join(templates, `${name}.new-${unique()}`)
  await mkdir(fresh, { mode: 0o700 })
  try {
    if (kind === 'bare') {
      await giveTo(fresh, account)
      await initialise(programs, fresh, account)
    } else {
      await copyFolder(await ensureTemplate('bare', build, programs, templates, account), fresh)
      await giveTo(fresh, account)
      await runStandalone(programs.postgres, fresh, account, bootstrap)
    }
    // From here on it is the platform's alone to read and change.
    if (account) await giveTo(fresh, { uid: 0, gid: 0 })
    await chmod(fresh, 0o700)
    await flush(fresh)
    await rename(fresh, template)
  } catch (error) {
    await removeFolder(fresh)
    if (!(await exists(template))) throw error
  }
  return template
}

async function initialise(programs: Programs, data: string, account: Identity): Promise<void> {
  const { code, stderr } = await run(programs.initdb, ['-D', data, ...INITDB], { as: account })
  if (code !== 0) throw new EngineError('failed', 'Postgres could not make its first data folder.', stderr.trim())
}
