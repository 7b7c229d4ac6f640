import type { Property } from './definition.ts'

const UUID = '9b2c6c9e-3f1d-4f6a-8f43-0c1f5a2b7d10'

const BY_FORMAT: Readonly<Record<string, unknown>> = {
  uuid: UUID,
  date: '2026-01-31',
  time: '12:30:00',
  timestamp: '2026-01-31T12:30:00',
  timestamptz: '2026-01-31T12:30:00Z',
  interval: '1 day',
  inet: '192.0.2.1',
  cidr: '192.0.2.0/24',
  macaddr: '08:00:2b:01:02:03',
  bytea: '\\x00ff',
  json: { key: 'value' },
  jsonb: { key: 'value' },
  point: '(1,2)',
  int4range: '[1,10)',
  int8range: '[1,10)',
  numrange: '[1,10)',
  daterange: '[2026-01-01,2026-02-01)',
  tsrange: '[2026-01-01,2026-02-01)',
  tstzrange: '[2026-01-01,2026-02-01)',
  bit: '1',
  tsvector: 'word',
  xml: '<a/>',
}

/** Long names of types and the short ones that the table above knows them by. */
const SHORT: Readonly<Record<string, string>> = {
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
  'time without time zone': 'time',
  'time with time zone': 'time',
}

/** A value that a column of this type takes. */
export function exampleOf({ type, format, values }: Property): unknown {
  if (values.length > 0) return values[0]
  if (format.endsWith('[]')) return []
  const base = format.replace(/\(.*\)/, '')
  const known = BY_FORMAT[SHORT[base] ?? base]
  if (known !== undefined) return known
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  return 'text'
}

/**
 * The columns that an example writes: those that a row cannot be without, or the first that can be written. Keys that
 * the database counts up or draws itself are left to it.
 */
export function writtenColumns(columns: readonly Property[]): readonly Property[] {
  const own = columns.filter(
    ({ primaryKey, type, format }) => !(primaryKey && (type === 'integer' || format === 'uuid')),
  )
  const required = own.filter((column) => column.required)
  return required.length > 0 ? required : own.slice(0, 1)
}

/** The column that an example finds one row by. */
export const identifyingColumn = (columns: readonly Property[]): Property | undefined =>
  columns.find(({ primaryKey }) => primaryKey) ?? columns[0]

/** A row for examples, of the columns that are written. */
export const exampleRow = (columns: readonly Property[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column) => [column.name, exampleOf(column)]))
