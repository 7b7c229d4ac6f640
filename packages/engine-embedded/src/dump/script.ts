/** The heading that pg_dump writes before each object. */
export type Entry = { readonly name: string; readonly type: string; readonly schema: string; readonly owner: string }

/** A piece of a script: statements to run as one, or the rows of a table, which have to be read before the next piece. */
export type Piece =
  | { readonly kind: 'sql'; readonly entry: Entry | null; readonly sql: string }
  | { readonly kind: 'copy'; readonly entry: Entry | null; readonly sql: string; readonly rows: AsyncIterable<Buffer> }

const HEADING = /^-- (?:Data for )?Name: (.*); Type: (.*); Schema: (.*); Owner: (.*?)(?:; Tablespace: .*)?$/
const COPY = /^COPY .* FROM stdin;$/
const END_OF_ROWS = Buffer.from('\n\\.\n')
const NEWLINE = 10
/** Lines of large objects are statements of their own, so that a large one is never held whole. */
const LINE_BY_LINE = new Set(['BLOBS', 'LARGE OBJECT'])

/** Reads a script of pg_dump piece by piece: an object's statements together, a table's rows as they come. */
export class Script {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)
  #ended = false
  /** The last line that said something. */
  lastLine = ''

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next line without its end, or null when there is none. */
  async line(): Promise<string | null> {
    for (let from = 0; ; ) {
      const at = this.#held.indexOf(NEWLINE, from)
      if (at >= 0) {
        const line = this.#held.toString('utf8', 0, at)
        this.#held = this.#held.subarray(at + 1)
        if (line !== '') this.lastLine = line
        return line
      }
      from = this.#held.length
      if (!(await this.#more())) return null
    }
  }

  /** All pieces up to the end. Text after the last line's end is no piece. */
  async *pieces(): AsyncGenerator<Piece> {
    let entry: Entry | null = null
    let lines: string[] = []
    const text = new SqlText()
    const take = (): Piece[] => {
      const sql = lines.join('\n')
      const saysSomething = lines.some((line) => line !== '' && !line.startsWith('--'))
      lines = []
      return saysSomething ? [{ kind: 'sql', entry, sql }] : []
    }
    for (;;) {
      const line = await this.line()
      if (line === null) break
      if (text.isBetween) {
        // What psql alone understands.
        if (line.startsWith('\\')) continue
        const heading = HEADING.exec(line)
        if (heading) {
          yield* take()
          entry = { name: `${heading[1]}`, type: `${heading[2]}`, schema: `${heading[3]}`, owner: `${heading[4]}` }
          continue
        }
        if (COPY.test(line)) {
          yield* take()
          yield { kind: 'copy', entry, sql: line.slice(0, -1), rows: this.#rows() }
          continue
        }
      }
      lines.push(line)
      text.read(line)
      if (text.isBetween && (entry === null || LINE_BY_LINE.has(entry.type))) yield* take()
    }
    yield* take()
  }

  async *#rows(): AsyncGenerator<Buffer> {
    // No rows at all: the end follows at once.
    while (this.#held.length < 3 && (await this.#more()));
    if (this.#held.subarray(0, 3).equals(END_OF_ROWS.subarray(1))) {
      this.#held = this.#held.subarray(3)
      return
    }
    for (;;) {
      const at = this.#held.indexOf(END_OF_ROWS)
      if (at >= 0) {
        const rows = this.#held.subarray(0, at + 1)
        this.#held = this.#held.subarray(at + END_OF_ROWS.length)
        yield rows
        return
      }
      // The end may be cut in two, so as many bytes stay.
      const safe = this.#held.length - END_OF_ROWS.length + 1
      if (safe > 0) {
        const rows = this.#held.subarray(0, safe)
        this.#held = this.#held.subarray(safe)
        yield rows
      }
      if (!(await this.#more())) throw new Error('The file ends in the middle of a table.')
    }
  }

  async #more(): Promise<boolean> {
    if (this.#ended) return false
    const { done, value } = await this.#chunks.next()
    if (done) this.#ended = true
    else this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value])
    return !done
  }
}

const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y

/** Follows SQL text line by line as far as is needed to know where statements end. */
class SqlText {
  /** What the text is inside of: a quote's end, `E'` of a string with backslashes, or a depth of comments. */
  #inside: string | number | null = null
  #brackets = 0
  #between = true

  /** Whether the text read so far ends where a statement ended. */
  get isBetween(): boolean {
    return this.#inside === null && this.#brackets === 0 && this.#between
  }

  read(line: string): void {
    const text = `${line}\n`
    for (let at = 0; at < text.length; ) {
      at =
        this.#inside === null
          ? this.#plain(text, at)
          : typeof this.#inside === 'number'
            ? this.#comment(text, at)
            : this.#quoted(text, at)
    }
  }

  #plain(text: string, at: number): number {
    const here = text[at]
    const next = text[at + 1]
    if (here === '-' && next === '-') return text.length
    if (here === '/' && next === '*') {
      this.#inside = 1
      return at + 2
    }
    if (here === "'")
      this.#inside = /(?:^|[^\w$\u0080-\uffff])[eE]$/.test(text.slice(Math.max(0, at - 2), at)) ? "E'" : "'"
    else if (here === '"') this.#inside = '"'
    else if (here === '$' && !/[\w$\u0080-\uffff]$/.test(text.slice(Math.max(0, at - 1), at))) {
      DOLLAR_QUOTE.lastIndex = at
      const quote = DOLLAR_QUOTE.exec(text)?.[0]
      if (quote) {
        this.#inside = quote
        this.#between = false
        return at + quote.length
      }
    } else if (here === '(' || here === '[') this.#brackets++
    else if (here === ')' || here === ']') this.#brackets--
    if (here === ';') this.#between = true
    else if (!/\s/.test(`${here}`)) this.#between = false
    return at + 1
  }

  #comment(text: string, at: number): number {
    const two = text.slice(at, at + 2)
    const depth = Number(this.#inside)
    if (two === '/*') this.#inside = depth + 1
    else if (two === '*/') this.#inside = depth > 1 ? depth - 1 : null
    else return at + 1
    return at + 2
  }

  #quoted(text: string, at: number): number {
    const inside = `${this.#inside}`
    if (inside.startsWith('$')) {
      const end = text.indexOf(inside, at)
      if (end < 0) return text.length
      this.#inside = null
      return end + inside.length
    }
    if (inside === "E'" && text[at] === '\\') return at + 2
    const end = inside === "E'" ? "'" : inside
    if (text[at] !== end) return at + 1
    if (text[at + 1] === end) return at + 2
    this.#inside = null
    return at + 1
  }
}
