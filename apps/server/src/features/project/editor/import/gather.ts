/** Spans shorter than this are copied byte by byte, which a call costs more than. */
const SHORT = 32
/** Room that is taken first, in bytes. */
const FIRST = 64 * 1024

/**
 * Puts together what is sent of some bytes. Stretches that lie behind one another are one, and what is one stretch in
 * all is handed on without having been copied.
 */
export class Gather {
  readonly #bytes: Buffer
  #out: Buffer = Buffer.alloc(0)
  #used = 0
  #from = 0
  #to = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Bytes that were put in since the last were taken. */
  get size(): number {
    return this.#used + this.#to - this.#from
  }

  /** Puts in a stretch of the bytes. */
  put(from: number, to: number): void {
    if (from !== this.#to) {
      this.#copy()
      this.#from = from
    }
    this.#to = to
  }

  /** Puts in something else. */
  add(other: Buffer): void {
    this.#copy()
    this.#from = this.#to
    this.#reserve(other.length)
    other.copy(this.#out, this.#used)
    this.#used += other.length
  }

  /** Puts in one other byte. */
  sign(byte: number): void {
    this.#copy()
    this.#from = this.#to
    this.#reserve(1)
    this.#out[this.#used++] = byte
  }

  /** What was put in so far; the next begins anew. */
  take(): Buffer {
    if (this.#used === 0) {
      const stretch = this.#bytes.subarray(this.#from, this.#to)
      this.#from = this.#to
      return stretch
    }
    this.#copy()
    this.#from = this.#to
    const taken = this.#out.subarray(0, this.#used)
    this.#out = Buffer.alloc(0)
    this.#used = 0
    return taken
  }

  #copy(): void {
    const [from, to] = [this.#from, this.#to]
    const length = to - from
    if (length === 0) return
    this.#reserve(length)
    if (length < SHORT) for (let at = from; at < to; at++) this.#out[this.#used++] = this.#bytes[at] as number
    else {
      this.#bytes.copy(this.#out, this.#used, from, to)
      this.#used += length
    }
  }

  #reserve(length: number): void {
    const needed = this.#used + length
    if (needed <= this.#out.length) return
    const more = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#out.length, FIRST))
    this.#out.copy(more, 0, 0, this.#used)
    this.#out = more
  }
}
