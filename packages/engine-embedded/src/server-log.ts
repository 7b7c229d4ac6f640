import { copyFile, stat, truncate } from 'node:fs/promises'

/**
 * Keeps a log that a running server appends to below a limit: what is above moves to one older file, `<log>.1`.
 * The server writes through a handle of its own, so the log is copied and emptied in place rather than moved;
 * lines written between the two may be lost.
 * @param limit in bytes
 */
export async function capLog(path: string, limit: number): Promise<void> {
  const size = await stat(path).then(
    (info) => info.size,
    () => 0,
  )
  if (size < limit) return
  // On a full disk there is no room for the older part; emptying the log is then all the more wanted.
  await copyFile(path, `${path}.1`).catch(() => {})
  await truncate(path)
}
