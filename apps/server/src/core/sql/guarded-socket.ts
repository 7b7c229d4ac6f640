import { Socket } from 'node:net'

// Threads load this file by its address: it imports nothing else.

/** Most bytes that a server may send as one message, which a row is: it is held as a whole, and several times over. */
const MESSAGE_MAX = 128 * 1024 * 1024
/** A message begins with its kind, and with its length without that. */
const HEAD = 5
/** What COPY sends is passed on as it is. */
const COPY_DATA = 'd'.charCodeAt(0)
const DATA_ROW = 'D'.charCodeAt(0)

const NOTHING = Buffer.alloc(0)

/**
 * Where all of these sockets read to, one after another. Node makes a buffer of 64 KB for each read otherwise, and most
 * answers are a few hundred bytes.
 */
const READ = Buffer.allocUnsafeSlow(64 * 1024)

type Take = (chunk: Buffer, from: number, to: number) => void

/** A row that is larger than can be held, in a sentence. */
export class RowTooLarge extends Error {}

/**
 * The socket of a connection to a project's server. The driver reads what comes where it comes, outside of whatever
 * asked for it: a row that makes no string, or something that cannot be read, would end the whole platform. Here it
 * ends its own connection, and so the query that it is for.
 */
export class GuardedSocket extends Socket {
  /**
   * Takes rows in place of the driver, in their order among its messages: the bytes of each lie in a chunk from and to
   * these places, for the time of the call. Rows that come in pieces go to the driver nevertheless.
   */
  onRow: Take | null = null
  /** Takes what COPY sends in the same way: a message is a row of it. */
  onCopyData: Take | null = null
  readonly #tooLarge: string
  /** Bytes of the message under way that are still to come. */
  #left = 0
  /** The beginning of a message of which less than its length has come. */
  #head: Buffer = NOTHING

  /** @param tooLarge the sentence for a row that is larger than can be held */
  constructor(tooLarge: string) {
    super({
      onread: {
        buffer: READ,
        callback: (size) => this.emit('data', READ.subarray(0, size)),
      },
    })
    this.#tooLarge = tooLarge
  }

  override emit(event: string | symbol, ...given: unknown[]): boolean {
    const [chunk] = given
    if (event !== 'data' || !Buffer.isBuffer(chunk)) return super.emit(event, ...given)
    try {
      const end = this.#follow(chunk)
      if (end < chunk.length) throw new RowTooLarge(this.#tooLarge)
    } catch (error) {
      // What has no place in a string is told by a RangeError.
      this.destroy(error instanceof RangeError ? new RowTooLarge(this.#tooLarge) : (error as Error))
    }
    return true
  }

  /**
   * Follows the messages, of which a chunk holds many, or a part of one, and gives them to whom they are for. What comes
   * before a row that is too large is given.
   * @returns where one begins that is too large; the length of the chunk when none does
   */
  #follow(chunk: Buffer): number {
    let at = 0
    /** Where that begins which has not been given yet. */
    let begun = 0
    while (at < chunk.length) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at)
        this.#left -= taken
        at += taken
        continue
      }
      const missing = HEAD - this.#head.length
      const isWhole = missing === HEAD && chunk.length - at >= HEAD
      if (!isWhole) this.#head = Buffer.concat([this.#head, chunk.subarray(at, at + missing)])
      if (!isWhole && this.#head.length < HEAD) break
      const [head, from] = isWhole ? [chunk, at] : [this.#head, 0]
      const length = head.readUInt32BE(from + 1)
      if (length > MESSAGE_MAX && head[from] !== COPY_DATA) {
        this.#give(chunk, begun, at)
        return at
      }
      const end = at + 1 + length
      if (isWhole && end <= chunk.length && this.#takerOf(chunk[at]) !== null) {
        this.#give(chunk, begun, at)
        // What was given before may have been the end of what rows were waited for.
        this.#takerOf(chunk[at])?.(chunk, at + HEAD, end)
        begun = at = end
        continue
      }
      this.#left = length - (HEAD - 1)
      if (!isWhole) this.#head = NOTHING
      at += missing
    }
    this.#give(chunk, begun, chunk.length)
    return chunk.length
  }

  /** Who takes messages of a kind in place of the driver. */
  #takerOf(kind: number | undefined): Take | null {
    if (kind === DATA_ROW) return this.onRow
    return kind === COPY_DATA ? this.onCopyData : null
  }

  /** Gives a part of a chunk to the driver, who may keep it. */
  #give(chunk: Buffer, from: number, to: number): void {
    if (to <= from) return
    const part = chunk.subarray(from, to)
    super.emit('data', chunk.buffer === READ.buffer ? Buffer.from(part) : part)
  }
}
