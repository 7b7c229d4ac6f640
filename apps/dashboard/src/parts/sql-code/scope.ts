import { type Group, groupAt, isName, isWord, readPath, type Statement, type Word } from './statement.ts'

/** A column that a part of a statement gives: its name, or all of a relation (null: of all relations there). */
export type Output = string | { readonly star: string | null; readonly scope: readonly ScopeRelation[] }

/** Something that a statement reads from or writes to, and the name it goes by there. */
export type ScopeRelation = {
  readonly alias: string
  /** Its name as it is written, with or without a schema; empty for a subquery. */
  readonly path: readonly string[]
  /** What it gives, where the statement itself says so: of a subquery, a common table expression, a column list. */
  readonly outputs: readonly Output[] | null
  readonly group: number
  readonly part: number
}

// Words that end a reference, so that they are no alias of it.
const NO_ALIAS = new Set(
  `where join left right inner full cross natural on using group order limit offset having union except intersect set
  values returning window for fetch when then do default select tablesample into with lateral and or not execute enable
  disable add alter drop rename owner as to from is in restart cascade restrict if`.split(/\s+/),
)
const BEFORE_NAME = new Set(['only', 'lateral', 'if', 'not', 'exists', 'table'])
// `from` belongs to the call in extract(year from at), substring(a from 2).
const FROM_IN_CALL = new Set(['extract', 'substring', 'trim', 'overlay', 'position'])
const NOT_AN_UPDATE = new Set(['for', 'on', 'do', 'key', 'before', 'after', 'or', 'of'])
const ENDS_OUTPUTS = new Set(['from', 'where', 'group', 'order', 'having', 'limit', 'union', 'into', 'window', 'fetch'])

/** Whether references to relations follow the word at `index`. */
function introduces(statement: Statement, index: number): boolean {
  const { words, groups } = statement
  const word = words[index]
  if (word?.kind !== 'word') return false
  const before = words[index - 1]
  const next = words[index + 1]
  switch (word.text) {
    case 'from': {
      if (isWord(before, 'distinct')) return false
      const opener = words[(groups[word.group]?.open ?? -1) - 1]
      return !(word.group > 0 && opener?.kind === 'word' && FROM_IN_CALL.has(opener.text))
    }
    case 'join':
    case 'into':
      return true
    case 'table':
    case 'references':
    case 'truncate':
      return !isWord(next, '(')
    case 'update':
      return !(before?.kind === 'word' && NOT_AN_UPDATE.has(before.text)) && !isWord(next, 'set')
    case 'using':
      return !isWord(next, '(') && (isWord(words[0], 'delete') || isWord(words[0], 'merge') || isWord(words[0], 'with'))
    case 'on':
      // An index, a trigger and a policy are on a table.
      return isWord(words[0], 'create') || isWord(words[0], 'alter') || isWord(words[0], 'drop')
    default:
      return false
  }
}

/** What a query in parentheses gives: the items of its first `select`, or of its `returning`. */
function outputsOf(statement: Statement, open: number): Output[] | null {
  const group = groupAt(statement, open)
  if (group === undefined) return null
  const { words } = statement
  const inside = statement.groups.indexOf(group)
  const own: { word: Word; index: number }[] = []
  for (let index = group.open + 1; index < group.close; index++) {
    const word = words[index]
    if (word?.group === inside) own.push({ word, index })
  }
  const begin = own.findIndex(({ word }) => isWord(word, 'select') || isWord(word, 'returning'))
  if (begin < 0) return null
  let last: Word[] = []
  const outputs: Output[] = []
  const finish = () => {
    const end = last.at(-1)
    const point = last.at(-2)
    if (end !== undefined && isWord(end, '*') && (point === undefined || isWord(point, '.'))) {
      const star = isWord(point, '.') ? (last.at(-3)?.text ?? null) : null
      const scope = relationsOf(statement).filter((one) => one.group === inside)
      outputs.push({ star, scope })
    } else if (isName(end)) outputs.push(end.text)
    else {
      // A call without an alias goes by the name of its function.
      const call = last.findIndex((word) => isWord(word, '('))
      const name = last[call - 1]
      if (isWord(end, ')') && isName(name)) outputs.push(name.text)
    }
    last = []
  }
  for (const { word } of own.slice(begin + 1)) {
    if (word.kind === 'word' && ENDS_OUTPUTS.has(word.text)) break
    if (isWord(word, ',')) finish()
    else if (!isWord(word, 'distinct') && !isWord(word, 'all')) last.push(word)
  }
  if (last.length > 0) finish()
  return outputs
}

/** The names between parentheses that open at `index`, such as the columns of an alias. */
function namesIn(statement: Statement, group: Group): string[] {
  return statement.words.slice(group.open + 1, group.close).flatMap((word) => (isName(word) ? [word.text] : []))
}

/** Reads one reference that begins at `start`. @returns null where there is none yet */
function readReference(
  statement: Statement,
  start: number,
  place: { group: number; part: number },
): { relation: ScopeRelation | null; next: number } {
  const { words } = statement
  let at = start
  while (words[at]?.kind === 'word' && BEFORE_NAME.has(words[at]?.text ?? '')) at++
  let path: string[] = []
  let outputs: readonly Output[] | null = null
  const group = isWord(words[at], '(') ? groupAt(statement, at) : undefined
  if (group !== undefined) {
    outputs = outputsOf(statement, at)
    at = group.close + 1
  } else {
    const name = readPath(words, at)
    if (name.path.length === 0 || (words[at]?.kind === 'word' && NO_ALIAS.has(name.path[0] ?? '')))
      return { relation: null, next: at }
    path = name.path
    at = name.next
    const call = isWord(words[at], '(') ? groupAt(statement, at) : undefined
    // A function in FROM; the list behind the table of an insert is not one, and reads the same.
    if (call !== undefined && !isWord(words[start - 1], 'into')) at = call.close + 1
  }
  let alias = path.at(-1) ?? null
  if (isWord(words[at], 'as')) at++
  const named = words[at]
  if (isName(named) && !(named.kind === 'word' && NO_ALIAS.has(named.text))) {
    alias = named.text
    at++
    const list = isWord(words[at], '(') ? groupAt(statement, at) : undefined
    if (list !== undefined) {
      outputs = namesIn(statement, list)
      at = list.close + 1
    }
  }
  return { relation: alias === null ? null : { alias, path, outputs, ...place }, next: at }
}

const known = new WeakMap<Statement, readonly ScopeRelation[]>()

/** Every relation that a statement names, at any depth. */
export function relationsOf(statement: Statement): readonly ScopeRelation[] {
  const before = known.get(statement)
  if (before !== undefined) return before
  const found: ScopeRelation[] = []
  // Found ones are seen while others are still being read: a subquery may ask for those inside of it.
  known.set(statement, found)
  const { words } = statement
  // From the inside out, so that what a star stands for is known when it is asked for.
  for (let index = words.length - 1; index >= 0; index--) {
    const word = words[index]
    if (word === undefined || !introduces(statement, index)) continue
    let at = index + 1
    for (;;) {
      const { relation, next } = readReference(statement, at, { group: word.group, part: word.part })
      if (relation !== null) found.push(relation)
      if (!isWord(words[next], ',') || isWord(word, 'join') || words[next]?.group !== word.group || next <= at) break
      at = next + 1
    }
  }
  return found
}

/** The common table expressions of a statement, as what they give. */
export function commonTables(statement: Statement): readonly { name: string; outputs: readonly Output[] }[] {
  const { words } = statement
  const found: { name: string; outputs: readonly Output[] }[] = []
  for (const [index, word] of words.entries()) {
    if (!isWord(word, 'with') || isWord(words[index + 1], '(')) continue
    let at = isWord(words[index + 1], 'recursive') ? index + 2 : index + 1
    for (;;) {
      const name = words[at]
      if (!isName(name)) break
      at++
      let columns: string[] | null = null
      const list = isWord(words[at], '(') ? groupAt(statement, at) : undefined
      if (list !== undefined) {
        columns = namesIn(statement, list)
        at = list.close + 1
      }
      if (!isWord(words[at], 'as')) break
      at++
      while (isWord(words[at], 'not') || isWord(words[at], 'materialized')) at++
      const body = isWord(words[at], '(') ? groupAt(statement, at) : undefined
      if (body === undefined) break
      found.push({ name: name.text, outputs: columns ?? outputsOf(statement, at) ?? [] })
      at = body.close + 1
      if (!isWord(words[at], ',')) break
      at++
    }
  }
  return found
}

/** The relations that can be named at a place: those of its own parentheses and of those around it. */
export function visibleAt(statement: Statement, group: number, part: number): readonly ScopeRelation[] {
  const found: ScopeRelation[] = []
  let at = group
  let side = part
  while (at >= 0) {
    found.push(...relationsOf(statement).filter((one) => one.group === at && one.part === side))
    side = statement.groups[at]?.part ?? 0
    at = statement.groups[at]?.parent ?? -1
  }
  return found
}
