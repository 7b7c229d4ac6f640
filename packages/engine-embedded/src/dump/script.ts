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

/** Text that changes nothing; what may change something is looked at letter by letter. */
const BORING = /[^'"$/\-()[\];\s]+/y
const ESCAPED_OR_END = /[\\']/g
const COMMENT_EDGE = /\/\*|\*\//g
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
    for (let at = 0; at < line.length; ) {
      at =
        this.#inside === null
          ? this.#plain(line, at)
          : typeof this.#inside === 'number'
            ? this.#comment(line, at, this.#inside)
            : this.#quoted(line, at, this.#inside)
    }
  }

  #plain(line: string, at: number): number {
    BORING.lastIndex = at
    if (BORING.test(line)) {
      this.#between = false
      return BORING.lastIndex
    }
    const here = line[at]
    const next = line[at + 1]
    const before = line.slice(Math.max(0, at - 2), at)
    if (here === '-' && next === '-') return line.length
    if (here === '/' && next === '*') {
      this.#inside = 1
      return at + 2
    }
    if (here === "'") this.#inside = /(?:^|[^\w$\u0080-\uffff])[eE]$/.test(before) ? "E'" : "'"
    else if (here === '"') this.#inside = '"'
    else if (here === '$' && !/[\w$\u0080-\uffff]$/.test(before)) {
      DOLLAR_QUOTE.lastIndex = at
      const quote = DOLLAR_QUOTE.exec(line)?.[0]
      if (quote) {
        this.#inside = quote
        this.#between = false
        return at + quote.length
      }
    } else if (here === '(' || here === '[') this.#brackets++
    else if (here === ')' || here === ']') this.#brackets--
    if (here === ';') this.#between = true
    else if (here !== ' ' && here !== '\t') this.#between = false
    return at + 1
  }

  #comment(line: string, at: number, depth: number): number {
    COMMENT_EDGE.lastIndex = at
    const edge = COMMENT_EDGE.exec(line)?.[0]
    if (edge === undefined) return line.length
    if (edge === '/*') this.#inside = depth + 1
    else this.#inside = depth > 1 ? depth - 1 : null
    return COMMENT_EDGE.lastIndex
  }

  /** A quote that is doubled closes and opens again, which comes to the same. */
  #quoted(line: string, at: number, inside: string): number {
    if (inside === "E'") {
      ESCAPED_OR_END.lastIndex = at
      const found = ESCAPED_OR_END.exec(line)?.[0]
      if (found === undefined) return line.length
      if (found === '\\') return ESCAPED_OR_END.lastIndex + 1
      // Not with this kind, where what follows would be read as another kind.
      if (line[ESCAPED_OR_END.lastIndex] === "'") return ESCAPED_OR_END.lastIndex + 1
      this.#inside = null
      return ESCAPED_OR_END.lastIndex
    }
    const end = line.indexOf(inside, at)
    if (end < 0) return line.length
    this.#inside = null
    return end + inside.length
  }
}
