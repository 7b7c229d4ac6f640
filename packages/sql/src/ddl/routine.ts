import { tokens } from '../lexer.ts'
import { qualifiedName, quoteIdent, quoteLiteral } from '../quote.ts'
import { commentOn, dollarQuoted } from './parts.ts'

/** A function or procedure as it is or as it is to be. */
export type RoutineShape = {
  readonly kind: 'function' | 'procedure'
  readonly schema: string
  readonly name: string
  /** What stands between its parentheses, as somebody wrote it. */
  readonly arguments: string
  /** Null for a procedure. */
  readonly returns: string | null
  readonly language: string
  readonly volatility: 'immutable' | 'stable' | 'volatile'
  readonly securityDefiner: boolean
  readonly strict: boolean
  /** Whether workers beside may run it; `unsafe` without it. */
  readonly parallel?: 'unsafe' | 'restricted' | 'safe'
  /** What the planner takes for its cost and for the rows that it gives; what Postgres takes without them. */
  readonly cost?: number | null
  readonly rows?: number | null
  /** Schemas between commas; an empty text is a path without any, null leaves it to the caller's. */
  readonly searchPath: string | null
  /** What else it sets while it runs. */
  readonly config: Readonly<Record<string, string>>
  readonly body: string
  readonly comment: string | null
}

/** What tells a function from others of its name. */
export type RoutineName = Pick<RoutineShape, 'kind' | 'schema' | 'name'> & { readonly identity: string }

const named = ({ kind, schema, name, identity }: RoutineName): string =>
  `${kind} ${qualifiedName(schema, name)}(${identity})`

/** A search path as SET takes it: a list of names, or one empty text. */
function pathList(path: string): string {
  const names = [...path.matchAll(/"((?:[^"]|"")*)"|[^,\s"']+/g)].map(([plain, quoted]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )
  const known = names.filter((name) => name !== '')
  return known.length === 0 ? "''" : known.map(quoteIdent).join(', ')
}

const setting = (name: string): string => name.split('.').map(quoteIdent).join('.')

function make(routine: RoutineShape, replace: boolean): string {
  const { kind, schema, name, returns, language, volatility, searchPath, config, body } = routine
  return [
    `create ${replace ? 'or replace ' : ''}${kind} ${qualifiedName(schema, name)}(${routine.arguments.trim()})`,
    ...(kind === 'function' ? [`returns ${(returns ?? '').trim() || 'void'}`] : []),
    `language ${quoteIdent(language)}`,
    ...(kind === 'function' && volatility !== 'volatile' ? [volatility] : []),
    ...(kind === 'function' && routine.strict ? ['strict'] : []),
    ...(kind === 'function' && (routine.parallel ?? 'unsafe') !== 'unsafe' ? [`parallel ${routine.parallel}`] : []),
    ...(kind === 'function' && routine.cost != null ? [`cost ${Number(routine.cost)}`] : []),
    ...(kind === 'function' && routine.rows != null ? [`rows ${Number(routine.rows)}`] : []),
    ...(routine.securityDefiner ? ['security definer'] : []),
    ...(searchPath === null ? [] : [`set search_path = ${pathList(searchPath)}`]),
    ...Object.entries(config).map(([key, value]) => `set ${setting(key)} = ${quoteLiteral(value)}`),
    `as ${dollarQuoted(`\n${body.replace(/^\n+|\s+$/g, '')}\n`)}`,
  ].join('\n')
}

/** What stands between a function's parentheses without the defaults, which tells it from others of its name. */
function identityOf(args: string): string {
  let depth = 0
  let isDefault = false
  let identity = ''
  for (const { kind, start, end } of tokens(args)) {
    const text = args.slice(start, end)
    if (kind === 'symbol' && (text === '(' || text === '[')) depth += 1
    if (kind === 'symbol' && (text === ')' || text === ']')) depth -= 1
    if (depth === 0 && kind === 'symbol' && text === ',') isDefault = false
    else if (depth === 0 && ((kind === 'symbol' && text === '=') || /^default$/i.test(text))) isDefault = true
    if (!isDefault && kind !== 'comment') identity += text
  }
  return identity.trim()
}

/** Makes a function or a procedure. */
export const createRoutine = (routine: RoutineShape): string[] => [
  make(routine, false),
  ...(routine.comment
    ? [commentOn(named({ ...routine, identity: identityOf(routine.arguments) }), routine.comment)]
    : []),
]

/**
 * Makes one function of another, in its place: whatever calls it goes on doing so.
 * @param identity how its arguments name it
 * @returns nothing when they are the same
 */
export function alterRoutine(before: RoutineShape, after: RoutineShape, identity: string): string[] {
  const { kind, schema, name } = before
  const same = { ...after, schema, name, comment: before.comment }
  const statements = make(same, true) === make(before, true) ? [] : [make(same, true)]
  if (after.name !== name)
    statements.push(`alter ${named({ kind, schema, name, identity })} rename to ${quoteIdent(after.name)}`)
  if (after.schema !== schema)
    statements.push(
      `alter ${named({ kind, schema, name: after.name, identity })} set schema ${quoteIdent(after.schema)}`,
    )
  if ((before.comment ?? '') !== (after.comment ?? ''))
    statements.push(commentOn(named({ kind, schema: after.schema, name: after.name, identity }), after.comment))
  return statements
}

/** Drops a function or a procedure. */
export const dropRoutine = (routine: RoutineName, cascade = false): string =>
  `drop ${named(routine)}${cascade ? ' cascade' : ''}`
