/** What is typed into the form. */
export type SupportDraft = {
  /** Empty until something is chosen. */
  readonly category: string
  readonly ref: string
  readonly subject: string
  readonly message: string
}

/** Where drafts are kept: anything that takes a text at once, so that a closed page has lost nothing. */
type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const PREFIX = 'stoa.support.draft'

/**
 * Names the draft of an account. A link that fills the form in advance has a draft of its own, so that it neither
 * meets nor replaces words that belong to something else.
 * @param search the address's part behind the question mark
 */
export const draftKey = (accountId: string, search: string): string => `${PREFIX} ${accountId} ${search}`

/** What was typed before; null when nothing was, or when it cannot be read. */
export function readDraft(shelf: Shelf, key: string): Partial<SupportDraft> | null {
  try {
    const text = shelf.getItem(key)
    const found: unknown = text === null ? null : JSON.parse(text)
    if (typeof found !== 'object' || found === null) return null
    const words = Object.entries(found).filter(([, value]) => typeof value === 'string')
    return Object.fromEntries(words) as Partial<SupportDraft>
  } catch {
    return null
  }
}

/** Keeps what is typed. @returns false when this browser keeps nothing */
export function keepDraft(shelf: Shelf, key: string, draft: SupportDraft): boolean {
  try {
    shelf.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

/** Forgets a draft whose request was sent. */
export function dropDraft(shelf: Shelf, key: string): void {
  try {
    shelf.removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
