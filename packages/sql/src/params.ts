import { type Token, tokens } from './lexer.ts'
import { quoteLiteral } from './quote.ts'

/** A value that a text asks for: declared in a comment with `@set`, used as `:name`. */
export type QueryParameter = {
  readonly name: string
  /** What the text says unless somebody says otherwise; null when the declaration gives nothing. */
  readonly defaultValue: string | null
  /** What is put in: the given value, else the default, else an empty text. */
  readonly value: string
  readonly type: 'enum' | 'other'
  /** What may be chosen from; empty unless it is an enum. */
  readonly possibleValues: readonly string[]
  /** The Postgres type that values are cast to, such as `integer`; null leaves it to where they stand. */
  readonly cast: string | null
  /** How often it is used. */
  readonly occurrences: number
}

/** A text with its values in place. */
export type FilledSql = {
  readonly sql: string
  /** Where an offset of the filled text was in the text before; within a value, where its name begins. */
  originalOffset(offset: number): number
}

type Declaration = Omit<QueryParameter, 'value' | 'occurrences'>
type Use = { readonly name: string; readonly start: number; readonly end: number }

// `@set name = value`, `@set name: a | b = a`, `@set name: enum(a, b) = a`, `@set name: integer = 5`, each on a line.
const DECLARATION = /@set\s+([a-z_]\w*)[^\S\n]*(?::([^=\n]*))?(?:=([^\n]*))?/gi
const ENUM = /^enum\s*\((.*)\)$/i
const TYPE = /^[a-z_][\w. ]*(?:\(\d+(?:\s*,\s*\d+)?\))?(?:\[\])?$/i
const NAME = /^[a-z_]\w*$/i

/** A value as it is written: without quotes round it, a semicolon behind it or the end of its comment. */
function plain(text: string): string {
  const trimmed = text
    .replace(/\*\/\s*$/, '')
    .trim()
    .replace(/;$/, '')
    .trim()
  const quoted = /^'((?:[^']|'')*)'$|^"((?:[^"]|"")*)"$/.exec(trimmed)
  if (quoted === null) return trimmed
  return quoted[1]?.replaceAll("''", "'") ?? quoted[2]?.replaceAll('""', '"') ?? ''
}

function declaration(name: string, kind: string | undefined, value: string | undefined): Declaration {
  const defaultValue = value === undefined ? null : plain(value)
  const about = plain(kind ?? '')
  const list = ENUM.exec(about)?.[1]?.split(',') ?? (about.includes('|') ? about.split('|') : null)
  if (list !== null) {
    const possibleValues = [...new Set(list.map(plain).filter((one) => one !== ''))]
    // The default can be chosen too, even where somebody forgot it.
    if (defaultValue !== null && defaultValue !== '' && !possibleValues.includes(defaultValue))
      possibleValues.unshift(defaultValue)
    if (possibleValues.length > 0) return { name, defaultValue, type: 'enum', possibleValues, cast: null }
  }
  return { name, defaultValue, type: 'other', possibleValues: [], cast: TYPE.test(about) ? about : null }
}

/** The parameters that a token stream declares; the last declaration of a name counts. */
function declarations(sql: string, all: readonly Token[]): Map<string, Declaration> {
  const found = new Map<string, Declaration>()
  for (const { kind, start, end } of all) {
    if (kind !== 'comment') continue
    for (const [, name, about, value] of sql.slice(start, end).matchAll(DECLARATION))
      if (name !== undefined) found.set(name, declaration(name, about, value))
  }
  return found
}

/**
 * The places where parameters stand: a colon and a name right behind it. The colon is neither half of a cast (`::`)
 * nor of an assignment (`:=`), nor the middle of a slice (`a[1:n]`, `a[:n]`) or of a pair of JSON (`'a':n`). In the
 * list of an array (`array[:a]`) there are no slices.
 */
function uses(sql: string, all: readonly Token[]): Use[] {
  const found: Use[] = []
  let lists = 0
  for (const [at, token] of all.entries()) {
    const next = all[at + 1]
    if (token.kind !== 'symbol') continue
    const symbol = sql[token.start]
    if (symbol === '[') {
      if (lists > 0 || /\barray\s*$/i.test(sql.slice(Math.max(0, token.start - 16), token.start))) lists++
    } else if (symbol === ']') lists = Math.max(0, lists - 1)
    if (symbol !== ':' || next?.kind !== 'word') continue
    const before = sql[token.start - 1] ?? ''
    if (/[:\w"')\]]/.test(before) || (before === '[' && lists === 0)) continue
    const name = sql.slice(next.start, next.end)
    if (NAME.test(name)) found.push({ name, start: token.start, end: next.end })
  }
  return found
}

/** The names of the parameters that stand in a text that declares some, in their order, each as often as it does. */
export const usedNames = (sql: string): string[] =>
  sql.includes('@set') ? uses(sql, [...tokens(sql)]).map(({ name }) => name) : []

/**
 * The parameters of a text in the order of their declarations.
 * @param values what somebody gave, by the names of parameters; what no parameter is called is passed over
 */
export function queryParameters(sql: string, values: Readonly<Record<string, string>> = {}): QueryParameter[] {
  // Nearly every text has none, and this is asked at every key.
  if (!sql.includes('@set')) return []
  const all = [...tokens(sql)]
  const counts = new Map<string, number>()
  for (const { name } of uses(sql, all)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...declarations(sql, all).values()].map((one) => ({
    ...one,
    value: (Object.hasOwn(values, one.name) ? values[one.name] : undefined) ?? one.defaultValue ?? '',
    occurrences: counts.get(one.name) ?? 0,
  }))
}

/**
 * A value as SQL: a quoted constant, whose type Postgres takes from where it stands, so that nothing in it can be more
 * than a value. The bare word `null` is no value.
 */
function constant({ value, cast }: QueryParameter): string {
  if (value.trim().toLowerCase() === 'null') return 'null'
  return cast === null ? quoteLiteral(value) : `${quoteLiteral(value)}::${cast}`
}

/**
 * Puts values in place of the parameters that a text declares. Names that it does not declare stay as they are.
 * @param sql the text, or a part of it that is to be run
 * @param values what somebody gave, by the names of parameters
 * @param declaredIn the whole text, when `sql` is a part of it without the declarations
 * @throws RangeError when a value holds a NUL character, which Postgres cannot store
 */
export function fillParameters(
  sql: string,
  values: Readonly<Record<string, string>> = {},
  declaredIn: string = sql,
): FilledSql {
  const parameters = new Map(queryParameters(declaredIn, values).map((one) => [one.name, one]))
  if (parameters.size === 0) return { sql, originalOffset: (offset) => offset }
  const pieces: { readonly at: number; readonly length: number; readonly use: Use }[] = []
  let filled = ''
  let from = 0
  for (const use of uses(sql, [...tokens(sql)])) {
    const parameter = parameters.get(use.name)
    if (parameter === undefined) continue
    filled += sql.slice(from, use.start)
    const text = constant(parameter)
    pieces.push({ at: filled.length, length: text.length, use })
    filled += text
    from = use.end
  }
  filled += sql.slice(from)
  return {
    sql: filled,
    originalOffset(offset) {
      // A script may hold many thousand of them, and each of its statements is asked for.
      let [low, high] = [0, pieces.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((pieces[middle]?.at ?? 0) <= offset) low = middle + 1
        else high = middle
      }
      const last = pieces[low - 1]
      if (last === undefined) return offset
      const behind = offset - last.at - last.length
      return behind < 0 ? last.use.start : last.use.end + behind
    },
  }
}
