import type { Column } from '../schema/cache.ts'

const TYPES: Readonly<Record<string, string>> = {
  'character varying': 'string',
  character: 'string',
  text: 'string',
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
}
const FORMATS: Readonly<Record<string, string>> = { smallint: 'int32', integer: 'int32', bigint: 'int64' }
const JSONS = ['json', 'jsonb']

/** A Postgres type in the words of OpenAPI 2.0. JSON has a format and no type, for it may be any. */
export function swaggerType(type: string): { format: string; type?: string; items?: Record<string, unknown> } {
  if (JSONS.includes(type)) return { format: type }
  if (type.endsWith('[]')) {
    const item = type.slice(0, -2)
    return { format: type, type: 'array', items: JSONS.includes(item) ? {} : { type: TYPES[item] ?? 'string' } }
  }
  return { format: FORMATS[type] ?? type, type: TYPES[type] ?? 'string' }
}

/** What a default says: of texts its value or the expression that makes it, of others only a constant. */
function defaultValue(text: string, column: Column, type: string | undefined): unknown {
  const typed = `::${column.type}`
  const value = text.endsWith(typed) ? text.slice(0, -typed.length) : text
  const plain = value.replace(/^'+|'+$/g, '')
  try {
    const read: unknown = JSON.parse(type === 'string' ? `"${value === text ? text : plain}"` : plain)
    return typeof read === 'object' ? undefined : read
  } catch {
    return undefined
  }
}

/** A column as a property of a definition. */
export function property(column: Column): Record<string, unknown> {
  const described = swaggerType(column.type)
  const value = column.default === null ? undefined : defaultValue(column.default, column, described.type)
  return {
    ...(value !== undefined && { default: value }),
    ...(column.enum !== null && { enum: column.enum }),
    ...described,
    ...(column.length !== null && { maxLength: column.length }),
  }
}
