import type { Catalog, CatalogFunction, CatalogRelation } from './catalog.ts'
import { type Cursor, cursorAt } from './cursor.ts'
import { columnsOf, functionsNamed, type KnownColumn, relationNamed } from './resolve.ts'

/** What a hint says about a name: a head, a few facts, a sentence that somebody wrote. */
export type Description = {
  readonly head: string
  /** Behind the head, in grey. */
  readonly detail: string
  readonly facts: readonly string[]
  readonly comment: string | null
}

const SHOWN_COLUMNS = 12

function ofColumn(column: KnownColumn, owner: string): Description {
  const facts = [
    column.notNull === undefined ? null : column.notNull ? 'not null' : 'may be null',
    column.primaryKey ? 'primary key' : null,
    column.references ? `references ${column.references}` : null,
  ]
  return {
    head: `${owner}.${column.name}`,
    detail: column.type ?? '',
    facts: facts.filter((fact) => fact !== null),
    comment: column.comment ?? null,
  }
}

function ofRelation({ schema, name, kind, comment, columns }: CatalogRelation): Description {
  const shown = columns.slice(0, SHOWN_COLUMNS).map((column) => `${column.name} ${column.type}`)
  const rest = columns.length - shown.length
  return { head: `${schema}.${name}`, detail: kind, facts: rest > 0 ? [...shown, `and ${rest} more`] : shown, comment }
}

/** A function as one reads it: its name, what it takes and gives. */
export const signatureOf = ({ name, args, result, kind }: CatalogFunction): string =>
  kind === 'procedure' ? `${name}(${args})` : `${name}(${args}) → ${result}`

function ofFunctions(all: readonly CatalogFunction[]): Description | null {
  const [first] = all
  if (first === undefined) return null
  return {
    head: `${first.schema}.${first.name}`,
    detail: first.kind,
    facts: all.slice(0, 6).map(signatureOf),
    comment: first.comment,
  }
}

function inScope(catalog: Catalog, { relations, statement, path, prefix }: Cursor): Description | null {
  const [owner] = path
  for (const relation of relations) {
    if (path.length > 1 || (owner !== undefined && relation.alias !== owner)) continue
    const column = columnsOf(catalog, statement, relation).find(({ name }) => name === prefix)
    if (column !== undefined) return ofColumn(column, relation.alias)
  }
  return null
}

/**
 * What a name in a text is.
 * @param end where the name ends, as an offset of the text
 * @returns null for what the database does not know
 */
export function describeName(catalog: Catalog, sql: string, end: number): Description | null {
  const found = cursorAt(sql, end)
  if (found === null || found.prefix === '') return null
  const cursor = found.quoted ? { ...found, prefix: found.prefix.replace(/"$/, '') } : found
  const { path, prefix, relations } = cursor
  const name = cursor.quoted ? prefix : prefix.toLowerCase()
  if (/^\s*\(/.test(sql.slice(end, end + 20))) {
    const called = ofFunctions(functionsNamed(catalog, [...path, name]))
    if (called !== null) return called
  }
  const column = inScope(catalog, { ...cursor, prefix: name })
  if (column !== null) return column
  const alias = path.length === 0 ? relations.find((one) => one.alias === name && one.path.length > 0) : undefined
  const relation = relationNamed(catalog, alias?.path ?? [...path, name])
  if (relation !== null) return ofRelation(relation)
  const owner = path.length > 0 ? relationNamed(catalog, path) : null
  const owned = owner?.columns.find((one) => one.name === name)
  if (owner !== null && owned !== undefined) return ofColumn(owned, owner.name)
  const type = catalog.types.find((one) => one.name === name && (path.length === 0 || path[0] === one.schema))
  if (type === undefined) return null
  return { head: `${type.schema}.${type.name}`, detail: type.kind, facts: type.values ?? [], comment: type.comment }
}
