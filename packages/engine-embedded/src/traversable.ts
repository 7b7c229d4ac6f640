import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Whether an account that shares nothing with the owner can reach this path: every folder on the way, and
 * the path itself when it is a folder, has to be open for traversal by others.
 * @param path an absolute path; of one that does not exist yet, the nearest existing parent counts
 */
export async function isTraversable(path: string): Promise<boolean> {
  let at = await nearestExisting(path)
  for (;;) {
    const info = await stat(at)
    if (info.isDirectory() && (info.mode & 0o001) === 0) return false
    const parent = dirname(at)
    if (parent === at) return true
    at = parent
  }
}

async function nearestExisting(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    if (parent === path) return path
    return nearestExisting(parent)
  }
}
