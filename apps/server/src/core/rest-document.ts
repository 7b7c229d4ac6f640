import type { RestDocument } from '@stoa/contract'
import type { Platform } from './platform.ts'
import { exposedSchemas } from './project-apis.ts'
import { projectUrl } from './projects.ts'
import { type RestCatalog, type RestColumn, type RestFunction, type RestRelation, restCatalog } from './rest-catalog.ts'

/** The roles that a project's own APIs act as. */
export const API_ROLES = ['anon', 'authenticated', 'service_role'] as const
export type ApiRole = (typeof API_ROLES)[number]

type Json = Record<string, unknown>

const MEDIA = ['application/json', 'application/vnd.pgrst.object+json', 'text/csv']
const PREFER_RETURN = 'return=representation, return=minimal'

/** The JSON type of a Postgres type. Those that JSON has no word for are texts; json itself is anything. */
function jsonType(format: string): Json {
  if (format.endsWith('[]')) return { type: 'array', items: jsonType(format.slice(0, -2)) }
  const base = format.replace(/\(.*\)/, '')
  if (base === 'boolean') return { type: 'boolean' }
  if (['smallint', 'integer', 'bigint'].includes(base)) return { type: 'integer' }
  if (['real', 'double precision', 'numeric'].includes(base)) return { type: 'number' }
  return base === 'json' || base === 'jsonb' ? {} : { type: 'string' }
}

/** A default that is a plain value, as that value; an expression says nothing to a client. */
function plainDefault({ default: text, format }: RestColumn): unknown {
  if (text === null) return undefined
  const quoted = /^'((?:[^']|'')*)'::/.exec(text)
  if (quoted) return (quoted[1] ?? '').replaceAll("''", "'")
  const { type } = jsonType(format)
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  return (type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

function property(column: RestColumn): Json {
  const notes = [
    column.primary_key ? 'This is a Primary Key.<pk/>' : null,
    column.references
      ? `This is a Foreign Key to \`${column.references.table}.${column.references.column}\`.<fk table='${column.references.table}' column='${column.references.column}'/>`
      : null,
  ].filter((note) => note !== null)
  const description = [column.comment, notes.length > 0 ? `Note:\n${notes.join('\n')}` : null].filter(Boolean)
  const length = /^character(?: varying)?\((\d+)\)$/.exec(column.format)?.[1]
  const value = plainDefault(column)
  return {
    ...jsonType(column.format),
    format: column.format.replace(/^(character(?: varying)?)\(\d+\)$/, '$1'),
    ...(length === undefined ? {} : { maxLength: Number(length) }),
    ...(column.enum === null ? {} : { enum: column.enum }),
    ...(value === undefined ? {} : { default: value }),
    ...(description.length === 0 ? {} : { description: description.join('\n\n') }),
  }
}

function definition({ columns, comment }: RestRelation): Json {
  const required = columns.filter((column) => column.required).map(({ name }) => name)
  return {
    ...(comment === null ? {} : { description: comment }),
    ...(required.length === 0 ? {} : { required }),
    type: 'object',
    properties: Object.fromEntries(columns.map((column) => [column.name, property(column)])),
  }
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  type: 'string',
  required: false,
  description,
})
const query = (name: string, description: string) => ({
  name,
  in: 'query',
  type: 'string',
  required: false,
  description,
})
const described = (comment: string | null) => {
  const [summary, ...rest] = comment?.split('\n') ?? []
  return { ...(summary ? { summary } : {}), ...(rest.length > 0 ? { description: rest.join('\n').trim() } : {}) }
}

function relationPath(relation: RestRelation): Json {
  const { name, columns } = relation
  const filters = columns.map((column) => query(column.name, column.comment ?? `Filter by ${column.name}`))
  const body = { name, in: 'body', required: false, schema: { $ref: `#/definitions/${name}` } }
  const prefer = header('Prefer', PREFER_RETURN)
  const common = { tags: [name], ...described(relation.comment) }
  const select = query('select', 'Which columns to give')
  const page = [query('order', 'The order of rows'), query('offset', 'Rows to leave out'), query('limit', 'Most rows')]
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } }
  return {
    ...(relation.select && {
      get: {
        ...common,
        parameters: [
          ...filters,
          select,
          ...page,
          header('Range', 'Which rows to give'),
          header('Prefer', 'count=none'),
        ],
        responses: { 200: { description: 'OK', schema: rows }, 206: { description: 'Partial Content' } },
      },
    }),
    ...(relation.insert && {
      post: { ...common, parameters: [body, select, prefer], responses: { 201: { description: 'Created' } } },
    }),
    ...(relation.update && {
      patch: { ...common, parameters: [...filters, body, prefer], responses: { 204: { description: 'No Content' } } },
    }),
    ...(relation.delete && {
      delete: { ...common, parameters: [...filters, prefer], responses: { 204: { description: 'No Content' } } },
    }),
  }
}

function functionPath({ name, comment, reads, arguments: given }: RestFunction): Json {
  const required = given.filter((one) => one.required).map((one) => one.name)
  const schema = {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(given.map((one) => [one.name, { ...jsonType(one.format), format: one.format }])),
    ...(comment === null ? {} : { description: comment }),
  }
  const common = { tags: [`(rpc) ${name}`], ...described(comment), produces: MEDIA }
  const responses = { 200: { description: 'OK' } }
  const inQuery = given.map((one) => ({
    name: one.name,
    in: 'query',
    required: one.required,
    format: one.format,
    ...('type' in jsonType(one.format) ? jsonType(one.format) : { type: 'string' }),
  }))
  return {
    ...(reads && { get: { ...common, parameters: inQuery, responses } }),
    post: { ...common, parameters: [{ name: 'args', in: 'body', required: true, schema }], responses },
  }
}

/** Builds the document from what a role sees. */
export function describeRest(
  catalog: RestCatalog,
  at: { readonly url: string; readonly schema: string; readonly version: string },
): RestDocument {
  const { host, pathname, protocol } = new URL(at.url)
  return {
    swagger: '2.0',
    info: {
      title: catalog.comment ?? `Schema ${at.schema}`,
      description: `The tables and functions of the schema ${at.schema}`,
      version: at.version,
    },
    host,
    basePath: pathname,
    schemes: [protocol.replace(':', '')],
    consumes: MEDIA,
    produces: MEDIA,
    paths: {
      '/': {
        get: {
          tags: ['Introspection'],
          summary: 'This document',
          produces: ['application/openapi+json', 'application/json'],
          responses: { 200: { description: 'OK' } },
        },
      },
      ...Object.fromEntries(catalog.relations.map((relation) => [`/${relation.name}`, relationPath(relation)])),
      ...Object.fromEntries(catalog.functions.map((one) => [`/rpc/${one.name}`, functionPath(one)])),
    },
    definitions: Object.fromEntries(catalog.relations.map((relation) => [relation.name, definition(relation)])),
  }
}

/** A schema was asked for that has no endpoints. */
export class SchemaNotExposed extends Error {
  constructor(schemas: readonly string[]) {
    super(`Only these schemas have endpoints: ${schemas.join(', ')}`)
    this.name = 'SchemaNotExposed'
  }
}

/**
 * The document that describes a project's data API.
 * @param role as whom to look
 * @param wanted a schema other than the first that has endpoints
 * @throws SchemaNotExposed; the driver's or the engine's error while the database does not run
 */
export async function restDocument(
  platform: Platform,
  project: { readonly id: number; readonly ref: string },
  role: ApiRole,
  wanted: string | null = null,
): Promise<RestDocument> {
  const schemas = await exposedSchemas(platform.store, project.id)
  const schema = wanted ?? schemas[0] ?? 'public'
  if (!schemas.includes(schema)) throw new SchemaNotExposed(schemas)
  const pool = await platform.databases.pool(project, 'admin')
  const url = `${projectUrl(platform, project.ref)}/rest/v1/`
  return describeRest(await restCatalog(pool, schema, role), { url, schema, version: platform.version })
}
