export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Schema = { [key: string]: Json }

const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNull = (schema: Json): boolean => isSchema(schema) && schema.type === 'null'

/** The schemas that a value may have one of; null where it has but one. */
function optionsOf(schema: Schema): Json[] | null {
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) return options
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : null
}

const counted = (least: Json | undefined, most: Json | undefined, what: string): string[] => {
  const [from, to] = [Number(least ?? 0), Number(most ?? Number.POSITIVE_INFINITY)]
  if (from === to) return [`${from} ${what}`]
  if (Number.isFinite(to)) return [from > 0 ? `${from} to ${to} ${what}` : `at most ${to} ${what}`]
  return from > 0 ? [`at least ${from} ${what}`] : []
}

/** A bound that somebody chose, and not one that every whole number has. */
const bound = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null

function numbered({ minimum, maximum, exclusiveMinimum }: Schema): string[] {
  const [from, to, above] = [bound(minimum), bound(maximum), bound(exclusiveMinimum)]
  if (above !== null) return [`more than ${above}${to === null ? '' : `, at most ${to}`}`]
  if (from !== null && to !== null) return [`${from} to ${to}`]
  if (from !== null) return [`at least ${from}`]
  return to === null ? [] : [`at most ${to}`]
}

/** What is said of a value besides its type: its limits, its form, and what it is when it is left out. */
export function limitsText(schema: Json | undefined): string {
  if (!isSchema(schema)) return ''
  const others = optionsOf(schema)?.filter((one) => !isNull(one)) ?? []
  const inner = others.length === 1 && Array.isArray(schema.anyOf) ? limitsText(others[0]) : ''
  return [
    ...(inner === '' ? [] : [inner]),
    ...(typeof schema.format === 'string' ? [schema.format] : []),
    ...counted(schema.minLength, schema.maxLength, 'characters'),
    ...counted(schema.minItems, schema.maxItems, 'items'),
    ...numbered(schema),
    ...(typeof schema.pattern === 'string' && schema.format === undefined ? [`matches ${schema.pattern}`] : []),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} if left out`]),
  ].join(', ')
}

function objectText(schema: Schema, indent: string): string {
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : []
  const required = Array.isArray(schema.required) ? schema.required : []
  const others = schema.additionalProperties
  const inside = `${indent}  `
  const lines = properties.map(([name, value]) => {
    const limits = limitsText(value)
    const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name)
    const text = `${inside}${key}${required.includes(name) ? '' : '?'}: ${shapeText(value, inside)}`
    return limits === '' ? text : `${text} // ${limits}`
  })
  if (isSchema(others)) lines.push(`${inside}[name]: ${shapeText(others, inside)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function arrayText({ items, prefixItems }: Schema, indent: string): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((one) => shapeText(one, indent)).join(', ')}]`
  const item = shapeText(items, indent)
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

/** A schema as people read it, in the notation of TypeScript's types, with limits as comments. */
export function shapeText(schema: Json | undefined, indent = ''): string {
  if (!isSchema(schema)) return 'anything'
  const options = optionsOf(schema)
  if (options !== null) {
    const [values, nulls] = [options.filter((one) => !isNull(one)), options.filter(isNull)]
    return [...new Set([...values, ...nulls].map((one) => shapeText(one, indent)))].join(' | ')
  }
  if (Array.isArray(schema.allOf)) return schema.allOf.map((one) => shapeText(one, indent)).join(' & ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.type === 'array') return arrayText(schema, indent)
  if (schema.type === 'object') return objectText(schema, indent)
  if (typeof schema.type === 'string') return schema.type
  return schema.not === undefined ? 'anything' : 'nothing'
}

/** A value to begin with, that has what a schema requires. */
export function sample(schema: Json | undefined): Json {
  if (!isSchema(schema)) return {}
  if (schema.default !== undefined) return schema.default
  const [first] = optionsOf(schema) ?? []
  if (first !== undefined) return sample(first)
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null
  if (schema.type === 'object') {
    const required = Array.isArray(schema.required) ? schema.required : []
    const all = isSchema(schema.properties) ? Object.entries(schema.properties) : []
    return Object.fromEntries(all.filter(([name]) => required.includes(name)).map(([name, one]) => [name, sample(one)]))
  }
  const plain: Readonly<Record<string, Json>> = { string: '', number: 0, integer: 0, boolean: false, array: [] }
  return plain[String(schema.type)] ?? null
}
