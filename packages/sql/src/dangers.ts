import { tokens } from './lexer.ts'
import { type SqlParser, SqlSyntaxError } from './parser.ts'
import { commandKeyword, type StatementRange, splitStatements } from './split.ts'

/**
 * What a statement does that is worth a warning before it runs. `unclear` is a statement that holds a word of danger
 * and cannot be parsed.
 */
export type DangerKind = 'drop' | 'delete' | 'truncate' | 'update-without-where' | 'delete-without-where' | 'unclear'

export type Danger = { readonly kind: DangerKind; readonly statement: StatementRange }

/** Whether a danger takes something away for good, rather than changing more than was meant. */
export const isDestructive = (kind: DangerKind): boolean => kind !== 'update-without-where'

/** Words without which a statement holds no danger, wherever they stand. */
const WORDS = new Set(['drop', 'delete', 'truncate', 'update'])
/** Commands that only write down, or allow, what others do later. */
const HARMLESS = new Set(['create', 'grant', 'revoke', 'comment', 'insert'])

/** What a statement shows to somebody who reads its words: its dangers, or that only the parser can tell. */
type Seen = readonly DangerKind[] | 'parse'

/**
 * Whether a text may hold dangers: it names one outside of strings, comments and quoted names, or runs a block of
 * code that does. What may not, surely does not, so that few texts need the parser.
 */
export function mayHoldDangers(sql: string): boolean {
  return splitStatements(sql).some((range) => {
    const seen = look(sql.slice(range.start, range.end))
    return seen === 'parse' || seen.length > 0
  })
}

/** What is dangerous in a text that is about to run, in the order of its statements, each kind once for a statement. */
export function findDangers(parser: SqlParser, sql: string): Danger[] {
  return splitStatements(sql).flatMap((statement) => {
    const text = sql.slice(statement.start, statement.end)
    const seen = look(text)
    const kinds = seen === 'parse' ? parsed(parser, text) : seen
    return [...kinds].map((kind) => ({ kind, statement }))
  })
}

/** Looks at the words of one statement. */
function look(statement: string): Seen {
  const command = commandKeyword(statement) ?? ''
  if (command === 'do') return blockDangers(statement)
  const found = new Set<string>()
  let [depth, hasWhere, hasWith, before] = [0, false, false, '']
  for (const { kind, start, end } of tokens(statement)) {
    if (kind === 'space' || kind === 'comment') continue
    const text = kind === 'word' || kind === 'symbol' ? statement.slice(start, end).toLowerCase() : ''
    if (text === '(') depth++
    else if (text === ')') depth--
    else if (text === 'with') hasWith = true
    // Behind AS any word is a name.
    else if (text === 'where' && depth === 0 && before !== 'as') hasWhere = true
    else if (WORDS.has(text)) found.add(text)
    before = text
  }
  if (found.size === 0) return []
  if (command === 'drop' || command === 'truncate') return [command]
  // `alter … drop …` has dozens of trees, and all of them drop something.
  if (command === 'alter') return found.has('drop') ? ['drop'] : []
  // Without WITH none of these holds another command.
  if (hasWith) return 'parse'
  if (command === 'delete') return [hasWhere ? 'delete' : 'delete-without-where']
  if (command === 'update') return hasWhere ? [] : ['update-without-where']
  return HARMLESS.has(command) ? [] : 'parse'
}

function parsed(parser: SqlParser, statement: string): Set<DangerKind> {
  try {
    const kinds = new Set<DangerKind>()
    walk(JSON.parse(parser.tree(statement)), kinds)
    return kinds
  } catch (error) {
    if (error instanceof SqlSyntaxError) return new Set(['unclear'])
    throw error
  }
}

type Node = { readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** What is only written down and does not run with the statement. */
const KEPT = new Set(['RuleStmt', 'CreateFunctionStmt', 'CreateTrigStmt', 'CreatePolicyStmt', 'ViewStmt'])

function walk(value: unknown, kinds: Set<DangerKind>): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, kinds)
    return
  }
  if (!isNode(value)) return
  for (const [key, child] of Object.entries(value)) {
    if (KEPT.has(key)) continue
    if (key === 'ExplainStmt' && isNode(child) && !runsWhatItExplains(child)) continue
    if (isNode(child)) note(key, child, kinds)
    walk(child, kinds)
  }
}

function note(key: string, node: Node, kinds: Set<DangerKind>): void {
  if (key === 'TruncateStmt') kinds.add('truncate')
  else if (/^Drop\w*Stmt$/.test(key)) kinds.add('drop')
  else if (key === 'DeleteStmt') kinds.add(node.whereClause === undefined ? 'delete-without-where' : 'delete')
  else if (key === 'UpdateStmt' && node.whereClause === undefined) kinds.add('update-without-where')
  else if (key === 'MergeWhenClause' && node.commandType === 'CMD_DELETE') kinds.add('delete')
}

/** Whether EXPLAIN also runs its statement. A value that is no clear `false` counts as yes. */
function runsWhatItExplains(explain: Node): boolean {
  const options = Array.isArray(explain.options) ? (explain.options as unknown[]) : []
  return options.some((option) => {
    const element = isNode(option) && isNode(option.DefElem) ? option.DefElem : null
    if (element === null || String(element.defname).toLowerCase() !== 'analyze') return false
    return !/"sval":"(?:off|false)"|"Integer":\{\}/i.test(JSON.stringify(element.arg ?? null))
  })
}

/**
 * What a DO block does, as far as its words say: its language is not SQL, and what it builds out of strings is not
 * known before it runs.
 */
function blockDangers(statement: string): DangerKind[] {
  const kinds = new Set<DangerKind>()
  for (const token of tokens(statement)) {
    if (token.kind !== 'string') continue
    const body = unquoted(statement.slice(token.start, token.end))
    // Words inside strings count here: they may be what EXECUTE runs.
    const has = (word: string) => new RegExp(`\\b${word}\\b`, 'i').test(body)
    if (has('drop')) kinds.add('drop')
    if (has('truncate')) kinds.add('truncate')
    for (const range of splitStatements(body)) {
      const part = body.slice(range.start, range.end)
      const open = !/\bwhere\b/i.test(part)
      if (/\bdelete\b/i.test(part)) kinds.add(open ? 'delete-without-where' : 'delete')
      if (/\bupdate\b[\s\S]*\bset\b/i.test(part) && open) kinds.add('update-without-where')
    }
  }
  return [...kinds]
}

/** The inside of a string constant, near enough to look for words in it. */
const unquoted = (text: string): string => text.replace(/^(?:\$[^$]*\$|[^']*')|(?:\$[^$]*\$|')$/g, '')
