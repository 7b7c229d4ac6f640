import { type AnswerPiece, LiveAnswer } from './live-answer.ts'

/** How many answers one person can have on their way at a time. */
const AT_ONCE = 4
/** How many calls of a model one person makes in a minute: a page that completes while somebody types asks often. */
const PER_MINUTE = 120
const MINUTE_MS = 60_000
/** How long a platform that stops waits for its answers to be kept. */
const CLOSE_MS = 2_000

/** An answer that is on its way. */
export type OpenAnswer = {
  readonly signal: AbortSignal
  /** Gives a piece of it to the pages that follow it besides the one that asked. */
  readonly tell: (piece: AnswerPiece) => void
  readonly end: () => void
}

/** An answer in a chat: what stops it, and what was said of it. */
type ChatAnswer = { readonly controller: AbortController; readonly live: LiveAnswer }

/**
 * The answers that are on their way, which belong to the server and not to the page that asked. Gone with the
 * process, as they then are.
 */
export class Answers {
  readonly #chats = new Map<string, ChatAnswer>()
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
    const live = new LiveAnswer()
    if (chatId !== null) this.#chats.set(chatId, { controller, live })
    const end = () => {
      if (!this.#all.delete(controller)) return
      live.end()
      if (chatId !== null) this.#chats.delete(chatId)
      const left = (this.#open.get(accountId) ?? 1) - 1
      if (left > 0) this.#open.set(accountId, left)
      else this.#open.delete(accountId)
      resolve()
    }
    // Nobody can follow an answer that belongs to no chat.
    const tell = (piece: AnswerPiece) => (chatId === null ? undefined : live.tell(piece))
    return { signal: controller.signal, tell, end }
  }

  /** Whether an answer is on its way in a chat. */
  isAnswering(chatId: string): boolean {
    return this.#chats.has(chatId)
  }

  /** The answer that is on its way in a chat, from its beginning on; null when there is none. */
  follow(chatId: string): ReadableStream<AnswerPiece> | null {
    return this.#chats.get(chatId)?.live.follow() ?? null
  }

  /** Stops the answer of a chat; nothing happens when there is none. */
  stop(chatId: string): void {
    this.#chats.get(chatId)?.controller.abort()
  }

  /** Stops everything, and waits a little for what came of it to be kept. */
  async close(): Promise<void> {
    for (const controller of this.#all.keys()) controller.abort()
    const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref())
    await Promise.race([Promise.all(this.#all.values()), late])
  }
}
