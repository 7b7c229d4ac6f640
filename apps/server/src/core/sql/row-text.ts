const OPEN = '['.charCodeAt(0)
const CLOSE = ']'.charCodeAt(0)
const COMMA = ','.charCodeAt(0)
const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
const SPACE = ' '.charCodeAt(0)
const NULL = Buffer.from('null')

/** What JSON writes for the characters that cannot stand in its strings as they are, by their code. */
const ESCAPES: readonly Buffer[] = Array.from({ length: BACKSLASH + 1 }, (_, code) =>
  Buffer.from(JSON.stringify(String.fromCharCode(code)).slice(1, -1)),
)
/** The most bytes that JSON takes for one: `\u0000`. */
const ESCAPE_MAX = 6
/** Most bytes of a row around its values, for each of them: quotes and a comma, or `null` and a comma. */
const AROUND = 5
/** How much room there is before the rows, in bytes. */
const HEAD_MAX = 64
/** How large the first buffer is, and at least any that comes in its place, in bytes. */
const FIRST = 16 * 1024
const LATER = 68 * 1024
const NOTHING = Buffer.alloc(0)

/**
 * Rows as JSON arrays of strings and nulls, written from the bytes that Postgres sends: a string for every value would
 * cost more than all the rest of what becomes of a row.
 */
export class RowText {
  #bytes = Buffer.allocUnsafe(FIRST)
  /** Where the next row goes. */
  #end = HEAD_MAX
  /** How many rows there are. */
  count = 0

  /** How many bytes they take. */
  get size(): number {
    return this.#end - HEAD_MAX
  }

  /** Adds a row whose values are strings already. */
  add(values: readonly (string | null)[]): void {
    const text = JSON.stringify(values)
    this.#begin(Buffer.byteLength(text))
    this.#end += this.#bytes.write(text, this.#end)
  }

  /**
   * Adds a row as Postgres sends it: how many values there are, and each with its length before it, which is -1 for
   * null. Values are taken for UTF-8.
   * @param from where in the chunk it begins, behind its message's length
   * @param to where it ends
   */
  addSent(chunk: Buffer, from: number, to: number): void {
    const fields = chunk.readUInt16BE(from)
    this.#begin((to - from) * ESCAPE_MAX + fields * AROUND + 2)
    const bytes = this.#bytes
    let end = this.#end
    let at = from + 2
    bytes[end++] = OPEN
    for (let field = 0; field < fields; field++) {
      if (field > 0) bytes[end++] = COMMA
      const length = chunk.readInt32BE(at)
      at += 4
      if (length < 0) {
        end += NULL.copy(bytes, end)
        continue
      }
      bytes[end++] = QUOTE
      const valueEnd = at + length
      while (at < valueEnd) {
        const byte = chunk[at++] as number
        if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) end += (ESCAPES[byte] as Buffer).copy(bytes, end)
        else bytes[end++] = byte
      }
      bytes[end++] = QUOTE
    }
    bytes[end++] = CLOSE
    this.#end = end
  }

  /**
   * Takes all rows out, separated by commas, with something before and behind them. What is given is nobody else's.
   * @param head ASCII of at most 64 characters
   */
  take(head: string, tail: string): Buffer {
    const end = this.#end + Buffer.byteLength(tail)
    if (end > this.#bytes.length) this.#grow(end)
    this.#bytes.write(tail, this.#end)
    this.#bytes.write(head, HEAD_MAX - head.length, 'latin1')
    const taken = this.#bytes.subarray(HEAD_MAX - head.length, end)
    this.#bytes = NOTHING
    this.#end = HEAD_MAX
    this.count = 0
    return taken
  }

  /** Makes room for one more row. @param most bytes that it may take */
  #begin(most: number): void {
    const needed = this.#end + most + 1
    if (needed > this.#bytes.length) this.#grow(Math.max(needed, LATER))
    if (this.count > 0) this.#bytes[this.#end++] = COMMA
    this.count++
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(Math.max(length, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }
}
