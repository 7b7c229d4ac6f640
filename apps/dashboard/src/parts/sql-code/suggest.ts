import { qualifiedName, quoteIdent } from '@stoa/sql'
import type { Catalog, CatalogFunction, CatalogRelation } from './catalog.ts'
import type { Cursor } from './cursor.ts'
import { CLAUSE_KEYWORDS, COMMON_TYPES } from './keywords.ts'
import { columnsOf, type KnownColumn, relationNamed } from './resolve.ts'
import { commonTables, type ScopeRelation } from './scope.ts'

/** Something that could stand at the cursor. */
export type Suggestion = {
  readonly label: string
  readonly kind: 'column' | 'table' | 'view' | 'function' | 'keyword' | 'type' | 'schema' | 'alias' | 'condition'
  /** What is written; the label unless said. */
  readonly text?: string
  /** A grey word behind the label. */
  readonly detail?: string
  /** A sentence about it. */
  readonly about?: string
  /** Larger comes first among equally good matches, from -99 to 99. */
  readonly rank: number
  /** A call: the cursor goes between its parentheses, unless it takes nothing. */
  readonly call?: 'empty' | 'arguments'
}

const isSystem = (schema: string) => schema === 'pg_catalog' || schema === 'information_schema'

function columnAbout(column: KnownColumn): string | undefined {
  const facts = [
    column.primaryKey ? 'primary key' : null,
    column.references ? `→ ${column.references}` : null,
    column.comment ?? null,
  ].filter((fact) => fact !== null)
  return facts.length > 0 ? facts.join('\n') : undefined
}

function columnSuggestion(column: KnownColumn, rank: number, more: Partial<Suggestion> = {}): Suggestion {
  const detail = column.type === undefined ? undefined : `${column.type}${column.notNull ? '' : '?'}`
  const about = columnAbout(column)
  return {
    label: column.name,
    kind: 'column',
    text: quoteIdent(column.name),
    rank,
    ...(detail !== undefined && { detail }),
    ...(about !== undefined && { about }),
    ...more,
  }
}

function relationSuggestion(catalog: Catalog, relation: CatalogRelation, bare: boolean, rank: number): Suggestion {
  const { schema, name, kind, comment } = relation
  const inPath = catalog.path.includes(schema) || schema === 'pg_catalog'
  const label = bare || inPath ? name : `${schema}.${name}`
  return {
    label,
    kind: kind.includes('view') ? 'view' : 'table',
    text: bare || inPath ? quoteIdent(name) : qualifiedName(schema, name),
    detail: bare || inPath ? kind : `${kind}`,
    rank: isSystem(schema) ? rank - 60 : rank,
    ...(comment !== null && { about: comment }),
  }
}

const builtFunctions = new WeakMap<Catalog, Map<string, readonly Suggestion[]>>()

/** The functions of a schema, or all of them; several of one name are one suggestion. */
function functionSuggestions(catalog: Catalog, schema: string | null): readonly Suggestion[] {
  const built = builtFunctions.get(catalog) ?? new Map<string, readonly Suggestion[]>()
  builtFunctions.set(catalog, built)
  const before = built.get(schema ?? '')
  if (before !== undefined) return before
  const groups = new Map<string, CatalogFunction[]>()
  for (const one of catalog.functions) {
    if (schema !== null && one.schema !== schema) continue
    const inPath = catalog.path.includes(one.schema) || one.schema === 'pg_catalog'
    const label = schema !== null || inPath ? one.name : `${one.schema}.${one.name}`
    groups.set(label, [...(groups.get(label) ?? []), one])
  }
  const suggestions = [...groups].map(([label, all]): Suggestion => {
    const [first] = all
    const bare = label === first?.name
    const name = quoteIdent(first?.name ?? '')
    return {
      label,
      kind: 'function',
      text: bare ? name : `${quoteIdent(first?.schema ?? '')}.${name}`,
      detail: `(${first?.args ?? ''})${all.length > 1 ? ` +${all.length - 1}` : ''}`,
      rank: isSystem(first?.schema ?? '') ? 0 : 10,
      call: all.some(({ args }) => args !== '') ? 'arguments' : 'empty',
      about: `${first?.result ?? ''}${first?.comment ? `\n${first.comment}` : ''}`,
    }
  })
  built.set(schema ?? '', suggestions)
  return suggestions
}

const keywordSuggestions = (cursor: Cursor): Suggestion[] =>
  CLAUSE_KEYWORDS[cursor.clause].map((label, index) => ({ label, kind: 'keyword', rank: 20 - Math.min(30, index) }))

/** How two relations are joined, as their foreign keys say: `orders.user_id = users.id`. */
function joinConditions(catalog: Catalog, cursor: Cursor): Suggestion[] {
  const [last, ...others] = cursor.relations.toSorted(
    (a, b) =>
      cursor.statement.words.findLastIndex(({ text }) => text === b.alias) -
      cursor.statement.words.findLastIndex(({ text }) => text === a.alias),
  )
  if (last === undefined) return []
  const found: Suggestion[] = []
  const link = (from: ScopeRelation, to: ScopeRelation) => {
    const source = relationNamed(catalog, from.path)
    const target = relationNamed(catalog, to.path)
    for (const column of source?.columns ?? []) {
      const match = target && column.references?.startsWith(`${qualifiedName(target.schema, target.name)}(`)
      if (!match) continue
      const key = column.references?.slice(column.references.lastIndexOf('(') + 1, -1) ?? ''
      const text = `${quoteIdent(from.alias)}.${quoteIdent(column.name)} = ${quoteIdent(to.alias)}.${key}`
      found.push({ label: text, kind: 'condition', detail: 'foreign key', rank: 99 })
    }
  }
  for (const other of others) {
    link(last, other)
    link(other, last)
  }
  return found
}

/** The columns of everything in scope, and the names it goes by. */
function scopeSuggestions(catalog: Catalog, cursor: Cursor): Suggestion[] {
  const all = cursor.relations.flatMap((relation, at) =>
    columnsOf(catalog, cursor.statement, relation).map((column) => ({ relation, column, at })),
  )
  const times = new Map<string, number>()
  for (const { column } of all) times.set(column.name, (times.get(column.name) ?? 0) + 1)
  const columns = all.map(({ relation, column, at }) => {
    const shared = (times.get(column.name) ?? 0) > 1
    const suggestion = columnSuggestion(column, 60 - Math.min(at, 10))
    if (!shared) return suggestion
    const text = `${quoteIdent(relation.alias)}.${quoteIdent(column.name)}`
    return { ...suggestion, label: `${relation.alias}.${column.name}`, text }
  })
  const aliases = cursor.relations.map(
    (relation): Suggestion => ({
      label: relation.alias,
      kind: 'alias',
      text: quoteIdent(relation.alias),
      rank: 40,
      ...(relation.path.length > 0 && { detail: relation.path.join('.') }),
    }),
  )
  return [...columns, ...aliases]
}

/** What can follow a name and a dot. */
function behindDot(catalog: Catalog, cursor: Cursor): Suggestion[] {
  const { path, relations, statement } = cursor
  const [first = '', second] = path
  if (second === undefined) {
    const meant = relations.find(({ alias }) => alias === first)
    // In the list of a select the table may be named before its FROM is written.
    const columns = meant ? columnsOf(catalog, statement, meant) : relationNamed(catalog, path)?.columns
    const inSchema = catalog.schemas.includes(first)
      ? [
          ...catalog.relations
            .filter(({ schema }) => schema === first)
            .map((one) => relationSuggestion(catalog, one, true, 30)),
          ...functionSuggestions(catalog, first),
          ...typeSuggestions(catalog, first),
        ]
      : []
    return [...(columns ?? []).map((column) => columnSuggestion(column, 60)), ...inSchema]
  }
  return (relationNamed(catalog, path)?.columns ?? []).map((column) => columnSuggestion(column, 60))
}

function typeSuggestions(catalog: Catalog, only: string | null): Suggestion[] {
  return catalog.types
    .filter(({ schema }) => (only === null ? true : schema === only))
    .map(({ schema, name, kind, values, comment }) => {
      const bare = only !== null || catalog.path.includes(schema)
      const about = values?.join(', ') ?? comment
      return {
        label: bare ? name : `${schema}.${name}`,
        kind: 'type' as const,
        text: bare ? quoteIdent(name) : qualifiedName(schema, name),
        detail: kind,
        rank: 40,
        ...(about !== null && { about }),
      }
    })
}

const schemaSuggestions = (catalog: Catalog, rank: number): Suggestion[] =>
  catalog.schemas.map((name) => ({ label: name, kind: 'schema', text: quoteIdent(name), detail: 'schema', rank }))

const NO_CATALOG: Catalog = { path: [], schemas: [], relations: [], functions: [], types: [] }

/**
 * What can be written at a cursor, best first among equally good matches; matching what is typed is not done here.
 * @param known what the database holds; without it there are keywords and common types
 */
export function suggestionsAt(cursor: Cursor, known: Catalog | null): readonly Suggestion[] {
  const catalog = known ?? NO_CATALOG
  if (cursor.path.length > 0) return behindDot(catalog, cursor)
  const keywords = keywordSuggestions(cursor)
  const relations = (rank: number): Suggestion[] => [
    ...commonTables(cursor.statement).map(
      ({ name }): Suggestion => ({
        label: name,
        kind: 'table',
        text: quoteIdent(name),
        detail: 'with',
        rank: rank + 20,
      }),
    ),
    ...catalog.relations.map((one) => relationSuggestion(catalog, one, false, rank)),
    ...schemaSuggestions(catalog, rank - 30),
  ]
  switch (cursor.clause) {
    case 'start':
      return keywords
    case 'from': {
      // Right behind the keyword or a comma a relation begins; behind a relation, the next clause.
      const begins = /^(?:from|join|,|lateral|only|using)$/.test(cursor.previous)
      return begins
        ? [...relations(60), ...functionSuggestions(catalog, null), ...keywords]
        : [...keywords.map((one) => ({ ...one, rank: one.rank + 60 })), ...relations(0)]
    }
    case 'relation':
      return [...relations(60), ...keywords]
    case 'columns': {
      const target = cursor.target === null ? null : relationNamed(catalog, cursor.target)
      return target === null
        ? scopeSuggestions(catalog, cursor)
        : target.columns.map((column, at) => columnSuggestion(column, Math.max(0, 60 - at)))
    }
    case 'type':
      return [
        ...COMMON_TYPES.map((label, at): Suggestion => ({ label, kind: 'type', rank: 60 - at })),
        ...typeSuggestions(catalog, null),
        ...catalog.relations
          .filter(({ schema }) => !isSystem(schema))
          .map((one) => relationSuggestion(catalog, one, false, -20)),
        ...keywords,
      ]
    case 'schema':
      return [...schemaSuggestions(catalog, 60), ...keywords]
    case 'function':
      return [...functionSuggestions(catalog, null), ...schemaSuggestions(catalog, 0), ...keywords]
    case 'definition':
    case 'other':
      return [
        ...keywords,
        ...scopeSuggestions(catalog, cursor),
        ...relations(-10),
        ...functionSuggestions(catalog, null),
        ...COMMON_TYPES.map((label): Suggestion => ({ label, kind: 'type', rank: -10 })),
      ]
    case 'on':
      return [
        ...(cursor.previous === 'on' ? joinConditions(catalog, cursor) : []),
        ...scopeSuggestions(catalog, cursor),
        ...functionSuggestions(catalog, null),
        ...keywords,
      ]
    default:
      return [
        ...scopeSuggestions(catalog, cursor),
        ...functionSuggestions(catalog, null),
        ...keywords,
        ...catalog.relations.map((one) => relationSuggestion(catalog, one, false, -40)),
        ...schemaSuggestions(catalog, -60),
      ]
  }
}
