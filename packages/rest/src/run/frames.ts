const START = 2_048
const HEAD = 5

/**
 * Messages of the extended query protocol, written one behind the other into one buffer: sent as one piece, they cost
 * one system call and wake the server once.
 */
export class Frames {
  #buffer = Buffer.allocUnsafe(START)
  #at = 0
  #begin = 0

  /** Prepares a statement under a name. */
  parse(name: string, text: string): void {
    this.#open('P')
    this.#text(name)
    this.#text(text)
    this.#int16(0)
    this.#close()
  }

  /** Gives a statement its values, as text, and runs it to its end. */
  run(name: string, values: readonly (string | null)[]): void {
    this.bind('', name, values)
    this.execute('')
  }

  /** Gives a statement its values. This is when Postgres plans it. */
  bind(portal: string, name: string, values: readonly (string | null)[]): void {
    this.#open('B')
    this.#text(portal)
    this.#text(name)
    this.#int16(0)
    this.#int16(values.length)
    for (const value of values) this.#value(value)
    this.#int16(0)
    this.#close()
  }

  /** Runs what has its values to its end. */
  execute(portal: string): void {
    this.#open('E')
    this.#text(portal)
    this.#int32(0)
    this.#close()
  }

  /** Lets go of a statement. One that is not there is no mistake. */
  drop(name: string): void {
    this.#open('C')
    this.#reserve(1)
    this.#buffer[this.#at++] = 0x53
    this.#text(name)
    this.#close()
  }

  /** Ends the messages, and with them the transaction that none of them began. */
  end(): Buffer {
    this.#open('S')
    this.#close()
    return this.#buffer.subarray(0, this.#at)
  }

  #open(kind: string): void {
    this.#reserve(HEAD)
    this.#begin = this.#at
    this.#buffer[this.#at] = kind.charCodeAt(0)
    this.#at += HEAD
  }

  #close(): void {
    this.#buffer.writeInt32BE(this.#at - this.#begin - 1, this.#begin + 1)
  }

  #text(text: string): void {
    // A character takes at most three bytes.
    this.#reserve(text.length * 3 + 1)
    this.#at += this.#buffer.write(text, this.#at)
    this.#buffer[this.#at++] = 0
  }

  #value(value: string | null): void {
    if (value === null) {
      this.#int32(-1)
      return
    }
    this.#reserve(4 + value.length * 3)
    const length = this.#buffer.write(value, this.#at + 4)
    this.#buffer.writeInt32BE(length, this.#at)
    this.#at += 4 + length
  }

  #int16(number: number): void {
    this.#reserve(2)
    this.#buffer.writeUInt16BE(number, this.#at)
    this.#at += 2
  }

  #int32(number: number): void {
    this.#reserve(4)
    this.#buffer.writeInt32BE(number, this.#at)
    this.#at += 4
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes))
    this.#buffer.copy(larger, 0, 0, this.#at)
    this.#buffer = larger
  }
}
