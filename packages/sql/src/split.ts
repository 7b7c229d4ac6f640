import { type Token, tokens } from './lexer.ts'

/**
 * One statement of a script: `sql.slice(start, end)`, without its semicolon and without the white space and comments
 * round it. Offsets are UTF-16 code units.
 */
export type StatementRange = {
  readonly start: number
  readonly end: number
  /** The offset just after the statement's semicolon, or null when it ends with the text. */
  readonly terminator: number | null
}

/**
 * Finds the statements of a script. Semicolons inside quotes, comments, dollar quotes, parentheses and the
 * BEGIN ATOMIC body of a function do not split. Stretches that hold nothing but comments give no statement.
 */
export function splitStatements(sql: string): StatementRange[] {
  const ranges: StatementRange[] = []
  let start = -1
  let end = -1
  let depth = 0
  let body = new RoutineBody()
  for (const token of tokens(sql)) {
    if (token.kind === 'space' || token.kind === 'comment') continue
    const symbol = token.kind === 'symbol' ? sql[token.start] : ''
    if (symbol === '(') depth++
    else if (symbol === ')') depth = Math.max(0, depth - 1)
    else if (symbol === ';' && depth === 0 && !body.isOpen) {
      if (start >= 0) ranges.push({ start, end, terminator: token.end })
      start = -1
      body = new RoutineBody()
      continue
    }
    if (start < 0) start = token.start
    end = token.end
    if (depth === 0) body.read(token, sql)
  }
  if (start >= 0) ranges.push({ start, end, terminator: null })
  return ranges
}

/**
 * The statement the cursor is in or, between two statements, the one it belongs to: the previous one while the
 * cursor is on the line where that ends, otherwise the next one, and at the end of the script the last one.
 * @returns null when the script holds no statement.
 */
export function statementAt(sql: string, offset: number): StatementRange | null {
  let previous: StatementRange | null = null
  for (const range of splitStatements(sql)) {
    if (offset < range.start) {
      const sameLine = previous !== null && !/[\n\r]/.test(sql.slice(previous.end, offset))
      return sameLine ? previous : range
    }
    if (offset <= (range.terminator ?? range.end)) return range
    previous = range
  }
  return previous
}

/** Whether a script asks for nothing: only white space, comments and semicolons. */
export function isBlank(sql: string): boolean {
  for (const token of tokens(sql)) {
    if (token.kind === 'space' || token.kind === 'comment') continue
    if (token.kind === 'symbol' && sql[token.start] === ';') continue
    return false
  }
  return true
}

/**
 * The word a statement begins with, in lower case: `select`, `with`, `insert`, `create`. Opening parentheses and
 * comments before it are passed over.
 * @returns null when the text does not begin with a word.
 */
export function commandKeyword(sql: string): string | null {
  for (const token of tokens(sql)) {
    if (token.kind === 'space' || token.kind === 'comment') continue
    if (token.kind === 'word') return sql.slice(token.start, token.end).toLowerCase()
    if (token.kind !== 'symbol' || sql[token.start] !== '(') return null
  }
  return null
}

/** Follows one statement from its first token and knows whether a BEGIN ATOMIC body is open. */
class RoutineBody {
  #words = 0
  #isRoutine = false
  #opening = ''
  #depth = 0
  #previous = ''

  get isOpen(): boolean {
    return this.#depth > 0
  }

  read(token: Token, sql: string): void {
    const before = this.#previous
    // A routine is known by its first four words, so a statement that is none costs nothing more per token.
    if (!this.#isRoutine && this.#words >= 4) return
    const text = token.kind === 'word' || token.kind === 'symbol' ? sql.slice(token.start, token.end).toLowerCase() : ''
    this.#previous = text
    if (!this.#isRoutine) {
      this.#words++
      this.#opening += `${text} `
      this.#isRoutine = /^create (or replace )?(function|procedure) $/.test(this.#opening)
      return
    }
    // After a dot or AS the word is a name: `x.end`, `1 as end`.
    if (token.kind !== 'word' || before === '.' || before === 'as') return
    if (this.#depth === 0) {
      if (text === 'atomic' && before === 'begin') this.#depth = 1
    } else if (text === 'case') this.#depth++
    else if (text === 'end') this.#depth--
  }
}
