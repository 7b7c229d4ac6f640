import { invalidPutFilters, maxAffectedRpc, noColumn, noTable, unsupportedMethod } from '../errors.ts'
import { nearest } from '../fuzzy.ts'
import type { Payload } from '../request/body.ts'
import type { Preferences } from '../request/prefer.ts'
import { ALL } from '../request/range.ts'
import type { ApiRequest } from '../request/request.ts'
import { type Column, type Relation, type Routine, relationOf, type SchemaCache } from '../schema/cache.ts'
import { bodySql } from '../sql/answer.ts'
import { type Arguments, byteaText, callSql } from '../sql/call.ts'
import { calledSource, ReadSql, tableSource, writtenSource } from '../sql/read.ts'
import { Statement } from '../sql/statement.ts'
import { deleteSql, INSERTED, insertSql, updateSql } from '../sql/write.ts'
import { STAR } from '../url/select.ts'
import { findRelationship } from './embed.ts'
import { type Shape, shapeOf } from './media.ts'
import { planRead, type ReadNode } from './read.ts'
import { returned } from './returned.ts'
import { findRoutine, type WholeType } from './routine.ts'

export type Text = { readonly text: string; readonly values: readonly (string | null)[] }
export type JobKind = 'read' | 'insert' | 'update' | 'delete' | 'put' | 'call'

/**
 * What is to be done in the database. The statement gives one row: total, rows, body, location, new rows, and the
 * headers and status that the database wishes for.
 */
export type Job = {
  readonly kind: JobKind
  readonly statement: Text
  /** A statement whose plan tells how many rows there might be. */
  readonly estimate: Text | null
  /** How many rows are counted before the plan's guess counts instead; null for none or all. */
  readonly countedUpTo: number | null
  readonly shape: Shape
  readonly readOnly: boolean
  readonly relation: Relation | null
  readonly routine: Routine | null
  /** Where the rows begin, for a read. */
  readonly offset: number
}

export type JobOptions = {
  readonly maxRows: number | null
  readonly aggregates: boolean
  readonly plans: boolean
}

const GUCS = `nullif(current_setting('response.headers', true), '') AS pgrst_headers, nullif(current_setting('response.status', true), '') AS pgrst_status`

/** The statement that answers: over the rows of `pgrst_page` where the form looks at them twice. */
function answer(
  shape: Shape,
  rows: string,
  parts: {
    readonly before?: string
    readonly total?: string | null
    readonly location?: string
    readonly fresh?: string
  },
): string {
  const csv = shape.form.kind === 'media' && bodySql(shape.form).includes('pgrst_page')
  const ctes = [...(parts.before ? [parts.before] : []), ...(csv ? [`pgrst_page AS (${rows})`] : [])]
  return [
    ctes.length > 0 ? `WITH ${ctes.join(', ')} ` : '',
    `SELECT ${parts.total ?? 'NULL'} AS pgrst_total, count(*) AS pgrst_count, ${bodySql(shape.form)} AS pgrst_body, `,
    `${parts.location ?? 'NULL'} AS pgrst_location, ${parts.fresh ?? 'NULL'} AS pgrst_fresh, ${GUCS} `,
    `FROM (${csv ? 'SELECT * FROM pgrst_page' : rows}) pgrst_rows`,
  ].join('')
}

/**
 * A relation by its name.
 * @throws RestError PGRST205
 */
export function requireRelation(cache: SchemaCache, schema: string, name: string): Relation {
  const relation = relationOf(cache, schema, name)
  if (relation) return relation
  const names = [...cache.relations.values()].filter((one) => one.schema === schema).map((one) => one.name)
  throw noTable(schema, name, nearest(names, name))
}

/** Plans a request about a relation or a function. */
export function planJob(cache: SchemaCache, request: ApiRequest, options: JobOptions): Job {
  if (request.resource.kind === 'routine') return planCall(cache, request, request.resource.name, options)
  if (request.resource.kind !== 'relation') throw unsupportedMethod(request.method)
  const relation = requireRelation(cache, request.schema, request.resource.name)
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return planTableRead(cache, request, relation, options)
    case 'POST':
      return planWrite(cache, request, relation, 'insert', options)
    case 'PATCH':
      return planWrite(cache, request, relation, 'update', options)
    case 'PUT':
      return planWrite(cache, request, relation, 'put', options)
    default:
      return planWrite(cache, request, relation, 'delete', options)
  }
}

type Counting = { readonly total: string | null } & Pick<Job, 'estimate' | 'countedUpTo'>

/** How the number of all rows is found, where it was asked for. */
function counting(
  count: Preferences['count'],
  maxRows: number | null,
  limited: boolean,
  counted: (statement: Statement) => string,
  statement: Statement,
): Counting {
  const countedUpTo = count === 'estimated' ? maxRows : null
  if (count === null) return { total: null, estimate: null, countedUpTo }
  let estimate: Text | null = null
  if (count !== 'exact') {
    const planned = new Statement()
    estimate = { text: `EXPLAIN (FORMAT JSON) ${counted(planned)}`, values: planned.values }
  }
  if (count === 'planned') return { total: null, estimate, countedUpTo }
  if (count === 'exact' && !limited) return { total: 'count(*)', estimate, countedUpTo }
  const most = countedUpTo === null ? '' : ` LIMIT ${statement.param(String(countedUpTo + 1))}`
  return { total: `(SELECT count(*) FROM (${counted(statement)}${most}) pgrst_all)`, estimate, countedUpTo }
}

/** Whether a request asks for whole rows, and nothing beside them. */
const asksWhole = ({ query: { select } }: ApiRequest): boolean =>
  select.length === 0 || (select.length === 1 && select[0] === STAR)

function planTableRead(cache: SchemaCache, request: ApiRequest, relation: Relation, options: JobOptions): Job {
  const shape = shapeOf(cache, request.accepted, { relation, routine: null, whole: asksWhole(request) }, options.plans)
  const context = { cache, schema: request.schema, query: request.query, find: findRelationship, ...options }
  const node = planRead(context, relation, relation.name, request.range)
  const statement = new Statement()
  const source = tableSource(relation.schema, relation.name)
  const rows = new ReadSql(statement, source).root(node)
  const limited = node.range.limit !== null || node.range.offset > 0
  const counted = (target: Statement) => new ReadSql(target, source).counted(node)
  const count = counting(request.preferences.count, options.maxRows, limited, counted, statement)
  const { total, estimate, countedUpTo } = count
  const text = answer(request.method === 'HEAD' ? bare(shape) : shape, rows, { total })
  return {
    kind: 'read',
    statement: { text, values: statement.values },
    estimate,
    countedUpTo,
    shape,
    readOnly: true,
    relation,
    routine: null,
    offset: node.range.offset,
  }
}

/** The same shape without a body. */
const bare = (shape: Shape): Shape => ({ ...shape, form: { kind: 'none' } })

function columnsOf(relation: Relation, request: ApiRequest, payload: Extract<Payload, { kind: 'json' }>): Column[] {
  const names = request.query.columns ?? payload.keys
  return [...new Set(names)].map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw noColumn(name, relation.name)
    return column
  })
}

/** The primary key's values that a PUT has in its address. */
function putKey(relation: Relation, request: ApiRequest, node: ReadNode): [string, string][] {
  const { filters, logic } = request.query
  const pairs = filters.flatMap(({ path, value }): [string, string][] => {
    const { operation, field, negated } = value
    const plain = path.length === 0 && field.path.length === 0 && !negated
    if (!plain || operation.kind !== 'compare' || operation.op !== 'eq' || operation.quantifier !== null) return []
    return [[field.name, operation.value]]
  })
  const names = new Set(pairs.map(([name]) => name))
  const { primaryKey } = relation
  const exact = primaryKey.length > 0 && names.size === primaryKey.length && primaryKey.every((name) => names.has(name))
  if (!exact || pairs.length !== filters.length || logic.length > 0 || node.where.length !== filters.length)
    throw invalidPutFilters()
  return pairs
}

function planWrite(
  cache: SchemaCache,
  request: ApiRequest,
  relation: Relation,
  kind: 'insert' | 'update' | 'put' | 'delete',
  options: JobOptions,
): Job {
  const { preferences, query } = request
  const representation = preferences.return === 'representation'
  const shape = shapeOf(cache, request.accepted, { relation, routine: null, whole: asksWhole(request) }, options.plans)
  const context = { cache, schema: request.schema, query, find: findRelationship, ...options, maxRows: null }
  const node = planRead(context, relation, relation.name, ALL)
  const payload: Extract<Payload, { kind: 'json' }> =
    request.payload?.kind === 'json' ? request.payload : { kind: 'json', text: '[]', keys: [], array: true }
  const matching = kind === 'put' ? putKey(relation, request, node) : []
  const columns = kind === 'delete' ? [] : columnsOf(relation, request, payload)
  const statement = new Statement()
  const tellsNew =
    (kind === 'put' || (kind === 'insert' && preferences.resolution === 'merge-duplicates')) && !relation.view
  const shown = representation
    ? returned(node, relation)
    : preferences.return === 'headers-only'
      ? relation.primaryKey
      : []
  const returning = tellsNew ? [...shown, INSERTED] : shown
  const conflictColumns = query.onConflict ?? relation.primaryKey
  const where = () => new ReadSql(statement, tableSource(relation.schema, relation.name)).where(node)
  const defaults = preferences.missing === 'default'
  const change =
    kind === 'delete'
      ? deleteSql(relation, where(), returning)
      : kind === 'update'
        ? updateSql(statement, { relation, columns, payload, defaults, where }, returning)
        : insertSql(
            statement,
            {
              relation,
              columns,
              payload,
              defaults,
              matching,
              conflict:
                kind === 'put'
                  ? { columns: relation.primaryKey, merge: true }
                  : preferences.resolution === null
                    ? null
                    : { columns: conflictColumns, merge: preferences.resolution === 'merge-duplicates' },
            },
            returning,
          )
  const after: ReadNode = { ...node, where: node.where.filter((logic) => logic.kind === 'null-embed') }
  const source = writtenSource(relation)
  const rows = representation ? new ReadSql(statement, source).root(after) : 'SELECT 1 FROM "pgrst_source"'
  const fresh = tellsNew ? `(SELECT count(*) FROM "pgrst_source" WHERE ${INSERTED})` : undefined
  const keys = relation.primaryKey.map(
    (name) => `'${name.replaceAll("'", "''")}', "pgrst_source".${`"${name.replaceAll('"', '""')}"`}::text`,
  )
  const location =
    kind === 'insert' && preferences.return === 'headers-only' && keys.length > 0
      ? `(SELECT json_build_object(${keys.join(', ')})::text FROM "pgrst_source" LIMIT 1)`
      : undefined
  const text = answer(representation ? shape : bare(shape), rows, {
    before: `"pgrst_source" AS (${change})`,
    ...(fresh && { fresh }),
    ...(location && { location }),
  })
  return {
    kind,
    statement: { text, values: statement.values },
    estimate: null,
    countedUpTo: null,
    shape,
    readOnly: false,
    relation,
    routine: null,
    offset: 0,
  }
}

const WHOLE_TYPES = { text: 'text', xml: 'xml', bytes: 'bytea' } as const

function planCall(cache: SchemaCache, request: ApiRequest, name: string, options: JobOptions): Job {
  const { payload, query, method } = request
  const whole: WholeType | null =
    payload === null || payload.kind === 'form' ? null : payload.kind === 'raw' ? WHOLE_TYPES[payload.type] : 'json'
  const pairs = payload === null ? query.args : payload.kind === 'form' ? payload.pairs : []
  const names = payload?.kind === 'json' ? (query.columns ?? payload.keys) : pairs.map(([key]) => key)
  const { routine, takesWhole } = findRoutine(cache, request.schema, name, [...new Set(names)], whole)
  if (request.preferences.handling === 'strict' && request.preferences.maxAffected !== null && !routine.returnsSet)
    throw maxAffectedRpc()
  const shape = shapeOf(
    cache,
    request.accepted,
    { relation: routine.relation, routine, whole: asksWhole(request) },
    options.plans,
  )
  const statement = new Statement()
  const args = argumentsOf(payload, pairs, names, routine, takesWhole)
  const before = `"pgrst_source" AS (${callSql(statement, routine, args)})`
  const relation = routine.relation ? relationOf(cache, routine.relation.schema, routine.relation.name) : null
  const context = { cache, schema: request.schema, query, find: findRelationship, ...options }
  const node = planRead(context, relation, routine.name, request.range)
  const source = calledSource(relation, routine.name)
  const rows = new ReadSql(statement, source).root(node)
  const limited = node.range.limit !== null || node.range.offset > 0
  // What a function gives is there already when it is counted: nothing is guessed.
  const asked = request.preferences.count
  const { total } = counting(
    asked === 'exact' || asked === 'estimated' ? 'exact' : null,
    options.maxRows,
    limited,
    (target) => new ReadSql(target, source).counted(node),
    statement,
  )
  const hidden = routine.returnsVoid || method === 'HEAD'
  return {
    kind: 'call',
    statement: { text: answer(hidden ? bare(shape) : shape, rows, { before, total }), values: statement.values },
    estimate: null,
    countedUpTo: null,
    shape,
    readOnly: method !== 'POST' || routine.volatility !== 'v',
    relation,
    routine,
    offset: node.range.offset,
  }
}

function argumentsOf(
  payload: Payload | null,
  pairs: readonly (readonly [string, string])[],
  names: readonly string[],
  routine: Routine,
  takesWhole: boolean,
): Arguments {
  // A function whose parameters all have defaults is called without any.
  if (payload?.kind === 'raw' && !takesWhole) return { kind: 'pairs', pairs: [] }
  if (payload?.kind === 'raw') {
    const text = payload.type === 'bytes' ? byteaText(payload.bytes) : new TextDecoder().decode(payload.bytes)
    return { kind: 'whole', text, type: WHOLE_TYPES[payload.type] }
  }
  if (payload?.kind === 'json')
    return takesWhole
      ? { kind: 'whole', text: payload.text, type: routine.args[0]?.type === 'jsonb' ? 'jsonb' : 'json' }
      : { kind: 'json', payload, names }
  return { kind: 'pairs', pairs }
}
