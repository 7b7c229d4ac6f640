import { tokens } from './lexer.ts'

const HIDDEN = "'…'"

/**
 * A text without the passwords in it, to be kept where others may read it: the string behind the word PASSWORD, and
 * what addresses of other servers inside strings
 * hold.
 */
export function withoutPasswords(sql: string): string {
  // Most texts have none, and are not taken apart.
  if (!/password|:\/\//i.test(sql)) return sql
  let text = ''
  let before = ''
  for (const token of tokens(sql)) {
    const part = sql.slice(token.start, token.end)
    text += token.kind === 'string' ? hidden(part, before) : part
    if (token.kind === 'space' || token.kind === 'comment') continue
    // `password = 'x'` in options, `set password to 'x'` and the like.
    if (!/^(?:=|to)$/i.test(part)) before = part.toLowerCase()
  }
  return text
}

function hidden(part: string, before: string): string {
  if (/^"?password"?$/.test(before)) return HIDDEN
  return part
    .replace(/(\bpassword\s*=\s*)(?:''(?:[^']|'')*?''|[^\s'&;]+)/gi, '$1…')
    .replace(/(:\/\/[^\s:/@']+:)[^\s@']+@/g, '$1…@')
}
