import { type Token, tokens } from '@stoa/sql'

/** A token that says something, and where it stands among the parentheses of its statement. */
export type Word = {
  /** As it is written; the name alone for a quoted one, lower case for a bare one. */
  readonly text: string
  readonly kind: Token['kind']
  readonly start: number
  readonly end: number
  /** The pair of parentheses it stands in, as an index of `Statement.groups`; an opening one stands outside. */
  readonly group: number
  /** Counts `union`, `except` and `intersect` before it in its group: each side of them has relations of its own. */
  readonly part: number
}

/** A pair of parentheses; the first group is the whole statement. */
export type Group = {
  readonly parent: number
  /** The side of a set operation of the parent that it stands in. */
  readonly part: number
  /** Index of the opening parenthesis among the words, -1 for the whole. */
  readonly open: number
  /** Index of the closing one; the number of words where it is missing. */
  close: number
}

export type Statement = { readonly words: readonly Word[]; readonly groups: readonly Group[] }

const SET_OPERATIONS = new Set(['union', 'except', 'intersect'])

const nameOf = (quoted: string) => quoted.replace(/^(?:U&)?"|"$/gi, '').replaceAll('""', '"')

/** Reads a statement, whole or half written: it never fails. Offsets are those of the text. */
export function readStatement(sql: string): Statement {
  const words: Word[] = []
  const groups: Group[] = [{ parent: -1, part: 0, open: -1, close: 0 }]
  const parts = [0]
  let group = 0
  for (const { kind, start, end } of tokens(sql)) {
    if (kind === 'space' || kind === 'comment') continue
    const raw = sql.slice(start, end)
    if (kind === 'symbol' && raw === ')' && group > 0) {
      const closed = groups[group]
      if (closed) {
        closed.close = words.length
        group = closed.parent
      }
    }
    const text = kind === 'identifier' ? nameOf(raw) : kind === 'word' ? raw.toLowerCase() : raw
    if (kind === 'word' && SET_OPERATIONS.has(text)) parts[group] = (parts[group] ?? 0) + 1
    words.push({ text, kind, start, end, group, part: parts[group] ?? 0 })
    if (kind === 'symbol' && raw === '(') {
      groups.push({ parent: group, part: parts[group] ?? 0, open: words.length - 1, close: 0 })
      parts.push(0)
      group = groups.length - 1
    }
  }
  const [whole] = groups
  if (whole) whole.close = words.length
  for (const open of groups) if (open.close === 0 && open.open >= 0) open.close = words.length
  return { words, groups }
}

/** Whether a word is a name, quoted or bare. */
export const isName = (word: Word | undefined): word is Word => word?.kind === 'word' || word?.kind === 'identifier'

/** Whether a word is this bare word or symbol. */
export const isWord = (word: Word | undefined, text: string): boolean =>
  word !== undefined && word.kind !== 'identifier' && word.kind !== 'string' && word.text === text

/** The group whose opening parenthesis is the word at `index`, or undefined. */
export const groupAt = (statement: Statement, index: number): Group | undefined =>
  statement.groups.find(({ open }) => open === index)

/**
 * A name with its dots, such as `public.orders`, that begins at `index`.
 * @returns its parts and the index of the first word after it
 */
export function readPath(words: readonly Word[], index: number): { path: string[]; next: number } {
  const path: string[] = []
  let at = index
  for (;;) {
    const word = words[at]
    if (!isName(word)) return { path, next: at }
    path.push(word.text)
    at++
    if (!isWord(words[at], '.')) return { path, next: at }
    at++
  }
}
