import { local } from '../../../parts/browser-store/local.ts'

/** What is typed into the form. */
export type SupportDraft = {
  /** Empty until something is chosen. */
  readonly category: string
  readonly ref: string
  readonly subject: string
  readonly message: string
}

const PREFIX = 'stoa.support.draft'

/**
 * Names the draft of an account. A link that fills the form in advance has a draft of its own, so that it neither
 * meets nor replaces words that belong to something else.
 * @param search the address's part behind the question mark
 */
export const draftKey = (accountId: string, search: string): string => `${PREFIX} ${accountId} ${search}`

/** What was typed before; null when nothing was, or when it cannot be read. */
export function readDraft(key: string): Partial<SupportDraft> | null {
  const found = local.readJson(key)
  if (typeof found !== 'object' || found === null) return null
  const words = Object.entries(found).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(words) as Partial<SupportDraft>
}

/** Keeps what is typed, at once, so that a closed page has lost nothing. @returns false when this browser keeps nothing */
export const keepDraft = (key: string, draft: SupportDraft): boolean => local.storeJson(key, draft)

/** Forgets a draft whose request was sent. */
export const dropDraft = (key: string): void => local.remove(key)
