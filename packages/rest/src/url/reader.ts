import { parseError } from '../errors.ts'

/** Thrown inside a reader when a rule does not hold; `attempt` turns it into another try. */
class Mismatch extends Error {}
const MISMATCH = new Mismatch('no match')

/** A text that could be read and goes beyond what is allowed. */
class Refusal extends Error {}

const END = 'end of input'
const NAME_CHARACTER = /[\p{L}\p{N}]/u
const QUOTE = '"'

function isNameCharacter(character: string): boolean {
  const code = character.charCodeAt(0)
  // Most names are plain; only the others are worth a look into the tables of all letters.
  if (code < 128)
    return (
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      code === 95 ||
      code === 32 ||
      code === 36
    )
  return NAME_CHARACTER.test(character)
}

/**
 * Reads a text from left to right and remembers what would have been understood at the farthest place it got to, so
 * that the refusal of a bad text says where and why.
 */
export class Reader {
  readonly text: string
  at = 0
  #farthest = 0
  /** Which character is told to be unexpected there. */
  #shown = 0
  #expected = new Set<string>()

  constructor(text: string) {
    this.text = text
  }

  /** Gives up at this place, for want of what is named. */
  fail(...expected: string[]): never {
    return this.failAt(this.at, ...expected)
  }

  failAt(place: number, ...expected: string[]): never {
    this.#note(place, place, expected)
    throw MISMATCH
  }

  /** Gives up at a place for want of a word, telling the first character that is not the word's. */
  failWord(place: number, word: string, ...expected: string[]): never {
    let same = 0
    while (same < word.length && this.text[place + same] === word[same]) same += 1
    this.#note(place, place + same, expected)
    throw MISMATCH
  }

  /** Reads a word if it comes next, which it may; a failure here says so. */
  hope(word: string): boolean {
    if (this.skip(word)) return true
    this.#note(this.at, this.at, [`"${word}"`])
    return false
  }

  /** Forgets other ways of reading what was read: from here on there is only this one. */
  commit(): void {
    this.#farthest = 0
    this.#shown = 0
    this.#expected = new Set()
  }

  #note(place: number, shown: number, expected: readonly string[]): void {
    if (place > this.#farthest || this.#expected.size === 0) {
      this.#farthest = place
      this.#shown = shown
      this.#expected = new Set()
    }
    if (place === this.#farthest) for (const one of expected) this.#expected.add(one)
  }

  /** Refuses the whole text for a reason of its own. */
  refuse(reason: string): never {
    throw new Refusal(reason)
  }

  /** Tries a rule; where it does not hold, nothing was read. */
  attempt<T>(rule: () => T): T | null {
    const before = this.at
    try {
      return rule()
    } catch (error) {
      if (error !== MISMATCH) throw error
      this.at = before
      return null
    }
  }

  get ended(): boolean {
    return this.at >= this.text.length
  }

  peek(word: string): boolean {
    return this.text.startsWith(word, this.at)
  }

  /** Reads a word if it comes next. */
  skip(word: string): boolean {
    if (!this.peek(word)) return false
    this.at += word.length
    return true
  }

  /** Reads what a sticky pattern matches here. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at += found[0].length
    return found
  }

  expect(word: string, label = `"${word}"`): void {
    if (!this.skip(word)) this.fail(label)
  }

  spaces(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1
  }

  end(...others: string[]): void {
    if (!this.ended) this.fail(...others, END)
  }

  /** Reads as many characters as the test accepts. */
  while(accept: (character: string) => boolean): string {
    const from = this.at
    while (!this.ended && accept(this.text[this.at] ?? '')) this.at += 1
    return this.text.slice(from, this.at)
  }

  /** A text between double quotes, where a backslash takes the next character as it is; null where none begins. */
  quoted(): string | null {
    if (!this.skip(QUOTE)) return null
    let value = ''
    while (!this.peek(QUOTE)) {
      if (this.ended) this.fail('"\\""')
      if (this.peek('\\')) this.at += 1
      value += this.text[this.at] ?? ''
      this.at += 1
    }
    this.at += 1
    return value
  }

  /** A name of a column or a relation: quoted, or letters, digits, blanks, underscores, dollars and single dashes. */
  name(label = 'field name (* or [a..z0..9_$])'): string {
    const quoted = this.quoted()
    if (quoted !== null) return quoted
    const parts: string[] = []
    do {
      const part = this.while(isNameCharacter)
      if (part === '') this.fail(label)
      parts.push(part.trim())
    } while (this.peek('-') && !this.peek('->') && this.skip('-'))
    return parts.join('-')
  }

  /**
   * Runs a whole grammar and turns its failure into the refusal that clients know.
   * @param before how many characters are counted before the text
   */
  static read<T>(what: string, text: string, rule: (reader: Reader) => T, before = 0): T {
    const reader = new Reader(text)
    try {
      return rule(reader)
    } catch (error) {
      if (error instanceof Refusal) throw parseError(what, text, before + reader.at + 1, error.message)
      if (error !== MISMATCH) throw error
      throw parseError(what, text, before + reader.#farthest + 1, reader.#reason())
    }
  }

  #reason(): string {
    const found = this.text[this.#shown]
    const expected = [...this.#expected]
    const character = expected.includes(END) ? `'${found}'` : `"${found}"`
    const last = expected.at(-1) ?? ''
    const list = expected.length > 1 ? `${expected.slice(0, -1).join(', ')} or ${last}` : last
    return `unexpected ${found === undefined ? END : character}${list === '' ? '' : ` expecting ${list}`}`
  }
}
