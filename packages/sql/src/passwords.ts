import { tokens } from './lexer.ts'

const HIDDEN = "'…'"

/** A string as it stands inside a string, a comment or a block of code, where its quotes may be doubled. */
const INNER = /(\bpassword\s+(?:to\s+)?)e?(?:''(?:(?!'')[\s\S])*''|'(?:[^']|'')*')/gi

/**
 * A text without the passwords in it, to be kept where others may read it: the string behind the word PASSWORD, also
 * in comments and in the code of blocks, and what addresses of other servers inside strings hold.
 */
export function withoutPasswords(sql: string): string {
  // Most texts have none, and are not taken apart.
  if (!/password|:\/\//i.test(sql)) return sql
  let text = ''
  let before = ''
  for (const token of tokens(sql)) {
    const part = sql.slice(token.start, token.end)
    if (token.kind === 'comment') text += inside(part)
    else text += token.kind === 'string' ? hidden(part, before) : part
    if (token.kind === 'space' || token.kind === 'comment') continue
    // `password = 'x'` in options, `set password to 'x'` and the like.
    if (!/^(?:=|to)$/i.test(part)) before = part.toLowerCase()
  }
  return text
}

const hidden = (part: string, before: string): string => (/^"?password"?$/.test(before) ? HIDDEN : inside(part))

const inside = (part: string): string =>
  part
    .replace(INNER, (found, before: string) => before + (found.endsWith("''") ? "''…''" : HIDDEN))
    .replace(/(\bpassword\s*=\s*)(?:''(?:[^']|'')*?''|[^\s'&;]+)/gi, '$1…')
    .replace(/(:\/\/[^\s:/@']+:)[^\s@']+@/g, '$1…@')
