// Small things that this browser keeps by key. It may refuse to keep anything, or be full: what was to be kept then
// holds for as long as the page does, which is for the caller to see to, and nothing fails.

/** What was kept under a key; null where nothing was, or the browser refuses. */
function readFrom(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

const guarded = (storage: () => Storage) => ({
  read: (key: string): string | null => readFrom(storage, key),
  /** What was kept as JSON; null where nothing was that can be read. */
  readJson(key: string): unknown {
    try {
      return JSON.parse(readFrom(storage, key) ?? 'null')
    } catch {
      return null
    }
  },
  /** Keeps a text. @returns false when the browser refuses */
  store(key: string, text: string): boolean {
    try {
      storage().setItem(key, text)
      return true
    } catch {
      return false
    }
  },
  /** Keeps a value as JSON. @returns false when the browser refuses */
  storeJson(key: string, value: unknown): boolean {
    return this.store(key, JSON.stringify(value))
  },
  remove(key: string): void {
    try {
      storage().removeItem(key)
    } catch {
      // Refused, so there is none.
    }
  },
})

/** Kept for all pages of this browser, and after it was closed. */
export const local = guarded(() => localStorage)

/** Kept for one tab of the browser. */
export const session = guarded(() => sessionStorage)
