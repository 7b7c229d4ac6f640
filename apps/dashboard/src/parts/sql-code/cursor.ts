import { type StatementRange, splitStatements, tokens } from '@stoa/sql'
import { type ScopeRelation, visibleAt } from './scope.ts'
import { isName, isWord, readStatement, type Statement } from './statement.ts'

/** What is written at a place: the clause that it belongs to decides what can stand there. */
export type Clause =
  | 'start'
  | 'select'
  | 'from'
  | 'on'
  | 'where'
  | 'group'
  | 'order'
  | 'limit'
  | 'set'
  | 'values'
  | 'returning'
  | 'relation'
  | 'columns'
  | 'type'
  | 'schema'
  | 'function'
  | 'definition'
  | 'other'

/** A call that the cursor is in. */
export type Call = {
  readonly path: readonly string[]
  /** Which argument, from 0. */
  readonly argument: number
  /** Where its name begins and its parenthesis opens, as offsets of the whole text. */
  readonly from: number
  readonly open: number
}

export type Cursor = {
  readonly statement: Statement
  /** Where the name at the cursor begins, as an offset of the whole text, with its opening quote. */
  readonly from: number
  /** What of it is typed, without the quote. */
  readonly prefix: string
  readonly quoted: boolean
  /** The names before it, with a dot behind each. */
  readonly path: readonly string[]
  readonly clause: Clause
  /** The word before, in lower case; empty at the beginning. */
  readonly previous: string
  /** What can be named here, the nearest first. */
  readonly relations: readonly ScopeRelation[]
  /** The table whose columns a list in parentheses names; for `columns` alone. */
  readonly target: readonly string[] | null
  readonly call: Call | null
}

const CLAUSES: Readonly<Record<string, Clause>> = {
  select: 'select',
  from: 'from',
  join: 'from',
  on: 'on',
  where: 'where',
  having: 'where',
  check: 'where',
  when: 'where',
  by: 'order',
  limit: 'limit',
  offset: 'limit',
  set: 'set',
  values: 'values',
  returning: 'returning',
  into: 'relation',
  update: 'relation',
  table: 'relation',
  truncate: 'relation',
  view: 'relation',
  references: 'relation',
  schema: 'schema',
  function: 'function',
  procedure: 'function',
  call: 'function',
  type: 'type',
  returns: 'type',
  using: 'where',
  perform: 'select',
  return: 'select',
  if: 'where',
}

// Keywords that stand right before a parenthesis and are no functions.
const NO_CALL = new Set(
  `in any all some exists values as on using over filter select where and or not when then else from join group by
  with array row key unique check references into index table partition having returning limit set`.split(/\s+/),
)

/** The stretch of the text that a cursor is in: a statement, or the body of one that is written in dollar quotes. */
function stretchAt(sql: string, offset: number): { from: number; text: string } {
  const ranges = splitStatements(sql)
  const holds = ({ start, end, terminator }: StatementRange) =>
    start <= offset && offset <= end && (terminator === null || offset < terminator)
  // Behind the last word of the text one still writes the same statement; behind a semicolon, a new one.
  const range = ranges.find(holds) ?? ranges.findLast(({ end, terminator }) => terminator === null && end <= offset)
  if (range === undefined) {
    // Between statements there may be comments.
    const from = ranges.findLast(({ terminator }) => terminator !== null && terminator <= offset)?.terminator ?? 0
    return { from, text: sql.slice(from, ranges.find(({ start }) => start > offset)?.start ?? sql.length) }
  }
  const text = sql.slice(range.start, Math.max(range.end, Math.min(offset, sql.length)))
  for (const { kind, start, end, unterminated } of tokens(text)) {
    if (kind !== 'string' || text[start] !== '$') continue
    const tag = /^\$[^$]*\$/.exec(text.slice(start, end))?.[0] ?? ''
    const inside = { from: range.start + start + tag.length, to: range.start + end - (unterminated ? 0 : tag.length) }
    if (offset < inside.from || offset > inside.to) continue
    const inner = stretchAt(sql.slice(inside.from, inside.to), offset - inside.from)
    return { from: inside.from + inner.from, text: inner.text }
  }
  return { from: range.start, text }
}

/** Whether text is written at a place that is none of SQL's: in a comment, a string, a number. */
function isOutside(text: string, at: number): boolean {
  for (const { kind, start, end, unterminated } of tokens(text)) {
    if (start >= at) return false
    const within = at < end || (at === end && (unterminated || text.startsWith('--', start)))
    if (kind === 'comment' && within) return true
    if (kind === 'string' && (at < end || unterminated)) return true
    if ((kind === 'number' || kind === 'parameter') && at <= end) return true
  }
  return false
}

/**
 * What stands at a cursor.
 * @param offset UTF-16 code units from the beginning of the text
 * @returns null where no name can be written: in strings, comments and numbers
 */
export function cursorAt(sql: string, offset: number): Cursor | null {
  const { from: base, text } = stretchAt(sql, offset)
  const at = offset - base
  if (isOutside(text, at)) return null
  const statement = readStatement(text)
  const { words, groups } = statement
  const under = words.findIndex((word) => isName(word) && word.start < at && at <= word.end)
  const own = words[under]
  const quoted = own?.kind === 'identifier'
  const before = own === undefined ? words.findLastIndex(({ end }) => end <= at) : under - 1
  let index = before
  const path: string[] = []
  while (isWord(words[index], '.') && isName(words[index - 1])) {
    path.unshift(words[index - 1]?.text ?? '')
    index -= 2
  }
  const place = words[before]
  const opened = isWord(place, '(') ? groups.findIndex(({ open }) => open === before) : -1
  const group = own?.group ?? (opened >= 0 ? opened : (place?.group ?? 0))
  const part = own?.part ?? (opened >= 0 ? 0 : (place?.part ?? 0))
  const { clause, target } = clauseAt(statement, index, group)
  return {
    statement,
    from: base + (own?.start ?? at),
    prefix: own === undefined ? '' : text.slice(own.start + (quoted ? 1 : 0), at),
    quoted,
    path,
    clause,
    previous: words[index]?.text ?? '',
    relations: visibleAt(statement, group, part),
    target,
    call: callAt(statement, before, group, base),
  }
}

/** The clause that a place behind the word at `index` belongs to. */
function clauseAt(statement: Statement, index: number, group: number): { clause: Clause; target: string[] | null } {
  const { words, groups } = statement
  const found = (clause: Clause, target: string[] | null = null) => ({ clause, target })
  if (index < 0) return found('start')
  const previous = words[index]
  if (isWord(previous, ':') && isWord(words[index - 1], ':')) return found('type')
  for (let at = index; at >= 0; at--) {
    const word = words[at]
    if (word === undefined || word.group !== group || word.kind !== 'word') continue
    if (word.text === 'as' && at === index) {
      const opener = words[(groups[group]?.open ?? -1) - 1]
      if (isWord(opener, 'cast')) return found('type')
    }
    if (word.text === 'by') return found(isWord(words[at - 1], 'group') ? 'group' : 'order')
    if (word.text === 'on' && (isWord(words[0], 'create') || isWord(words[0], 'alter') || isWord(words[0], 'drop')))
      return found(at === index ? 'relation' : 'where')
    if (word.text === 'from' && isWord(words[at - 1], 'distinct')) continue
    if (word.text === 'update' && /^(?:for|on|do|key)$/.test(words[at - 1]?.text ?? '')) return found('other')
    const clause = CLAUSES[word.text]
    // The name is there already; what follows it is something else.
    if (clause === 'relation' || clause === 'schema' || clause === 'function') {
      if (at === index || isWord(previous, ',')) return found(clause)
      return found(clause === 'relation' && at < index ? 'from' : 'other')
    }
    if (clause === 'type') return found(at === index ? 'type' : 'other')
    if (clause !== undefined) return found(clause)
  }
  const here = groups[group]
  if (group === 0 || here === undefined) return found(index < 0 ? 'start' : 'other')
  // Nothing in these parentheses says it, so what stands before them does.
  const name: string[] = []
  let at = here.open - 1
  while (isName(words[at]) && name.length < 2) {
    name.unshift(words[at]?.text ?? '')
    if (!isWord(words[at - 1], '.')) break
    at -= 2
  }
  const lead = words[at - 1]
  if (name.length > 0 && (isWord(lead, 'into') || isWord(lead, 'references'))) return found('columns', name)
  if (name.length > 0 && isWord(lead, 'table')) {
    const second = isName(previous) && (isWord(words[index - 1], '(') || isWord(words[index - 1], ','))
    return found(second ? 'type' : 'definition')
  }
  if (isWord(words[here.open - 1], 'using') || isWord(words[here.open - 1], 'conflict')) return found('columns')
  return clauseAt(statement, here.open - 1, here.parent)
}

function callAt(statement: Statement, before: number, group: number, base: number): Call | null {
  const { words, groups } = statement
  let at = group
  while (at > 0) {
    const here = groups[at]
    if (here === undefined) return null
    const name = words[here.open - 1]
    const open = words[here.open]
    if (isName(name) && open !== undefined && !(name.kind === 'word' && NO_CALL.has(name.text))) {
      const path = [name.text]
      let first = here.open - 1
      while (isWord(words[first - 1], '.') && isName(words[first - 2])) {
        path.unshift(words[first - 2]?.text ?? '')
        first -= 2
      }
      // The list behind the table of an insert, and that of a definition, is no call.
      if (/^(?:into|table|references|index|view|as)$/.test(words[first - 1]?.text ?? '')) return null
      let argument = 0
      for (let index = here.open + 1; index <= before; index++)
        if (words[index]?.group === at && isWord(words[index], ',')) argument++
      return { path, argument, from: base + (words[first]?.start ?? 0), open: base + open.start }
    }
    at = here.parent
  }
  return null
}
