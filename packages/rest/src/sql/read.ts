import { groups, type PlannedLogic, type PlannedOrder, type ReadNode, toOne } from '../plan/read.ts'
import type { Relation } from '../schema/cache.ts'
import type { Pairs } from '../schema/relationships.ts'
import type { SelectField } from '../url/select.ts'
import { columnOf, fieldSql, filterSql } from './condition.ts'
import { ident, qualified, type Statement } from './statement.ts'

/** Where the rows of the outermost resource come from: a relation, or the rows of a statement before it. */
export type Source = {
  readonly from: string
  readonly qualifier: string
  /** The whole row, as an argument of a function. */
  readonly row: string
  /** Whether all columns are named, because there are others beside the relation's own. */
  readonly explicit: boolean
}

export const tableSource = (schema: string, name: string): Source => ({
  from: qualified(schema, name),
  qualifier: qualified(schema, name),
  row: `${qualified(schema, name)}.*`,
  explicit: false,
})
/** The rows that a function gave, under the name of their relation or else the function's, which errors tell. */
export function calledSource(relation: Relation | null, name: string): Source {
  const alias = ident(relation?.name ?? name)
  return {
    from: `"pgrst_source" AS ${alias}`,
    qualifier: alias,
    row: relation === null ? alias : `${alias}::${qualified(relation.schema, relation.name)}`,
    explicit: false,
  }
}
/** The rows that a write gave back, which may have more columns than the relation, and in another order. */
export const writtenSource = (relation: Relation): Source => ({
  from: '"pgrst_source"',
  qualifier: '"pgrst_source"',
  row: `ROW(${[...relation.columns.keys()].map((name) => `"pgrst_source".${ident(name)}`).join(', ')})::${qualified(relation.schema, relation.name)}`,
  explicit: true,
})

/** A column of an answer: how it is computed, what it is called, and whether rows are put together by it. */
type Output = {
  readonly sql: string
  readonly name: string | null
  readonly grouped: boolean
  /** Whether it is JSON put together here. */
  readonly json?: boolean
  /** The aggregate that a resource further out computes of this value. */
  readonly lift?: SelectField
}

const lateral = (node: ReadNode): string => ident(`pgrst_${node.id}`)
/** The longest names that Postgres tells apart, in bytes, less what makes one of them another. */
const NAME_BYTES = 60
const aliasOf = (node: ReadNode): string => {
  const name = node.relationship?.target.name ?? node.name
  return ident(Buffer.byteLength(name) > NAME_BYTES ? `pgrst_row_${node.id}` : `${name}_${node.depth}`)
}
const cast = (sql: string, type: string | null): string => (type === null ? sql : `CAST(${sql} AS ${type})`)

/** The name that a field goes by without an alias: the last key of its way, or the column. */
function fieldName(field: SelectField): string {
  if (field.alias !== null) return field.alias
  if (field.aggregate !== null) return field.aggregate
  return field.field.path.findLast(({ index }) => !index)?.key ?? field.field.name
}

/** Whether a field stands under a name among the columns of its resource, as it is there. */
function shows(node: ReadNode, field: SelectField, name: string): boolean {
  if (field.aggregate !== null || field.field.name === '*' || fieldName(field) !== name) return false
  return field.field.path.length > 0 || !columnOf(node.relation, field.field.name)?.toJson
}

function plainSql(node: ReadNode, qualifier: string, field: SelectField): string {
  const column = field.field.path.length === 0 ? columnOf(node.relation, field.field.name) : null
  const sql = fieldSql(qualifier, field.field, node.relation)
  return cast(column?.toJson ? `${column.toJson}(${sql})` : sql, field.cast)
}

/** The outputs of a resource's own columns. */
function fieldOutputs(node: ReadNode, qualifier: string, explicit: boolean): Output[] {
  return node.fields.flatMap((field): Output[] => {
    if (field.aggregate !== null) {
      const inner = field.field.name === '*' ? '*' : plainSql(node, qualifier, field)
      const sql = cast(`${field.aggregate.toUpperCase()}(${inner})`, field.aggregateCast)
      return [{ sql, name: fieldName(field), grouped: false }]
    }
    if (field.field.name !== '*')
      return [{ sql: plainSql(node, qualifier, field), name: fieldName(field), grouped: true }]
    if (!node.relation || !(explicit || node.relation.represented))
      return [{ sql: `${qualifier}.*`, name: null, grouped: true }]
    return [...node.relation.columns.values()].map(({ name, toJson }) => {
      const sql = `${qualifier}.${ident(name)}`
      return { sql: toJson === null ? sql : `${toJson}(${sql})`, name, grouped: true }
    })
  })
}

const conditions = (pairs: Pairs, near: string, far: string): string[] =>
  pairs.map(([a, b]) => `${far}.${ident(b)} = ${near}.${ident(a)}`)

/** The parts of a read that many statements need in different arrangements. */
export class ReadSql {
  readonly #statement: Statement
  readonly #source: Source
  /** Resources whose columns are named one by one, because rows are put together there or further out. */
  readonly #named = new Set<number>()

  constructor(statement: Statement, source: Source) {
    this.#statement = statement
    this.#source = source
  }

  #qualifier(node: ReadNode): string {
    return node.depth === 0 ? this.#source.qualifier : aliasOf(node)
  }

  /** The rows of the outermost resource. */
  root(node: ReadNode): string {
    this.#name(node, false)
    return this.#select(node, null, this.#source.from, [])
  }

  #name(node: ReadNode, inherited: boolean): void {
    const named = inherited || groups(node) || (node.spread && !toOne(node))
    if (named) this.#named.add(node.id)
    for (const child of node.children) this.#name(child, named)
  }

  /** Rows that count: as many as the outermost resource has without its range, with nothing in them. */
  counted(node: ReadNode): string {
    const needed = node.children.filter((child) => child.join === 'inner' || filtersOn(node.where, child))
    const bare = { ...node, fields: groups(node) ? node.fields : [], order: [], range: { offset: 0, limit: null } }
    if (groups(node)) return this.root(bare)
    this.#name(node, false)
    const joins = needed.map((child) => this.#join(child, node))
    const where = this.#where(node)
    return ['SELECT 1 FROM', this.#source.from, ...joins, where].filter((part) => part !== '').join(' ')
  }

  #select(node: ReadNode, parent: ReadNode | null, from: string, extra: readonly string[]): string {
    const qualifier = this.#qualifier(node)
    const grouped = groups(node)
    const hoisted = parent !== null && node.spread && toOne(node) && grouped
    const outputs = hoisted ? this.#hoistable(node, qualifier) : this.#outputs(node, qualifier, grouped)
    const columns = outputs.map(({ sql, name }) => (name === null ? sql : `${sql} AS ${ident(name)}`))
    const joins = node.children.map((child) => this.#join(child, node))
    const keys = grouped && !hoisted ? outputs.filter((output) => output.grouped).map(({ sql }) => sql) : []
    return [
      `SELECT ${columns.length > 0 ? columns.join(', ') : node.depth === 0 ? '' : '1'}`,
      `FROM ${from}`,
      ...joins,
      this.#where(node, extra),
      keys.length > 0 ? `GROUP BY ${keys.join(', ')}` : '',
      this.#orderBy(node),
      this.#limits(node),
    ]
      .filter((part) => part !== '')
      .join(' ')
  }

  #outputs(node: ReadNode, qualifier: string, grouped: boolean): Output[] {
    const outputs = this.#plainOutputs(node, qualifier)
    // Rows are put together by what can be compared, and JSON only can in its binary form.
    return grouped ? outputs.map((one) => (one.json ? { ...one, sql: `${one.sql}::jsonb` } : one)) : outputs
  }

  #plainOutputs(node: ReadNode, qualifier: string): Output[] {
    return [
      ...fieldOutputs(node, qualifier, this.#named.has(node.id) || (node.depth === 0 && this.#source.explicit)),
      ...node.children.flatMap((child): Output[] => {
        if (child.spread) return this.#spreadOutputs(child)
        if (child.fields.length === 0 && child.children.length === 0) return []
        const name = child.alias ?? child.name
        const sql = toOne(child)
          ? `row_to_json(${lateral(child)}.*)`
          : `COALESCE(${lateral(child)}.${lateral(child)}, '[]')`
        return [{ sql, name, grouped: true, json: true }]
      }),
    ]
  }

  /** What a spread resource gives to the one around it. */
  #spreadOutputs(child: ReadNode): Output[] {
    const from = lateral(child)
    if (toOne(child) && groups(child)) return this.#hoistable(child, aliasOf(child)).map((one) => lifted(child, one))
    const inner = this.#outputs(child, aliasOf(child), false)
    return inner.map(({ name, json = false }) => {
      if (name === null) return { sql: `${from}.*`, name: null, grouped: true }
      const lifted = `${from}.${ident(name)}`
      return toOne(child)
        ? { sql: lifted, name, grouped: true, json }
        : { sql: `COALESCE(${lifted}, '[]')`, name, grouped: true, json: true }
    })
  }

  /** Aggregates of a spread to-one resource are computed by the one around it; here stand the values they need. */
  #hoistable(node: ReadNode, qualifier: string): Output[] {
    const own = node.fields.flatMap((field, at): Output[] => {
      if (field.aggregate === null) return fieldOutputs({ ...node, fields: [field], children: [] }, qualifier, true)
      const sql = field.field.name === '*' ? '1' : plainSql(node, qualifier, field)
      return [{ sql, name: `pgrst_value_${node.id}_${at}`, grouped: false, lift: field }]
    })
    const nested = node.children.flatMap((child): Output[] => {
      if (!child.spread) return this.#outputs({ ...node, fields: [], children: [child] }, qualifier, true)
      if (!(toOne(child) && groups(child))) return this.#spreadOutputs(child)
      return this.#hoistable(child, aliasOf(child)).map((one) => ({ ...one, sql: shownBy(child, one) }))
    })
    return [...own, ...nested]
  }

  /** Where the rows of an embed come from, and what ties them to the resource around it. */
  #tie(node: ReadNode, parent: ReadNode): { from: string; conditions: string[] } {
    const { relationship } = node
    const near = this.#qualifier(parent)
    const alias = aliasOf(node)
    if (!relationship) return { from: '', conditions: [] }
    const target = qualified(relationship.target.schema, relationship.target.name)
    if (relationship.kind === 'computed') {
      const row = parent.depth === 0 ? this.#source.row : near
      const call = `${qualified(relationship.function.schema, relationship.function.name)}(${row})`
      return { from: `${call} AS ${alias}`, conditions: [] }
    }
    if (relationship.kind === 'key')
      return { from: `${target} AS ${alias}`, conditions: conditions(relationship.pairs, near, alias) }
    const junction = ident(`pgrst_junction_${node.id}`)
    const between = qualified(relationship.junction.schema, relationship.junction.name)
    const far = conditions(relationship.far, junction, alias)
    return {
      from: `${target} AS ${alias} INNER JOIN ${between} AS ${junction} ON ${far.join(' AND ')}`,
      conditions: conditions(relationship.near, near, junction),
    }
  }

  #join(node: ReadNode, parent: ReadNode): string {
    const name = lateral(node)
    const { from, conditions: ties } = this.#tie(node, parent)
    const inner = node.join === 'inner'
    const rows = this.#select(node, parent, from, ties)
    if (toOne(node)) return `${inner ? 'INNER' : 'LEFT'} JOIN LATERAL (${rows}) AS ${name} ON TRUE`
    const lists = node.spread ? this.#spreadLists(node) : []
    const whole = node.spread ? `nullif(count(*), 0) AS ${name}` : `json_agg(${name}) AS ${name}`
    const collected = `SELECT ${[whole, ...lists].join(', ')} FROM (${rows}) AS ${name}`
    return inner
      ? `INNER JOIN LATERAL (${collected}) AS ${name} ON ${name}.${name} IS NOT NULL`
      : `LEFT JOIN LATERAL (${collected}) AS ${name} ON TRUE`
  }

  #spreadLists(node: ReadNode): string[] {
    const columns = this.#outputs(node, aliasOf(node), false)
    return columns.flatMap(({ name }) =>
      name === null ? [] : [`json_agg(${lateral(node)}.${ident(name)}) AS ${ident(name)}`],
    )
  }

  #where(node: ReadNode, extra: readonly string[] = []): string {
    const all = [...extra, ...node.where.map((logic) => this.#logic(node, logic))]
    return all.length > 0 ? `WHERE ${all.join(' AND ')}` : ''
  }

  /** The conditions of the outermost resource, for statements that write. */
  where(node: ReadNode): string {
    return this.#where(node)
  }

  #logic(node: ReadNode, logic: PlannedLogic): string {
    if (logic.kind === 'filter') return filterSql(this.#statement, this.#qualifier(node), node.relation, logic)
    if (logic.kind === 'null-embed') {
      const name = lateral(logic.node)
      const value = toOne(logic.node) ? name : `${name}.${name}`
      return `${value} IS ${logic.present ? '' : 'NOT '}DISTINCT FROM NULL`
    }
    if (logic.items.length === 0) return 'TRUE'
    const inside = logic.items.map((item) => this.#logic(node, item)).join(` ${logic.op.toUpperCase()} `)
    return `${logic.negated ? 'NOT ' : ''}(${inside})`
  }

  #orderBy(node: ReadNode): string {
    return node.order.length > 0 ? `ORDER BY ${node.order.map((one) => this.#order(node, one)).join(', ')}` : ''
  }

  #order(node: ReadNode, { order, node: child }: PlannedOrder): string {
    const direction = order.direction === null ? '' : ` ${order.direction.toUpperCase()}`
    const nulls = order.nulls === null ? '' : ` NULLS ${order.nulls.toUpperCase()}`
    if (child === null) return `${fieldSql(this.#qualifier(node), order.field, node.relation)}${direction}${nulls}`
    if (order.field.path.length === 0 && child.fields.some((field) => shows(child, field, order.field.name)))
      return `${lateral(child)}.${ident(order.field.name)}${direction}${nulls}`
    // The column need not be one that the embed shows.
    const { from, conditions: ties } = this.#tie(child, node)
    const value = fieldSql(aliasOf(child), order.field, child.relation)
    const plain = child.where.filter((logic) => logic.kind !== 'null-embed')
    return `(SELECT ${value} FROM ${from} ${this.#where({ ...child, where: plain }, ties)} LIMIT 1)${direction}${nulls}`
  }

  // Numbers stand in the text: only with them can Postgres tell that one plan is good for every request.
  #limits(node: ReadNode): string {
    const { limit, offset } = node.range
    const parts = [
      limit === null ? '' : `LIMIT ${Math.trunc(limit)}`,
      offset === 0 ? '' : `OFFSET ${Math.trunc(offset)}`,
    ]
    return parts.filter((part) => part !== '').join(' ')
  }
}

const shownBy = (child: ReadNode, one: Output): string =>
  one.name === null ? `${lateral(child)}.*` : `${lateral(child)}.${ident(one.name)}`

/** A value of a spread resource, put together where its aggregate asks for it. */
function lifted(child: ReadNode, one: Output): Output {
  const value = shownBy(child, one)
  const { lift } = one
  if (!lift?.aggregate) return { ...one, sql: value }
  const inner = lift.field.name === '*' ? '*' : value
  const sql = cast(`${lift.aggregate.toUpperCase()}(${inner})`, lift.aggregateCast)
  return { sql, name: fieldName(lift), grouped: false }
}

/** Whether a condition asks for the rows of an embed. */
const filtersOn = (where: readonly PlannedLogic[], child: ReadNode): boolean =>
  where.some((logic) =>
    logic.kind === 'null-embed' ? logic.node === child : logic.kind === 'group' && filtersOn(logic.items, child),
  )
