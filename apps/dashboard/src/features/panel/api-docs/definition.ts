import type { RestDocument } from '@stoa/contract'

/** A column of a table, or an argument of a function, as the data API describes it. */
export type Property = {
  readonly name: string
  /** The JSON type; `any` where every value is allowed. */
  readonly type: string
  /** The Postgres type. */
  readonly format: string
  readonly description: string
  readonly required: boolean
  readonly primaryKey: boolean
  /** The values that are allowed, where there are few. */
  readonly values: readonly string[]
}

/** A table or view that has endpoints. */
export type Table = {
  readonly name: string
  readonly description: string
  readonly columns: readonly Property[]
  /** Tables that a row leads to by a foreign key. */
  readonly references: readonly string[]
}

/** A function that has an endpoint. */
export type StoredProcedure = {
  readonly name: string
  readonly path: string
  readonly description: string
  readonly arguments: readonly Property[]
}

type Loose = Readonly<Record<string, unknown>>

const object = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {})
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

const NOTE = /\s*Note:\n[\s\S]*$/
const FOREIGN_KEY = /<fk table='([^']+)'/

/** The Postgres types that the document names in the words of OpenAPI. */
const POSTGRES: Readonly<Record<string, string>> = { int32: 'integer', int64: 'bigint' }

function property(name: string, raw: unknown, required: ReadonlySet<string>): Property {
  const told = object(raw)
  const description = text(told.description)
  const format = POSTGRES[text(told.format)] ?? text(told.format)
  return {
    name,
    type: text(told.type) || (format.startsWith('json') ? 'any' : ''),
    format,
    description: description.replace(NOTE, '').trim(),
    required: required.has(name),
    primaryKey: description.includes('<pk/>'),
    values: texts(told.enum),
  }
}

const properties = (raw: Loose): Property[] => {
  const required = new Set(texts(raw.required))
  return Object.entries(object(raw.properties)).map(([name, one]) => property(name, one, required))
}

/** The tables and views of a document, by name. */
export function tablesOf(document: RestDocument): Table[] {
  return Object.entries(document.definitions)
    .map(([name, raw]) => ({
      name,
      description: text(raw.description),
      columns: properties(raw),
      references: [
        ...new Set(
          Object.values(object(raw.properties)).flatMap(
            (one) => FOREIGN_KEY.exec(text(object(one).description))?.[1] ?? [],
          ),
        ),
      ],
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

const RPC = '/rpc/'

/** The functions of a document, by name. */
export function functionsOf(document: RestDocument): StoredProcedure[] {
  return Object.entries(document.paths)
    .filter(([path]) => path.includes(RPC))
    .map(([path, raw]) => {
      const post = object(object(raw).post)
      const parameters = Array.isArray(post.parameters) ? post.parameters.map(object) : []
      const body = parameters.find((one) => one.in === 'body')
      return {
        name: path.slice(path.indexOf(RPC) + RPC.length),
        path,
        description: [text(post.summary), text(post.description)].filter(Boolean).join('\n'),
        arguments: properties(object(body?.schema)),
      }
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}
