import { tokens } from './lexer.ts'
import { splitStatements } from './split.ts'

/** The lists of what a database holds that a screen may show. Views and sequences are among the tables. */
export const DATABASE_LISTS = [
  'tables',
  'schemas',
  'functions',
  'triggers',
  'policies',
  'types',
  'roles',
  'indexes',
  'extensions',
] as const
export type DatabaseList = (typeof DATABASE_LISTS)[number]

/** What is in a list, by the words that statements use, and what comes and goes together with it. */
const KINDS: Readonly<Record<string, readonly DatabaseList[]>> = {
  // What stands on a table goes with it, and is listed under its name.
  table: ['tables', 'indexes', 'types', 'triggers', 'policies'],
  // A materialized view has indexes.
  view: ['tables', 'indexes', 'types', 'triggers'],
  sequence: ['tables'],
  schema: DATABASE_LISTS,
  function: ['functions'],
  procedure: ['functions'],
  routine: ['functions'],
  aggregate: ['functions'],
  trigger: ['triggers'],
  policy: ['policies'],
  type: ['types'],
  domain: ['types'],
  role: ['roles'],
  user: ['roles'],
  group: ['roles'],
  privileges: ['roles'],
  index: ['indexes'],
  extension: DATABASE_LISTS,
}
// Comments are shown in lists, too.
const VERBS = new Set(['create', 'alter', 'drop', 'comment'])
/** What these make cannot be seen in their first words, or is whose everything is. */
const ANYTHING = new Set(['do', 'call', 'execute', 'reassign'])
/** What changes with a table that a query makes. */
const MADE: readonly DatabaseList[] = ['tables', 'indexes', 'types']

/**
 * Which lists a run may have changed, by the statements with `create`, `alter` and `drop` in it. A list that is named
 * in vain is read once too often; one that is left out would be shown as it no longer is.
 */
export function changedLists(sql: string): ReadonlySet<DatabaseList> {
  const changed = new Set<DatabaseList>()
  for (const { start, end } of splitStatements(sql))
    for (const list of ofStatement(sql.slice(start, end))) changed.add(list)
  return changed
}

function ofStatement(sql: string): readonly DatabaseList[] {
  const said: string[] = []
  for (const token of tokens(sql)) if (token.kind === 'word') said.push(sql.slice(token.start, token.end).toLowerCase())
  const [verb = ''] = said
  if (ANYTHING.has(verb)) return DATABASE_LISTS
  if (verb === 'import') return MADE
  if (verb === 'grant' || verb === 'revoke') return ['roles']
  if (!VERBS.has(verb)) {
    // `select … into` makes a table, and `explain analyze` runs what it explains.
    if (said.includes('into') && !said.includes('insert') && !said.includes('merge')) return MADE
    return verb === 'explain' && said.includes('create') ? MADE : []
  }
  // What is dropped with `cascade`, or belongs to somebody, may be of any kind.
  if (verb === 'drop' && (said.includes('cascade') || said[1] === 'owned')) return DATABASE_LISTS
  return said.slice(1).flatMap((word) => KINDS[word] ?? [])
}
