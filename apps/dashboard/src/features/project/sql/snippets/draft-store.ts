import { type IDBPDatabase, openDB } from 'idb'

const STORE = 'drafts'

type Drafts = { [STORE]: { key: string; value: string } }

/** A text that is being read, and the text as soon as it is there. */
export type DraftReading = { readonly key: string; readonly reading: Promise<string>; text: string | null }

let database: Promise<IDBPDatabase<Drafts>> | null = null

function open(): Promise<IDBPDatabase<Drafts>> {
  database ??= openDB<Drafts>('stoa-sql', 1, {
    upgrade(db) {
      db.createObjectStore(STORE)
    },
    terminated() {
      database = null
    },
  }).catch((error: unknown) => {
    database = null
    throw error
  })
  return database
}

/** What names the text of an account's editor for a project. */
export const draftKey = (accountId: string, ref: string): string => `${accountId} ${ref}`

/** What is stored; empty when nothing is, or when the browser refuses. */
export const readDraft = async (key: string): Promise<string> => {
  try {
    return (await (await open()).get(STORE, key)) ?? ''
  } catch {
    return ''
  }
}

/** Stores a text. Fails when the browser refuses. */
export const writeDraft = async (key: string, text: string): Promise<void> => {
  await (await open()).put(STORE, text, key)
}

/** How long a page waits for a text at most, in ms, before it is drawn without it. */
const EARLY_MAX_MS = 500

// Only for the first editor of a page: later ones may follow changes that a text read in advance does not know.
let early: DraftReading | 'over' | null = null

function begin(key: string): DraftReading {
  const begun: DraftReading = {
    key,
    text: null,
    reading: readDraft(key).then((text) => {
      begun.text = text
      return text
    }),
  }
  return begun
}

/**
 * Begins to read a text before the first editor of the page is drawn, so that it can be part of its first picture.
 * @returns when it was read; at once when there was an editor already
 */
export async function readDraftEarly(key: string): Promise<void> {
  if (early === 'over') return
  if (early?.key !== key) early = begin(key)
  await Promise.race([early.reading, new Promise((resolve) => setTimeout(resolve, EARLY_MAX_MS))])
}

/** The reading of a text, which is the early one for the first editor of the page. */
export function beginDraft(key: string): DraftReading {
  const begun = early
  early = 'over'
  return begun !== null && begun !== 'over' && begun.key === key ? begun : begin(key)
}
