import type { Catalog, CatalogForeignKey } from './catalog.ts'
import { viewColumns } from './view-columns.ts'

export type RelationName = { readonly oid: number; readonly schema: string; readonly name: string }
/** Pairs of columns that are equal: the first of the near side, the second of the far side. */
export type Pairs = readonly (readonly [string, string])[]

export type KeyRelationship = {
  readonly kind: 'key'
  readonly origin: RelationName
  readonly target: RelationName
  readonly cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one'
  readonly constraint: string
  readonly pairs: Pairs
  /** Whether a table refers to itself. */
  readonly self: boolean
  /** Whether the far side is a view, which only its own name means. */
  readonly toView: boolean
}
export type JunctionRelationship = {
  readonly kind: 'junction'
  readonly origin: RelationName
  readonly target: RelationName
  readonly cardinality: 'many-to-many'
  readonly junction: RelationName
  readonly constraints: readonly [string, string]
  /** The origin's columns with the junction's, and the junction's with the target's. */
  readonly near: Pairs
  readonly far: Pairs
  readonly self: boolean
}
export type ComputedRelationship = {
  readonly kind: 'computed'
  readonly origin: RelationName
  readonly target: RelationName
  readonly cardinality: 'many-to-one' | 'one-to-many'
  readonly function: { readonly schema: string; readonly name: string }
  readonly self: boolean
}
export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

export const isToOne = (one: Relationship): boolean =>
  one.cardinality === 'many-to-one' || one.cardinality === 'one-to-one'

/** A key or a table's columns, seen through a relation that shows them all: the table itself or a view. */
type Shown = { readonly relation: RelationName; readonly columns: ReadonlyMap<number, string> }
type OneWay = {
  readonly key: CatalogForeignKey
  readonly origin: Shown
  readonly target: Shown
  readonly unique: boolean
}

/** Which base columns each view shows, by table; views upon views are followed down. */
function throughViews(catalog: Catalog): Map<number, { view: number; columns: Map<number, number> }[]> {
  const direct = new Map(catalog.views.map((view) => [view.oid, viewColumns(view.tree)]))
  const resolve = (table: number, column: number, seen: number): { table: number; column: number } => {
    const below = direct.get(table)?.find(({ num }) => num === column)
    return below && seen < 32 ? resolve(below.table, below.column, seen + 1) : { table, column }
  }
  const found = new Map<number, { view: number; columns: Map<number, number> }[]>()
  for (const [view, columns] of direct) {
    const byTable = new Map<number, Map<number, number>>()
    for (const one of columns) {
      const base = resolve(one.table, one.column, 0)
      const known = byTable.get(base.table) ?? new Map<number, number>()
      if (!known.has(base.column)) known.set(base.column, one.num)
      byTable.set(base.table, known)
    }
    for (const [table, map] of byTable) {
      const list = found.get(table) ?? []
      list.push({ view, columns: map })
      found.set(table, list)
    }
  }
  return found
}

const sameSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

/** All relationships by their origin's oid, and the primary keys of tables and of views that show one whole. */
export function relate(catalog: Catalog): {
  relationships: Map<number, Relationship[]>
  primaryKeys: Map<number, string[]>
} {
  const names = new Map(catalog.names.map((one) => [one.oid, one]))
  const attributes = new Map<number, Map<number, string>>()
  for (const { table, num, name } of catalog.attributes) {
    const known = attributes.get(table) ?? new Map<number, string>()
    known.set(num, name)
    attributes.set(table, known)
  }
  const views = throughViews(catalog)
  const isView = new Set(catalog.views.map(({ oid }) => oid))
  const columnOf = (table: number, num: number): string => attributes.get(table)?.get(num) ?? ''

  /** The relations that show all of a table's given columns: itself, and views. */
  const showing = (table: number, keys: readonly number[]): Shown[] => {
    const own = names.get(table)
    const itself: Shown[] = own
      ? [{ relation: own, columns: new Map(keys.map((key) => [key, columnOf(table, key)])) }]
      : []
    const others = (views.get(table) ?? []).flatMap(({ view, columns }): Shown[] => {
      const relation = names.get(view)
      if (!relation || keys.some((key) => !columns.has(key))) return []
      return [{ relation, columns: new Map(keys.map((key) => [key, columnOf(view, columns.get(key) ?? 0)])) }]
    })
    return [...itself, ...others]
  }

  const primaryKeys = new Map<number, string[]>()
  for (const { table, keys, primary } of catalog.uniques)
    if (primary)
      for (const shown of showing(table, keys))
        if (!primaryKeys.has(shown.relation.oid) || shown.relation.oid === table)
          primaryKeys.set(
            shown.relation.oid,
            keys.map((key) => shown.columns.get(key) ?? ''),
          )

  const uniquesOf = Map.groupBy(catalog.uniques, ({ table }) => table)
  const ways: OneWay[] = catalog.foreignKeys.flatMap((key) => {
    const unique = (uniquesOf.get(key.table) ?? []).some(({ keys }) => sameSet(keys, key.keys))
    return showing(key.table, key.keys).flatMap((origin) =>
      showing(key.foreign, key.foreignKeys).map((target) => ({ key, origin, target, unique })),
    )
  })

  const relationships = new Map<number, Relationship[]>()
  const add = (one: Relationship): void => {
    const list = relationships.get(one.origin.oid) ?? []
    list.push(one)
    relationships.set(one.origin.oid, list)
  }
  const pairsOf = ({ key, origin, target }: OneWay): Pairs =>
    key.keys.map((num, at) => [origin.columns.get(num) ?? '', target.columns.get(key.foreignKeys[at] ?? 0) ?? ''])
  const turned = (pairs: Pairs): Pairs => pairs.map(([a, b]) => [b, a])
  for (const way of ways) {
    const { key, unique } = way
    const [origin, target, pairs] = [way.origin.relation, way.target.relation, pairsOf(way)]
    const self = origin.oid === target.oid
    const common = { kind: 'key', constraint: key.name, self } as const
    add({
      ...common,
      origin,
      target,
      pairs,
      cardinality: unique ? 'one-to-one' : 'many-to-one',
      toView: isView.has(target.oid),
    })
    add({
      ...common,
      origin: target,
      target: origin,
      pairs: turned(pairs),
      cardinality: unique ? 'one-to-one' : 'one-to-many',
      toView: isView.has(origin.oid),
    })
  }

  // Two keys of one relation make it a junction when its primary key holds the columns of both. What nobody may ask
  // for by itself ties nothing together either.
  const exposed = new Set(catalog.comments.map(({ schema }) => schema))
  const many = ways.filter(({ unique }) => !unique)
  for (const [junction, group] of Map.groupBy(many, (way) => way.origin.relation.oid)) {
    const primary = primaryKeys.get(junction)
    const junctionName = names.get(junction)
    if (!primary || !junctionName || !exposed.has(junctionName.schema)) continue
    const inside = group.filter((way) =>
      way.key.keys.every((num) => primary.includes(way.origin.columns.get(num) ?? '')),
    )
    for (const near of inside)
      for (const far of inside) {
        if (near.key.name === far.key.name && near.key.table === far.key.table) continue
        add({
          kind: 'junction',
          origin: near.target.relation,
          target: far.target.relation,
          cardinality: 'many-to-many',
          junction: junctionName,
          constraints: [near.key.name, far.key.name],
          near: turned(pairsOf(near)),
          far: pairsOf(far),
          self: near.target.relation.oid === far.target.relation.oid,
        })
      }
  }
  return { relationships, primaryKeys }
}
