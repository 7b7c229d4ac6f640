/** How many answers one person can have on their way at a time. */
const AT_ONCE = 4
/** How many calls of a model one person makes in a minute: a page that completes while somebody types asks often. */
const PER_MINUTE = 120
const MINUTE_MS = 60_000
/** How long a platform that stops waits for its answers to be kept. */
const CLOSE_MS = 2_000

/** An answer that is on its way. */
export type OpenAnswer = { readonly signal: AbortSignal; readonly end: () => void }

/**
 * The answers that are on their way, which belong to the server and not to the page that asked. Gone with the
 * process, as they then are.
 */
export class Answers {
  readonly #chats = new Map<string, AbortController>()
  readonly #open = new Map<string, number>()
  readonly #calls = new Map<string, { since: number; count: number }>()
  readonly #all = new Map<AbortController, Promise<void>>()

  /** Counts a call of a model. @returns false when the person has made too many */
  allow(accountId: string, now = Date.now()): boolean {
    for (const [id, { since }] of this.#calls) {
      // In the order of their first call: what comes later is younger.
      if (now - since < MINUTE_MS) break
      this.#calls.delete(id)
    }
    const known = this.#calls.get(accountId)
    if (!known) this.#calls.set(accountId, { since: now, count: 1 })
    else known.count++
    return (known?.count ?? 1) <= PER_MINUTE
  }

  /**
   * Begins an answer.
   * @param chatId null for one that is kept nowhere
   * @returns `busy` when one is on its way in this chat, `many` when the person has too many
   */
  begin(accountId: string, chatId: string | null): OpenAnswer | 'busy' | 'many' {
    if (chatId !== null && this.#chats.has(chatId)) return 'busy'
    const open = this.#open.get(accountId) ?? 0
    if (open >= AT_ONCE) return 'many'
    const controller = new AbortController()
    this.#open.set(accountId, open + 1)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#all.set(controller, promise)
    if (chatId !== null) this.#chats.set(chatId, controller)
    const end = () => {
      if (!this.#all.delete(controller)) return
      if (chatId !== null) this.#chats.delete(chatId)
      const left = (this.#open.get(accountId) ?? 1) - 1
      if (left > 0) this.#open.set(accountId, left)
      else this.#open.delete(accountId)
      resolve()
    }
    return { signal: controller.signal, end }
  }

  /** Whether an answer is on its way in a chat. */
  isAnswering(chatId: string): boolean {
    return this.#chats.has(chatId)
  }

  /** Stops the answer of a chat; nothing happens when there is none. */
  stop(chatId: string): void {
    this.#chats.get(chatId)?.abort()
  }

  /** Stops everything, and waits a little for what came of it to be kept. */
  async close(): Promise<void> {
    for (const controller of this.#all.keys()) controller.abort()
    const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref())
    await Promise.race([Promise.all(this.#all.values()), late])
  }
}
