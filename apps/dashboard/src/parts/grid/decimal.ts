// Digits that a double holds exactly, whatever they are.
const SAFE_DIGITS = 15

/**
 * Adds decimal texts without losing a digit. Sums of short numbers are kept in doubles, one per count of decimals,
 * and moved to big integers before they could become inexact.
 */
export class DecimalSum {
  #small: number[] = []
  #large: bigint[] = []
  #scale = 0
  #isEmpty = true
  #isFinite = true

  /** Adds a number as Postgres writes it. What is no finite number (NaN, Infinity) makes the sum none. */
  add(text: string): void {
    this.#isEmpty = false
    const parts = /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text)
    if (!parts || (parts[2] === '' && parts[3] === '')) {
      this.#isFinite = false
      return
    }
    const exponent = Number(parts[4] ?? 0)
    let digits = `${parts[2]}${parts[3]}`
    let scale = (parts[3] ?? '').length - exponent
    if (scale < 0) {
      digits += '0'.repeat(-scale)
      scale = 0
    }
    if (scale > this.#scale) this.#scale = scale
    if (digits.length <= SAFE_DIGITS) {
      const value = parts[1] === '-' ? -Number(digits) : Number(digits)
      const sum = (this.#small[scale] ?? 0) + value
      if (Number.isSafeInteger(sum)) this.#small[scale] = sum
      else {
        this.#addLarge(scale, BigInt(this.#small[scale] ?? 0))
        this.#small[scale] = value
      }
    } else this.#addLarge(scale, BigInt(`${parts[1]}${digits}`))
  }

  /** The sum as a plain decimal text with as many decimals as the longest term; null when there is no sum. */
  toString(): string | null {
    if (this.#isEmpty || !this.#isFinite) return null
    let total = 0n
    for (let scale = 0; scale <= this.#scale; scale++) {
      const part = (this.#large[scale] ?? 0n) + BigInt(this.#small[scale] ?? 0)
      if (part !== 0n) total += part * 10n ** BigInt(this.#scale - scale)
    }
    const sign = total < 0n ? '-' : ''
    const digits = String(total < 0n ? -total : total).padStart(this.#scale + 1, '0')
    if (this.#scale === 0) return sign + digits
    return `${sign}${digits.slice(0, -this.#scale)}.${digits.slice(-this.#scale)}`
  }

  #addLarge(scale: number, value: bigint): void {
    this.#large[scale] = (this.#large[scale] ?? 0n) + value
  }
}
