import { type FormatOptionsWithDialect, formatDialect, postgresql } from 'sql-formatter'
import { tokens } from './lexer.ts'
import { symbolsIn } from './operators.ts'
import { usedNames } from './params.ts'

const OPTIONS: Omit<FormatOptionsWithDialect, 'dialect'> = {
  keywordCase: 'lower',
  dataTypeCase: 'lower',
  tabWidth: 2,
  linesBetweenQueries: 1,
  // The parameters of params.ts, and not the middle of a slice.
  paramTypes: { custom: [{ regex: `(?<![\\w"'\\])]):[A-Za-z_]\\w*` }] },
}

/** What a text says, without how it is set: two texts that mean the same have the same. */
function* meaning(sql: string): Generator<string> {
  // Symbols that stand together may be one operator.
  let run = ''
  for (const { kind, start, end } of tokens(sql)) {
    const text = sql.slice(start, end)
    if (kind === 'symbol') {
      run += text
      continue
    }
    yield* symbolsIn(run)
    run = ''
    if (kind === 'space') continue
    if (kind === 'word') yield text.toLowerCase()
    else yield kind === 'comment' ? text.replace(/\s+/g, ' ').trim() : text
  }
  yield* symbolsIn(run)
}

function meansTheSame(one: string, other: string): boolean {
  const second = meaning(other)
  for (const word of meaning(one)) if (second.next().value !== word) return false
  return second.next().done === true && usedNames(one).join() === usedNames(other).join()
}

const KNOWN = new Set(postgresql.tokenizerOptions.operators)

/** The dialect, with the operators that somebody has defined and that a text uses. */
function dialectFor(sql: string): FormatOptionsWithDialect['dialect'] {
  const own = new Set<string>()
  for (const word of meaning(sql)) if (/^[~!@#^&|`?+\-*/%<>=]{2,}$/.test(word) && !KNOWN.has(word)) own.add(word)
  if (own.size === 0) return postgresql
  const { tokenizerOptions } = postgresql
  return {
    ...postgresql,
    tokenizerOptions: { ...tokenizerOptions, operators: [...(tokenizerOptions.operators ?? []), ...own] },
  }
}

/**
 * Sets SQL in lines: keywords in lower case, two spaces for a level.
 * @returns null when it cannot be done without changing what the text says, such as for one that is half written
 */
export function formatSql(sql: string): string | null {
  let formatted: string
  try {
    formatted = formatDialect(sql, { ...OPTIONS, dialect: dialectFor(sql) })
  } catch {
    return null
  }
  return meansTheSame(sql, formatted) ? formatted : null
}
