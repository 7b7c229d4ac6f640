import { userInfo } from 'node:os'
import { EngineError } from '@stoa/engine'
import { type Identity, run } from './run.ts'

/** Whether the platform may give each server an account of its own. */
export const isRoot = process.getuid?.() === 0

/** The name of the account the platform runs under; the servers let it in as their superuser by the socket. */
export function platformAccount(): string {
  try {
    return userInfo().username
  } catch {
    throw new EngineError(
      'failed',
      `The operating system knows no name for user id ${process.getuid?.()}. Run Stoa under an account that has an entry in /etc/passwd.`,
    )
  }
}

async function idOf(name: string): Promise<Identity> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  if (uid.code !== 0 || gid.code !== 0) return null
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/**
 * The account that prepares data folders when the platform is root, because Postgres refuses root and its
 * tools want an account with a name. `null` when the platform is not root: then it is the platform's own.
 * @param wanted an account's name; otherwise $PG_OS_USER, postgres or nobody, whichever exists first
 * @throws EngineError `failed` when there is none
 */
export async function preparingAccount(wanted?: string): Promise<Identity> {
  if (!isRoot) return null
  const names = wanted ? [wanted] : [process.env.PG_OS_USER, 'postgres', 'nobody'].filter((name) => name !== undefined)
  for (const name of names) {
    const found = await idOf(name)
    if (found && found.uid !== 0) return found
  }
  throw new EngineError(
    'failed',
    `Postgres does not run as root, and none of these accounts exists: ${names.join(', ')}. Set PG_OS_USER to an existing one.`,
  )
}
