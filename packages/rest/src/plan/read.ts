import { aggregatesDisabled, badEmbedFilter, notEmbedded, notImplemented, relatedOrderNotToOne } from '../errors.ts'
import { ALL, atMost, type RowRange } from '../request/range.ts'
import type { Relation, SchemaCache } from '../schema/cache.ts'
import { place } from '../schema/cache.ts'
import { isToOne, type Relationship } from '../schema/relationships.ts'
import type { Filter, Logic, LogicGroup } from '../url/filter.ts'
import type { Order } from '../url/order.ts'
import type { At, Query } from '../url/query.ts'
import { type SelectField, type SelectItem, STAR } from '../url/select.ts'

/** A filter on whether an embed has rows. */
export type NullEmbed = { readonly kind: 'null-embed'; readonly node: ReadNode; readonly present: boolean }
export type PlannedGroup = Omit<LogicGroup, 'items'> & { readonly items: readonly PlannedLogic[] }
export type PlannedLogic = Filter | NullEmbed | PlannedGroup
export type PlannedOrder = { readonly order: Order; readonly node: ReadNode | null }

/** A resource and what is embedded in it. */
export type ReadNode = {
  readonly id: number
  readonly depth: number
  /** The name that it goes by in the request. */
  readonly name: string
  readonly relation: Relation | null
  readonly relationship: Relationship | null
  readonly alias: string | null
  readonly join: 'inner' | 'left'
  readonly spread: boolean
  readonly fields: readonly SelectField[]
  readonly children: readonly ReadNode[]
  readonly where: readonly PlannedLogic[]
  readonly order: readonly PlannedOrder[]
  readonly range: RowRange
}
type Draft = Omit<ReadNode, 'children' | 'where' | 'order' | 'range'> & {
  readonly children: Draft[]
  readonly where: PlannedLogic[]
  order: readonly PlannedOrder[]
  range: RowRange
}

export type ReadContext = {
  readonly cache: SchemaCache
  readonly schema: string
  readonly query: Query
  readonly maxRows: number | null
  readonly aggregates: boolean
  readonly find: (
    cache: SchemaCache,
    schema: string,
    origin: Relation | null,
    originName: string,
    name: string,
    hint: string | null,
  ) => Relationship
}

export const toOne = (node: ReadNode): boolean => node.relationship !== null && isToOne(node.relationship)

const childAt = (node: Draft, name: string): Draft | undefined =>
  node.children.find((child) => child.alias === name) ??
  node.children.find((child) => child.name === name || child.relationship?.target.name === name)

function nodeAt(root: Draft, path: readonly string[]): Draft {
  let node = root
  for (const name of path) {
    const next = childAt(node, name)
    if (!next) throw notEmbedded(name)
    node = next
  }
  return node
}

/**
 * Plans a read: which relationships its embeds mean, and which filter, order and range belongs to which resource.
 * @param range of the outermost resource
 * @throws RestError for what cannot be embedded or is not
 */
export function planRead(context: ReadContext, relation: Relation | null, name: string, range: RowRange): ReadNode {
  const { query, cache, schema, maxRows } = context
  let last = 0
  const draft = (
    items: readonly SelectItem[],
    own: Pick<Draft, 'relation' | 'name' | 'relationship' | 'alias' | 'join' | 'spread' | 'depth'>,
  ): Draft => {
    const fields = items.filter((item) => item.kind === 'field')
    if (!context.aggregates && fields.some((field) => field.aggregate !== null)) throw aggregatesDisabled()
    const node: Draft = {
      ...own,
      id: last,
      fields: items.length === 0 && own.depth === 0 ? [STAR] : fields,
      children: [],
      where: [],
      order: [],
      range: ALL,
    }
    for (const item of items) {
      if (item.kind !== 'embed') continue
      const relationship = context.find(cache, schema, own.relation, own.name, item.name, item.hint)
      last += 1
      const child = draft(item.items, {
        relation: cache.relations.get(place(relationship.target.schema, relationship.target.name)) ?? null,
        name: item.name,
        relationship,
        alias: item.alias,
        join: item.join ?? 'left',
        spread: item.spread,
        depth: own.depth + 1,
      })
      if (item.spread && !isToOne(relationship) && hasAggregates(child))
        throw notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.')
      node.children.push(child)
    }
    return node
  }
  const root = draft(query.select, {
    relation,
    name,
    relationship: null,
    alias: null,
    join: 'left',
    spread: false,
    depth: 0,
  })

  const plannedLogic = (node: Draft, logic: Logic): PlannedLogic => {
    if (logic.kind === 'group') return { ...logic, items: logic.items.map((item) => plannedLogic(node, item)) }
    const embedded = logic.field.path.length === 0 ? childAt(node, logic.field.name) : undefined
    if (!embedded || (!embedded.alias && node.relation?.columns.has(logic.field.name))) return logic
    const { operation, negated } = logic
    if (operation.kind !== 'is' || (operation.value !== 'null' && operation.value !== 'not_null'))
      throw badEmbedFilter(logic.field.name)
    return { kind: 'null-embed', node: embedded, present: (operation.value === 'not_null') !== negated }
  }
  const add = (entries: readonly At<Logic>[]): void => {
    for (const { path, value } of entries) {
      const node = nodeAt(root, path)
      node.where.push(plannedLogic(node, value))
    }
  }
  add(query.filters)
  add(query.logic)
  // Of more than one order for the same resource the first counts.
  for (const { path, value } of query.orders.toReversed()) {
    const node = nodeAt(root, path)
    node.order = value.map((order) => plannedOrder(node, order))
  }
  const limits = new Map(query.limits.map(({ path, value }) => [nodeAt(root, path), value]))
  const offsets = new Map(query.offsets.map(({ path, value }) => [nodeAt(root, path), value]))
  const setRange = (node: Draft): void => {
    const own = { limit: limits.get(node) ?? null, offset: Math.max(0, offsets.get(node) ?? 0) }
    // A resource of which there is one needs no limit, which would only keep Postgres from joining it plainly.
    node.range = node !== root && toOne(node) && own.limit === null ? own : atMost(node === root ? range : own, maxRows)
    for (const child of node.children) setRange(child)
  }
  setRange(root)
  return root
}

function plannedOrder(node: Draft, order: Order): PlannedOrder {
  if (order.relation === null) return { order, node: null }
  const child = childAt(node, order.relation)
  if (!child) throw notEmbedded(order.relation)
  if (!toOne(child)) throw relatedOrderNotToOne(node.relation?.name ?? node.name, order.relation)
  return { order, node: child }
}

const hasAggregates = (node: ReadNode): boolean => node.fields.some((field) => field.aggregate !== null)

/** Whether rows are put together at a resource: by itself, or by what it spreads. */
export const groups = (node: ReadNode): boolean =>
  hasAggregates(node) || node.children.some((child) => child.spread && toOne(child) && groups(child))
