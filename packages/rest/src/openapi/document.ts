import type { Column, Relation, Routine, SchemaCache } from '../schema/cache.ts'
import { property, swaggerType } from './types.ts'

/** What a role may use: the oids of relations and functions. */
export type Visible = { readonly relations: ReadonlySet<number>; readonly functions: ReadonlySet<number> }

export type DocumentOptions = {
  readonly schema: string
  /** The address of the API. */
  readonly url: string
  readonly version: string
  readonly security: boolean
}

type Json = Record<string, unknown>

/** The description of an API in the words of OpenAPI 2.0. */
export type OpenApiDocument = {
  readonly swagger: '2.0'
  readonly paths: Record<string, Json>
  readonly definitions: Record<string, Json>
  readonly [more: string]: unknown
}

const MEDIA = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]
const RETURN = ['return=representation', 'return=minimal', 'return=none']
const OK = { 200: { description: 'OK' } }
/** Where the protocol is documented by those who made it. */
const DOCUMENTATION = 'https://postgrest.org/en/v14/references/api.html'
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

const ref = (name: string) => ({ $ref: `#/parameters/${name}` })

/** A comment's first line, and what stands below it. */
export function summarized(comment: string | null): { summary?: string; description?: string } {
  if (comment === null || comment.trim() === '') return {}
  const [summary = '', ...rest] = comment.split('\n')
  const description = rest.join('\n').replace(/^\n+/, '')
  return { summary, ...(description !== '' && { description }) }
}

const header = (name: string, description: string, more: Json = {}): Json => ({
  name,
  description,
  required: false,
  in: 'header',
  type: 'string',
  ...more,
})
const query = (name: string, description: string): Json => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
})

const COMMON: Json = {
  preferParams: header('Prefer', 'Preference'),
  preferReturn: header('Prefer', 'Preference', { enum: RETURN }),
  preferCount: header('Prefer', 'Preference', { enum: ['count=none'] }),
  preferPost: header('Prefer', 'Preference', {
    enum: [...RETURN, 'resolution=ignore-duplicates', 'resolution=merge-duplicates'],
  }),
  select: query('select', 'Filtering Columns'),
  on_conflict: query('on_conflict', 'On Conflict'),
  order: query('order', 'Ordering'),
  range: header('Range', 'Limiting and Pagination'),
  rangeUnit: header('Range-Unit', 'Limiting and Pagination', { default: 'items' }),
  offset: query('offset', 'Limiting and Pagination'),
  limit: query('limit', 'Limiting and Pagination'),
}

/** Where a column leads, when it is the only one of a key. */
function foreignKey(cache: SchemaCache, relation: Relation, column: Column): { table: string; column: string } | null {
  const keys = (cache.relationships.get(relation.oid) ?? []).filter(
    (one) =>
      one.kind === 'key' &&
      one.target.schema === relation.schema &&
      one.pairs.length === 1 &&
      one.pairs[0]?.[0] === column.name &&
      (one.cardinality === 'many-to-one' || one.cardinality === 'one-to-one'),
  )
  const key = keys.find((one) => !cache.relations.get(`${one.target.schema}\0${one.target.name}`)?.view) ?? keys[0]
  if (key?.kind !== 'key') return null
  return { table: key.target.name, column: key.pairs[0]?.[1] ?? '' }
}

function columnDescription(cache: SchemaCache, relation: Relation, column: Column): string | undefined {
  const notes: string[] = []
  if (relation.primaryKey.includes(column.name)) notes.push('This is a Primary Key.<pk/>')
  const leads = foreignKey(cache, relation, column)
  if (leads)
    notes.push(
      `This is a Foreign Key to \`${leads.table}.${leads.column}\`.<fk table='${leads.table}' column='${leads.column}'/>`,
    )
  const note = notes.length > 0 ? [`Note:\n${notes.join('\n')}`] : []
  const text = [...(column.comment === null ? [] : [column.comment]), ...note].join('\n\n')
  return text === '' ? undefined : text
}

function definition(cache: SchemaCache, relation: Relation): Json {
  const columns = [...relation.columns.values()]
  const required = columns.filter(({ nullable }) => !nullable).map(({ name }) => name)
  const properties = columns.map((column): [string, Json] => {
    const description = columnDescription(cache, relation, column)
    return [column.name, { ...property(column), ...(description !== undefined && { description }) }]
  })
  return {
    ...(relation.comment !== null && { description: relation.comment }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
    type: 'object',
  }
}

function relationPath(relation: Relation): Json {
  const { name } = relation
  const filters = [...relation.columns.keys()].map((column) => ref(`rowFilter.${name}.${column}`))
  const about = { tags: [name], ...summarized(relation.comment) }
  const list = { type: 'array', items: { $ref: `#/definitions/${name}` } }
  const paging = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(ref)
  return {
    get: {
      ...about,
      parameters: [...filters, ...paging],
      responses: { 200: { description: 'OK', schema: list }, 206: { description: 'Partial Content' } },
    },
    // What can be written to in one way is described in all of them; the database says no to the others.
    ...((relation.insertable || relation.updatable || relation.deletable) && {
      post: {
        ...about,
        parameters: [ref(`body.${name}`), ref('select'), ref('preferPost')],
        responses: { 201: { description: 'Created' } },
      },
      delete: {
        ...about,
        parameters: [...filters, ref('preferReturn')],
        responses: { 204: { description: 'No Content' } },
      },
      patch: {
        ...about,
        parameters: [...filters, ref(`body.${name}`), ref('preferReturn')],
        responses: { 204: { description: 'No Content' } },
      },
    }),
  }
}

function routinePath(routine: Routine): Json {
  const about = { tags: [`(rpc) ${routine.name}`], ...summarized(routine.comment), produces: MEDIA, responses: OK }
  const properties = routine.args.map((arg): [string, Json] => [arg.name, swaggerType(arg.type)])
  const required = routine.args.filter((arg) => arg.required).map((arg) => arg.name)
  const schema = {
    type: 'object',
    ...(routine.comment !== null && { description: routine.comment }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
  }
  const inQuery = routine.args.map((arg): Json => {
    const common = { name: arg.name, required: arg.required, in: 'query' }
    if (arg.mode !== 'v') {
      const { type = 'string', ...rest } = swaggerType(arg.type)
      return { ...common, format: rest.format, type: type === 'array' ? 'string' : type }
    }
    const item = arg.type.replace(/\[\]$/, '')
    return { ...common, type: 'array', collectionFormat: 'multi', items: { type: 'string', ...swaggerType(item) } }
  })
  const args = { name: 'args', in: 'body', required: true, schema }
  return {
    ...(routine.volatility !== 'v' && { get: { ...about, parameters: inQuery } }),
    post: { ...about, parameters: [args, ref('preferParams')] },
  }
}

function parameterDefinitions(relations: readonly Relation[]): Json {
  const own = relations.flatMap((relation): [string, Json][] => [
    [
      `body.${relation.name}`,
      {
        name: relation.name,
        description: relation.name,
        required: false,
        in: 'body',
        schema: { $ref: `#/definitions/${relation.name}` },
      },
    ],
    ...[...relation.columns.values()].map((column): [string, Json] => [
      `rowFilter.${relation.name}.${column.name}`,
      {
        name: column.name,
        ...(column.comment !== null && { description: column.comment }),
        required: false,
        in: 'query',
        type: 'string',
      },
    ]),
  ])
  return { ...COMMON, ...Object.fromEntries(own) }
}

/** Describes what somebody may use, in the words of OpenAPI 2.0. */
export function describe(cache: SchemaCache, visible: Visible | null, options: DocumentOptions): OpenApiDocument {
  const { schema } = options
  const relations = [...cache.relations.values()].filter(
    (one) => one.schema === schema && (visible === null || visible.relations.has(one.oid)),
  )
  const routines = [...cache.routines.values()]
    .map((group) =>
      group.filter(
        (one) => one.schema === schema && one.callable && (visible === null || visible.functions.has(one.oid)),
      ),
    )
    .flatMap((group) => group.slice(0, 1))
  const { hostname, port, pathname, protocol } = new URL(options.url)
  const about = summarized(cache.comments.get(schema) ?? null)
  return {
    swagger: '2.0',
    info: {
      title: about.summary ?? 'PostgREST API',
      description: about.description ?? 'This is a dynamic API generated by PostgREST',
      version: options.version,
    },
    externalDocs: { description: 'PostgREST Documentation', url: DOCUMENTATION },
    host: `${hostname}:${port === '' ? PORTS[protocol] : port}`,
    basePath: pathname === '' ? '/' : pathname,
    schemes: [protocol.replace(':', '')],
    consumes: MEDIA,
    produces: MEDIA,
    paths: {
      '/': {
        get: {
          tags: ['Introspection'],
          summary: 'OpenAPI description (this document)',
          produces: ['application/openapi+json', 'application/json'],
          responses: OK,
        },
      },
      ...Object.fromEntries(relations.map((one) => [`/${one.name}`, relationPath(one)])),
      ...Object.fromEntries(routines.map((one) => [`/rpc/${one.name}`, routinePath(one)])),
    },
    definitions: Object.fromEntries(relations.map((one) => [one.name, definition(cache, one)])),
    parameters: parameterDefinitions(relations),
    ...(options.security && {
      security: [{ JWT: [] }],
      securityDefinitions: {
        JWT: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'Add the token prepending "Bearer " (without quotes) to it',
        },
      },
    }),
  }
}
