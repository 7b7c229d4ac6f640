/**
 * What a stretch of SQL text is. `string` covers '…', E'…', B'…', X'…', N'…', U&'…' and $tag$…$tag$;
 * `identifier` is a quoted one ("…" or U&"…"), `word` a bare keyword or name.
 */
export type TokenKind = 'space' | 'comment' | 'string' | 'identifier' | 'word' | 'number' | 'parameter' | 'symbol'

/** One token: `sql.slice(start, end)`. Offsets are UTF-16 code units, as in every JavaScript string. */
export type Token = {
  readonly kind: TokenKind
  readonly start: number
  readonly end: number
  /** True when the text ends before the token does: a missing quote, dollar tag or end of comment. */
  readonly unterminated: boolean
}

const isDigit = (c: number) => c >= 48 && c <= 57
// Postgres takes every character beyond ASCII as a letter, a no-break space included.
const isNameStart = (c: number) => (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c >= 128
const isNamePart = (c: number) => isNameStart(c) || isDigit(c) || c === 36
const isNewline = (c: number) => c === 10 || c === 13
const isSpace = (c: number) => c === 32 || (c >= 9 && c <= 13)

/**
 * Splits SQL text into tokens, in order and without gaps, the way Postgres's own lexer does
 * (with standard_conforming_strings on). It never fails: what is not closed runs to the end of the text.
 */
export function* tokens(sql: string): Generator<Token> {
  let start = 0
  while (start < sql.length) {
    const token = tokenAt(sql, start)
    yield token
    start = token.end
  }
}

/** Reads the one token that begins at `start`; `start` must be less than the length of the text. */
export function tokenAt(sql: string, start: number): Token {
  const c = sql.charCodeAt(start)
  const next = sql.charCodeAt(start + 1)
  if (isSpace(c)) return token('space', start, skip(sql, start + 1, isSpace))
  if (c === 45 && next === 45) return token('comment', start, endOfLine(sql, start + 2))
  if (c === 47 && next === 42) return blockComment(sql, start)
  if (c === 39) return quoted(sql, start, start + 1, 'string', false)
  if (c === 34) return quoted(sql, start, start + 1, 'identifier', false)
  if (c === 36) return dollar(sql, start)
  if (isDigit(c) || (c === 46 && isDigit(next))) return token('number', start, endOfNumber(sql, start))
  if (isNameStart(c)) return word(sql, start, c, next)
  return token('symbol', start, start + 1)
}

function token(kind: TokenKind, start: number, end: number, unterminated = false): Token {
  return { kind, start, end, unterminated }
}

function skip(sql: string, from: number, test: (c: number) => boolean): number {
  let i = from
  while (i < sql.length && test(sql.charCodeAt(i))) i++
  return i
}

function endOfLine(sql: string, from: number): number {
  return skip(sql, from, (c) => !isNewline(c))
}

/** Block comments nest in Postgres, so the depth is counted. */
function blockComment(sql: string, start: number): Token {
  let depth = 1
  let i = start + 2
  while (i < sql.length) {
    const c = sql.charCodeAt(i)
    const next = sql.charCodeAt(i + 1)
    if (c === 47 && next === 42) {
      depth++
      i += 2
    } else if (c === 42 && next === 47) {
      depth--
      i += 2
      if (depth === 0) return token('comment', start, i)
    } else i++
  }
  return token('comment', start, sql.length, true)
}

/** A quoted text whose opening quote is at `open - 1`; a doubled quote stands for one. */
function quoted(sql: string, start: number, open: number, kind: 'string' | 'identifier', escapes: boolean): Token {
  const quote = sql.charCodeAt(open - 1)
  let i = open
  while (i < sql.length) {
    const c = sql.charCodeAt(i)
    if (escapes && c === 92) i += 2
    else if (c !== quote) i++
    else if (sql.charCodeAt(i + 1) === quote) i += 2
    else {
      // A string goes on after white space that holds a line break, under the same escape rules.
      const reopened = kind === 'string' ? continuation(sql, i + 1) : -1
      if (reopened < 0) return token(kind, start, i + 1)
      i = reopened
    }
  }
  return token(kind, start, sql.length, true)
}

/** Where a string that closed just before `from` goes on (the offset after its new opening quote), or -1. */
function continuation(sql: string, from: number): number {
  let sawNewline = false
  let i = from
  while (i < sql.length) {
    const c = sql.charCodeAt(i)
    if (c === 39) return sawNewline ? i + 1 : -1
    if (isNewline(c)) sawNewline = true
    else if (c === 45 && sql.charCodeAt(i + 1) === 45) {
      i = endOfLine(sql, i + 2)
      continue
    } else if (!isSpace(c)) return -1
    i++
  }
  return -1
}

function dollar(sql: string, start: number): Token {
  let i = start + 1
  if (isDigit(sql.charCodeAt(i))) return token('parameter', start, skip(sql, i, isDigit))
  if (isNameStart(sql.charCodeAt(i))) i = skip(sql, i, (c) => isNameStart(c) || isDigit(c))
  if (sql.charCodeAt(i) !== 36) return token('symbol', start, start + 1)
  const tag = sql.slice(start, i + 1)
  const close = sql.indexOf(tag, i + 1)
  return close < 0 ? token('string', start, sql.length, true) : token('string', start, close + tag.length)
}

function word(sql: string, start: number, c: number, next: number): Token {
  const lower = c | 32
  if (next === 39) {
    if (lower === 101) return quoted(sql, start, start + 2, 'string', true) // E''
    if (lower === 98 || lower === 120 || lower === 110) return quoted(sql, start, start + 2, 'string', false) // B X N
  }
  if (lower === 117 && next === 38) {
    const quote = sql.charCodeAt(start + 2) // U&
    if (quote === 39) return quoted(sql, start, start + 3, 'string', false)
    if (quote === 34) return quoted(sql, start, start + 3, 'identifier', false)
  }
  return token('word', start, skip(sql, start + 1, isNamePart))
}

/** 12, 1.5, .5, 1e-9, 0xFF, 1_000. The dots of `1..10` are not part of the number. */
function endOfNumber(sql: string, start: number): number {
  const isAlphanumeric = (c: number) => isDigit(c) || isNameStart(c)
  let i = start
  while (i < sql.length) {
    const c = sql.charCodeAt(i)
    if (c === 46) {
      if (sql.charCodeAt(i + 1) === 46) return i
      i++
    } else if ((c | 32) === 101 && /[+-]/.test(sql[i + 1] ?? '') && isDigit(sql.charCodeAt(i + 2))) {
      if (/^0x/i.test(sql.slice(start, start + 2))) return i + 1
      i += 2
    } else if (isAlphanumeric(c)) i++
    else return i
  }
  return i
}
