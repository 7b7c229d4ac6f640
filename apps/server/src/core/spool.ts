import { type FileHandle, open, rm } from 'node:fs/promises'

/** How much of what came last stays in memory, in bytes: most of what is ever kept needs no file. */
const WINDOW = 512 * 1024
/** How far memory may be ahead of the disk or of the slowest reader before the source has to wait, in bytes. */
const AHEAD = 1024 * 1024
/** How much a reader takes at once, in bytes. */
const PIECE = 256 * 1024
/** Up to which size pieces are put together for a reader, in bytes. */
const SMALL = 48 * 1024

export type SpoolOptions = {
  /** Where what does not fit into memory goes; null keeps nothing but what its readers have not taken yet. */
  readonly path: string | null
  /** Most bytes in the file. */
  readonly max: number
  /** Called when something could not be kept: the file is full, or the disk is. */
  readonly onLost: () => void
}

/**
 * Bytes that are written once, while they are read any number of times from the beginning: what a run gives, for the
 * page that began it and for the one that was loaded after it. What came last is in memory and what came before in a
 * file, so that the size of what is kept costs no memory.
 */
export class Spool {
  readonly #options: SpoolOptions
  /** What is not in the file, in order. */
  #window: Buffer[] = []
  /** Where the window begins, which is how much the file holds. */
  #windowStart = 0
  #total = 0
  #ended = false
  #removed = false
  #file: Promise<FileHandle> | null = null
  #writing = false
  #keeps: boolean
  readonly #readers = new Set<Reader>()
  #wakes: (() => void)[] = []
  #drained: (() => void) | null = null

  constructor(options: SpoolOptions) {
    this.#options = options
    this.#keeps = options.path !== null
  }

  /** Whether it can still be read from its beginning. */
  get isWhole(): boolean {
    return this.#keeps
  }
  get hasReaders(): boolean {
    return this.#readers.size > 0
  }
  /** How many bytes were written. */
  get size(): number {
    return this.#total
  }
  /** How many bytes of the disk it takes. */
  get sizeOnDisk(): number {
    return this.#file === null ? 0 : this.#windowStart
  }

  /**
   * Writes more.
   * @returns true when the source should wait until `onDrained`
   */
  append(data: Buffer): boolean {
    this.#window.push(data)
    this.#total += data.length
    this.#wake()
    this.#trim()
    return this.#total - this.#windowStart > AHEAD
  }

  /** Says when the source may go on. */
  onDrained(listener: () => void): void {
    this.#drained = listener
    this.#tellDrained()
  }

  /** Nothing more is written. */
  end(): void {
    this.#ended = true
    this.#wake()
    this.#removeIfDone()
  }

  /**
   * Everything from the beginning, also what is yet to come.
   * @param onLeft called when the reader goes before the end
   */
  read(onLeft: () => void): ReadableStream<Uint8Array> {
    const reader: Reader = { at: 0 }
    this.#readers.add(reader)
    const leave = () => {
      this.#readers.delete(reader)
      this.#trim()
      this.#removeIfDone()
    }
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const piece = await this.#next(reader)
          if (piece === null) {
            leave()
            controller.close()
            return
          }
          controller.enqueue(piece)
          this.#trim()
        },
        cancel: () => {
          if (!this.#readers.has(reader)) return
          leave()
          onLeft()
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: PIECE }),
    )
  }

  /** Lets go of everything. Readers are at their end. */
  async remove(): Promise<void> {
    this.#removed = true
    this.#ended = true
    this.#keeps = false
    const { path } = this.#options
    const file = this.#file
    this.#file = null
    this.#window = []
    this.#windowStart = this.#total
    this.#wake()
    await (await file?.catch(() => null))?.close().catch(() => {})
    if (path !== null && file !== null) await rm(path, { force: true })
  }

  /** What nobody can read from its beginning goes with the last one who reads it. */
  #removeIfDone(): void {
    if (this.#ended && !this.#keeps && !this.#removed && this.#readers.size === 0) void this.remove()
  }

  /** The next piece for a reader; null at the end. */
  async #next(reader: Reader): Promise<Uint8Array | null> {
    for (;;) {
      if (reader.at < this.#windowStart) {
        const piece = await this.#fromFile(reader.at)
        if (piece === null) return null
        reader.at += piece.length
        return piece
      }
      if (reader.at < this.#total) {
        const piece = this.#fromWindow(reader.at)
        reader.at += piece.length
        return piece
      }
      if (this.#ended) return null
      await new Promise<void>((resolve) => this.#wakes.push(resolve))
    }
  }

  async #fromFile(at: number): Promise<Uint8Array | null> {
    const handle = await this.#file?.catch(() => null)
    if (!handle) return null
    const piece = Buffer.allocUnsafe(Math.min(PIECE, this.#windowStart - at))
    const { bytesRead } = await handle.read(piece, 0, piece.length, at).catch(() => ({ bytesRead: 0 }))
    return bytesRead === 0 ? null : piece.subarray(0, bytesRead)
  }

  /** What comes next, from one place on. Small pieces are given as one; large ones as they are, which takes no copy. */
  #fromWindow(at: number): Uint8Array {
    const pieces: Buffer[] = []
    let [start, size] = [this.#windowStart, 0]
    for (const data of this.#window) {
      const end = start + data.length
      if (end > at && (size === 0 || size + data.length <= SMALL)) {
        const part = data.subarray(Math.max(0, at - start))
        pieces.push(part)
        size += part.length
      } else if (size > 0) break
      start = end
    }
    const [only] = pieces
    return pieces.length === 1 && only ? only : Buffer.concat(pieces)
  }

  /** As much of the beginning of the window as is written at once. */
  #firstOfWindow(): Buffer[] {
    let [count, size] = [0, 0]
    for (const data of this.#window) {
      if (count > 0 && size + data.length > PIECE) break
      count++
      size += data.length
    }
    return this.#window.slice(0, count)
  }

  #wake(): void {
    for (const wake of this.#wakes.splice(0)) wake()
  }

  #tellDrained(): void {
    if (this.#drained === null || this.#total - this.#windowStart > AHEAD) return
    const tell = this.#drained
    this.#drained = null
    tell()
  }

  /** Makes the window small again: into the file, or by forgetting what every reader has. */
  #trim(): void {
    if (this.#keeps) {
      void this.#write()
      return
    }
    const slowest = Math.min(...[...this.#readers].map((reader) => reader.at), this.#total)
    for (let first = this.#window[0]; first && this.#windowStart + first.length <= slowest; first = this.#window[0]) {
      this.#window.shift()
      this.#windowStart += first.length
    }
    this.#tellDrained()
  }

  async #write(): Promise<void> {
    if (this.#writing) return
    this.#writing = true
    try {
      while (this.#keeps && this.#total - this.#windowStart > WINDOW) {
        const pieces = this.#firstOfWindow()
        const size = pieces.reduce((sum, { length }) => sum + length, 0)
        if (size === 0) break
        if (this.#windowStart + size > this.#options.max) throw new Error('The file is full')
        // Only the platform's own account may read what people's databases hold.
        this.#file ??= open(this.#options.path ?? '', 'wx+', 0o600)
        const handle = await this.#file
        for (let done = 0; done < size; )
          done += (await handle.writev(behind(pieces, done), this.#windowStart + done)).bytesWritten
        if (!this.#keeps) break
        this.#window.splice(0, pieces.length)
        this.#windowStart += size
        this.#tellDrained()
      }
    } catch {
      // Once removed there is nothing that could be lost.
      if (this.#keeps) {
        this.#keeps = false
        this.#options.onLost()
      }
    } finally {
      this.#writing = false
    }
    if (!this.#keeps) this.#trim()
  }
}

type Reader = { at: number }

/** Pieces without so many of their first bytes. */
function behind(pieces: readonly Buffer[], done: number): Buffer[] {
  let before = 0
  return pieces.flatMap((piece) => {
    const skipped = Math.min(piece.length, Math.max(0, done - before))
    before += piece.length
    return skipped === piece.length ? [] : [piece.subarray(skipped)]
  })
}
