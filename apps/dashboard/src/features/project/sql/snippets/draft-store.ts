import { browserStore, STORE } from '../../../../parts/browser-store/browser-store.ts'
import { local } from '../../../../parts/browser-store/local.ts'

/** What this browser knows of a document. */
export type Draft = {
  readonly sql: string
  /** The version of the server's that the text was made from; 0 when the server has none. */
  readonly version: number
  /** Whether the server does not have this text yet. */
  readonly dirty: boolean
  /** A text that was sent and whose answer never came: the server may have it as a later version. */
  readonly sent: string | null
  readonly name: string
  /** When it was written, in ms since 1970. */
  readonly at: number
}

/** Most texts that are kept only so that they are there at once. */
const MAX_CLEAN = 100

const open = browserStore<Draft>('stoa-sql-documents')

const draftKey = (account: string, ref: string, id: string): string => `${account} ${ref} ${id}`

// ── A draft is first put into a place that takes it at once, and leaves it when it is stored. ──

/** Longer texts, in characters, are put there only when the page is left: at every key it would take too long. */
const MAX_HELD = 20_000

/** What this page has put there. */
const held = new Map<string, Draft>()

const rescueKey = (key: string) => `stoa.sql.unstored ${key}`

const rescued = (key: string): Draft | null => local.readJson(rescueKey(key)) as Draft | null

function forgetRescued(key: string): void {
  held.delete(key)
  local.remove(rescueKey(key))
}

/** Takes a draft at once, for a page that goes. */
export function rescueDraft(account: string, ref: string, id: string, draft: Draft): void {
  const key = draftKey(account, ref, id)
  held.set(key, draft)
  // Refused or full: one from before the last change must not stand for it.
  if (!local.storeJson(rescueKey(key), draft)) forgetRescued(key)
}

/** Takes a draft that is about to be stored, so that it is there even if the page dies in the next moment. */
export function holdDraft(account: string, ref: string, id: string, draft: Draft): void {
  const key = draftKey(account, ref, id)
  // The page's first editor may have been typed into before its document was made.
  if (early !== null && early !== 'over' && early.key === key) early.found = draft
  if (draft.sql.length + (draft.sent?.length ?? 0) <= MAX_HELD) rescueDraft(account, ref, id, draft)
  else if (held.has(key)) forgetRescued(key)
}

/** What is stored of a document; null when nothing is, or when the browser refuses. */
export async function readDraft(account: string, ref: string, id: string): Promise<Draft | null> {
  const key = draftKey(account, ref, id)
  const found = rescued(key)
  try {
    const db = await open()
    if (found === null) return (await db.get(STORE, key)) ?? null
    const { store, done } = db.transaction(STORE, 'readwrite')
    const stored = await store.get(key)
    // Another page may have stored a later one meanwhile.
    const isLate = stored !== undefined && stored.at > found.at
    if (!isLate) await store.put(found, key)
    await done
    const now = rescued(key)
    if (now?.sql === found.sql && now.at === found.at) forgetRescued(key)
    return isLate ? stored : found
  } catch {
    // What was rescued is better than nothing.
  }
  return found
}

/**
 * Stores a draft. Fails when the browser refuses. Its transaction is committed together with what it holds and not
 * only after an answer, so that little is needed of a page that may die. Drafts are stored in the order of the calls.
 */
export async function writeDraft(account: string, ref: string, id: string, draft: Draft): Promise<void> {
  const key = draftKey(account, ref, id)
  const transaction = (await open()).transaction(STORE, 'readwrite', { durability: 'relaxed' })
  const putting = transaction.store.put(draft, key)
  transaction.commit()
  await Promise.all([putting, transaction.done])
  if (held.get(key) === draft) forgetRescued(key)
}

/** Removes what is stored of a document. */
export async function removeDraft(account: string, ref: string, id: string): Promise<void> {
  const key = draftKey(account, ref, id)
  forgetRescued(key)
  await (await open()).delete(STORE, key).catch(() => {})
}

/**
 * The documents of a project with text that the server does not have, as after a tab was killed. Old texts that the
 * server has are let go.
 */
export async function unsavedDrafts(account: string, ref: string): Promise<string[]> {
  try {
    const db = await open()
    const start = draftKey(account, ref, '')
    const range = IDBKeyRange.bound(start, `${start}\uffff`)
    const [keys, drafts] = await Promise.all([db.getAllKeys(STORE, range), db.getAll(STORE, range)])
    const found = keys.map((key, i) => ({ key, draft: drafts[i] }))
    const clean = found.filter(({ draft }) => draft?.dirty === false).sort((a, b) => at(b.draft) - at(a.draft))
    for (const { key } of clean.slice(MAX_CLEAN)) void db.delete(STORE, key).catch(() => {})
    const waiting = Object.keys(localStorage)
      .filter((key) => key.startsWith(rescueKey(start)))
      .map((key) => key.slice(rescueKey(start).length))
    const dirty = found.filter(({ draft }) => draft?.dirty).map(({ key }) => key.slice(start.length))
    return [...new Set([...waiting, ...dirty])]
  } catch {
    return []
  }
}

const at = (draft: Draft | undefined): number => draft?.at ?? 0

// ── The first picture ──

/** How long a page waits for a text at most, in ms, before it is drawn without it. */
const EARLY_MAX_MS = 1_000

type Early = { readonly key: string; readonly reading: Promise<Draft | null>; found?: Draft | null }

// Only for the first editor of a page: later ones may follow changes that a text read in advance does not know.
let early: Early | 'over' | null = null

/**
 * Reads a text before the first editor of the page is drawn, so that it can be part of its first picture.
 * @returns what is stored of the document; null when nothing is, when it takes too long, and when there was an editor
 *   already. Asked again for the same document, the same.
 */
export async function readDraftEarly(account: string, ref: string, id: string): Promise<Draft | null> {
  if (early === 'over') return null
  const key = draftKey(account, ref, id)
  if (early?.key !== key) {
    const next: Early = { key, reading: readDraft(account, ref, id) }
    void next.reading.then((draft) => {
      next.found ??= draft
    })
    early = next
  }
  const { reading } = early
  return await Promise.race([reading, new Promise<null>((resolve) => setTimeout(resolve, EARLY_MAX_MS, null))])
}

/** What was read of a document in advance; undefined when it was not. Only the first editor of the page gets it. */
export function takeEarly(account: string, ref: string, id: string): Draft | null | undefined {
  const read = early
  early = 'over'
  return read !== null && read !== 'over' && read.key === draftKey(account, ref, id) ? read.found : undefined
}
