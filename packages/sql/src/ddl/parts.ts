import { quoteIdent, quoteLiteral } from '../quote.ts'

/** A role as a grant or a policy names it; `public` stands for everybody. */
export const quoteRole = (role: string): string => (role === 'public' ? 'public' : quoteIdent(role))

/** A text that somebody wrote as part of a statement, without the semicolon at its end. */
export const trimmed = (sql: string): string => sql.trim().replace(/(?:\s*;)+$/, '')

/**
 * A text between dollar quotes, whose tag the text itself does not hold.
 * @throws RangeError when the text holds a NUL character, which Postgres cannot store
 */
export function dollarQuoted(text: string): string {
  if (text.includes('\0')) throw new RangeError('A Postgres text cannot contain a NUL character.')
  let tag = '$$'
  for (let n = 0; text.includes(tag); n++) tag = `$body${n === 0 ? '' : n}$`
  // A text that ends with a dollar would end the quotes one character early.
  return `${tag}${text}${text.endsWith('$') ? '\n' : ''}${tag}`
}

/** Says what an object is for; null takes the words away. `object` is its kind and its quoted name. */
export const commentOn = (object: string, comment: string | null): string =>
  `comment on ${object} is ${comment === null || comment === '' ? 'null' : quoteLiteral(comment)}`
