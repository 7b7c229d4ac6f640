import type { OpenAPI } from '@orpc/openapi'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Schema = { [key: string]: Json }

const isObject = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNull = (schema: Json): boolean => isObject(schema) && schema.type === 'null'

/** What OpenAPI 3.0 has no word for, and what a reader can do without. */
const UNKNOWN = new Set(['$schema', 'propertyNames', 'examples', 'contentEncoding', 'contentMediaType'])

/** A choice between schemas, of which null is not one but a property of the whole. */
function choice(kind: 'anyOf' | 'oneOf', options: Json[]): Schema {
  const others = options.filter((option) => !isNull(option)).map(converted)
  const nullable: Schema = others.length < options.length ? { nullable: true } : {}
  const [only] = others
  return others.length === 1 && isObject(only) ? { ...only, ...nullable } : { [kind]: others, ...nullable }
}

/** The counterpart of one word of a schema. */
function word(key: string, value: Json): Schema {
  if (UNKNOWN.has(key)) return {}
  if (key === 'const') return { enum: [value] }
  if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(value)) return choice(key, value)
  if (key === 'prefixItems') return { items: {} }
  if (key === 'exclusiveMinimum' && typeof value === 'number') return { minimum: value, exclusiveMinimum: true }
  if (key === 'exclusiveMaximum' && typeof value === 'number') return { maximum: value, exclusiveMaximum: true }
  // The keys below are names that somebody chose, and no words of a schema.
  if (key === 'properties' && isObject(value))
    return { properties: Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, converted(schema)])) }
  if (key === 'enum' || key === 'default' || key === 'example') return { [key]: value }
  return { [key]: converted(value) }
}

function converted(value: Json): Json {
  if (Array.isArray(value)) return value.map(converted)
  if (!isObject(value)) return value
  return Object.assign({}, ...Object.entries(value).map(([key, part]) => word(key, part))) as Schema
}

/**
 * A document in the words of OpenAPI 3.0, for readers that take these much faster. Refusals are without their bodies,
 * which are alike in all calls.
 */
export function inOpenApi30(document: OpenAPI.Document): unknown {
  const { paths = {}, components, ...rest } = JSON.parse(JSON.stringify(document)) as OpenAPI.Document
  const named = components?.responses ?? {}
  for (const path of Object.values(paths))
    for (const operation of Object.values(path ?? {})) {
      const responses = (operation as OpenAPI.OperationObject).responses ?? {}
      for (const [status, response] of Object.entries(responses)) {
        const shared = '$ref' in response ? named[response.$ref.split('/').at(-1) ?? ''] : undefined
        if (shared && 'description' in shared) responses[status] = { description: shared.description ?? '' }
      }
    }
  const { securitySchemes } = components ?? {}
  return { ...rest, openapi: '3.0.3', components: { securitySchemes }, paths: converted(paths as unknown as Json) }
}
