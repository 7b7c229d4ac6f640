import type { Catalog, CatalogColumn, CatalogFunction, CatalogRelation } from './catalog.ts'
import { commonTables, type Output, type ScopeRelation } from './scope.ts'
import type { Statement } from './statement.ts'

/** A column that can be named, as much as is known of it. */
export type KnownColumn = Partial<CatalogColumn> & { readonly name: string }

type Index = {
  readonly relations: ReadonlyMap<string, readonly CatalogRelation[]>
  readonly functions: ReadonlyMap<string, readonly CatalogFunction[]>
}

const indexes = new WeakMap<Catalog, Index>()

function indexOf(catalog: Catalog): Index {
  const before = indexes.get(catalog)
  if (before !== undefined) return before
  const index = {
    relations: Map.groupBy(catalog.relations, ({ name }) => name),
    functions: Map.groupBy(catalog.functions, ({ name }) => name),
  }
  indexes.set(catalog, index)
  return index
}

/** Chooses what a name with or without a schema means: what the search path finds first, and Postgres's own. */
function choose<T extends { readonly schema: string }>(catalog: Catalog, all: readonly T[], schema?: string): T[] {
  if (schema !== undefined) return all.filter((one) => one.schema === schema)
  for (const candidate of ['pg_catalog', ...catalog.path]) {
    const found = all.filter((one) => one.schema === candidate)
    if (found.length > 0) return found
  }
  return []
}

/** The relation that a written name means, or null. */
export function relationNamed(catalog: Catalog, path: readonly string[]): CatalogRelation | null {
  const [name, schema] = path.toReversed()
  return name === undefined ? null : (choose(catalog, indexOf(catalog).relations.get(name) ?? [], schema)[0] ?? null)
}

/** Every function that a written name may mean. */
export function functionsNamed(catalog: Catalog, path: readonly string[]): readonly CatalogFunction[] {
  const [name, schema] = path.toReversed()
  return name === undefined ? [] : choose(catalog, indexOf(catalog).functions.get(name) ?? [], schema)
}

function outputColumns(
  catalog: Catalog,
  statement: Statement,
  outputs: readonly Output[],
  depth: number,
): KnownColumn[] {
  return outputs.flatMap((output) => {
    if (typeof output === 'string') {
      return [{ name: output }]
    }
    const meant = output.star === null ? output.scope : output.scope.filter(({ alias }) => alias === output.star)
    return meant.flatMap((one) => columnsOf(catalog, statement, one, depth + 1))
  })
}

/** The columns of something in scope: of a table, a common table expression, a subquery. */
export function columnsOf(
  catalog: Catalog,
  statement: Statement,
  relation: ScopeRelation,
  depth = 0,
): readonly KnownColumn[] {
  // A recursive expression names itself.
  if (depth > 8) return []
  if (relation.outputs !== null) return outputColumns(catalog, statement, relation.outputs, depth)
  const [only, ...more] = relation.path
  const common = more.length === 0 ? commonTables(statement).find(({ name }) => name === only) : undefined
  if (common !== undefined) return outputColumns(catalog, statement, common.outputs, depth)
  return relationNamed(catalog, relation.path)?.columns ?? []
}
