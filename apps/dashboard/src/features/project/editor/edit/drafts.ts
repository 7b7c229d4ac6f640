import { browserStore, STORE } from '../../../../parts/browser-store/browser-store.ts'
import type { Staged } from './staged.ts'

const open = browserStore<Staged>('stoa-staged-rows')

/** The key of one person's staged changes of one table. */
export const stagedKey = (account: string, ref: string, schema: string, table: string): string =>
  JSON.stringify([account, ref, schema, table])

/** What was staged and not saved when the page was left; null when nothing was, or the browser keeps nothing. */
export async function readStaged(key: string): Promise<Staged | null> {
  try {
    return (await (await open()).get(STORE, key)) ?? null
  } catch {
    return null
  }
}

/** The tables of a project with changes of one person that are not saved, as `[schema, table]`. */
export async function stagedTables(account: string, ref: string): Promise<[schema: string, table: string][]> {
  try {
    const keys = (await (await open()).getAllKeys(STORE)).map((key) => JSON.parse(String(key)) as string[])
    return keys.flatMap(([of, project, schema = '', table = '']) =>
      of === account && project === ref ? [[schema, table] as [string, string]] : [],
    )
  } catch {
    return []
  }
}

/** Keeps what is staged over a reload; without rows it is forgotten. */
export async function keepStaged(key: string, staged: Staged): Promise<void> {
  try {
    const db = await open()
    if (staged.rows.length === 0) await db.delete(STORE, key)
    else {
      const kept = db.transaction(STORE, 'readwrite')
      // Steps of undo would double everything that is kept.
      const put = kept.store.put({ ...staged, past: [], future: [] }, key)
      // Told to end by itself, it needs no page any more that may be on its way out.
      kept.commit()
      await Promise.all([put, kept.done])
    }
  } catch {
    // A browser that keeps nothing still edits.
  }
}
