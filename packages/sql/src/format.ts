import { type FormatOptionsWithDialect, formatDialect, postgresql } from 'sql-formatter'
import { tokens } from './lexer.ts'

const OPTIONS: FormatOptionsWithDialect = {
  dialect: postgresql,
  keywordCase: 'lower',
  dataTypeCase: 'lower',
  tabWidth: 2,
  linesBetweenQueries: 1,
  // The parameters of params.ts.
  paramTypes: { custom: [{ regex: ':[A-Za-z_]\\w*' }] },
}

/** What a text says, without how it is set: two texts that mean the same have the same. */
function* meaning(sql: string): Generator<string> {
  for (const { kind, start, end } of tokens(sql)) {
    const text = sql.slice(start, end)
    if (kind === 'space') continue
    if (kind === 'word') yield text.toLowerCase()
    else yield kind === 'comment' ? text.replace(/\s+/g, ' ').trim() : text
  }
}

function meansTheSame(one: string, other: string): boolean {
  const second = meaning(other)
  for (const word of meaning(one)) if (second.next().value !== word) return false
  return second.next().done === true
}

/**
 * Sets SQL in lines: keywords in lower case, two spaces for a level.
 * @returns null when it cannot be done without changing what the text says, such as for one that is half written
 */
export function formatSql(sql: string): string | null {
  let formatted: string
  try {
    formatted = formatDialect(sql, OPTIONS)
  } catch {
    return null
  }
  return meansTheSame(sql, formatted) ? formatted : null
}
