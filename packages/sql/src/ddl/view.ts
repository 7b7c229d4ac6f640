import { qualifiedName, quoteIdent } from '../quote.ts'
import { commentOn, trimmed } from './parts.ts'

/** A view as it is or as it is to be. */
export type ViewShape = {
  readonly kind: 'view' | 'materialized_view'
  readonly schema: string
  readonly name: string
  readonly query: string
  /** Reads as whoever asks. Of views alone. */
  readonly securityInvoker: boolean
  /** Hides rows from functions that would tell of them. Of views alone. */
  readonly securityBarrier?: boolean
  /** Whether rows that are changed through it have to be rows of it. Of views alone. */
  readonly checkOption: 'local' | 'cascaded' | null
  readonly comment: string | null
}

const WORDS = { view: 'view', materialized_view: 'materialized view' } as const
const named = ({ kind, schema, name }: Pick<ViewShape, 'kind' | 'schema' | 'name'>): string =>
  `${WORDS[kind]} ${qualifiedName(schema, name)}`

function make(view: ViewShape, replace: boolean): string {
  if (view.kind === 'materialized_view') return `create ${named(view)} as\n${trimmed(view.query)}`
  // What is not said here would be reset when the view is replaced.
  const said = [
    ...(view.securityInvoker ? ['security_invoker = true'] : []),
    ...(view.securityBarrier ? ['security_barrier = true'] : []),
  ]
  const options = said.length === 0 ? '' : ` with (${said.join(', ')})`
  const check = view.checkOption === null ? '' : `\nwith ${view.checkOption} check option`
  return `create ${replace ? 'or replace ' : ''}${named(view)}${options} as\n${trimmed(view.query)}${check}`
}

/** Makes a view. */
export const createView = (view: ViewShape): string[] => [
  make(view, false),
  ...(view.comment ? [commentOn(named(view), view.comment)] : []),
]

/**
 * Makes one view of another.
 * @param recreate drops it first, for columns that go or change: privileges on it are lost. A materialized view with
 * another query is always made anew
 * @returns nothing when they are the same
 */
export function alterView(before: ViewShape, after: ViewShape, recreate = false): string[] {
  const isOther =
    trimmed(before.query) !== trimmed(after.query) ||
    before.securityInvoker !== after.securityInvoker ||
    before.checkOption !== after.checkOption
  const isNew = isOther && (recreate || after.kind === 'materialized_view')
  if (isNew) return [`drop ${named(before)}`, ...createView(after)]
  const moved = { ...after, schema: before.schema, name: before.name }
  const statements = isOther ? [make(moved, true)] : []
  if (before.name !== after.name) statements.push(`alter ${named(before)} rename to ${quoteIdent(after.name)}`)
  if (before.schema !== after.schema)
    statements.push(`alter ${named({ ...after, schema: before.schema })} set schema ${quoteIdent(after.schema)}`)
  if ((before.comment ?? '') !== (after.comment ?? '')) statements.push(commentOn(named(after), after.comment))
  return statements
}

/** Fills a materialized view anew. Without `concurrently` nobody can read it meanwhile. */
export const refreshView = (schema: string, name: string, concurrently: boolean): string =>
  `refresh materialized view ${concurrently ? 'concurrently ' : ''}${qualifiedName(schema, name)}`

/** Drops a view. */
export const dropView = (view: Pick<ViewShape, 'kind' | 'schema' | 'name'>, cascade = false): string =>
  `drop ${named(view)}${cascade ? ' cascade' : ''}`
