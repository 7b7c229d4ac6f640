import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Extensions that Postgres keeps for superusers, and that the owner of a project's database may enable all the same.
 * Each was read: its script only declares functions in C, and its code reads no file, starts no program, opens no
 * connection and shows no rows that whoever asks could not read (docs/decisions/0012).
 */
const TRUSTED = ['autoinc', 'bloom', 'insert_username', 'moddatetime', 'pgrowlocks', 'pgstattuple'] as const

/**
 * Marks the extensions of a build that owners of databases may enable, as Postgres's own control files mark others.
 * A build that cannot be written is left as it is: then only superusers enable them, as everywhere.
 * @param native the folder with `bin`, `lib` and `share`
 */
export async function trustExtensions(native: string): Promise<void> {
  for (const name of TRUSTED)
    await trust(join(native, 'share', 'postgresql', 'extension', `${name}.control`)).catch((error: unknown) => {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error
    })
}

async function trust(file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  if (/^\s*trusted\s*=/m.test(text)) return
  // A whole file in the place of the other: servers read it meanwhile, and installed files share their contents.
  const fresh = `${file}.new-${process.pid}`
  try {
    await writeFile(fresh, `${text.trimEnd()}\ntrusted = true\n`)
    await chmod(fresh, 0o644)
    await rename(fresh, file)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}
