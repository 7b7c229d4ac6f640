import type { EditorColumn } from '@stoa/contract'

/** The way to edit a column's values. */
export type EditorKind =
  | 'text'
  | 'long'
  | 'number'
  | 'boolean'
  | 'enum'
  | 'date'
  | 'time'
  | 'json'
  | 'array'
  | 'uuid'
  | 'bytea'

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'money', 'oid'])
const TIMES = new Set(['timestamp', 'timestamptz', 'time', 'timetz'])

/** Which editor a column gets. */
export function editorKind(column: Pick<EditorColumn, 'format' | 'enums'>): EditorKind {
  const { format } = column
  if (format.startsWith('_')) return 'array'
  if (column.enums.length > 0) return 'enum'
  if (NUMBERS.has(format)) return 'number'
  if (TIMES.has(format)) return 'time'
  switch (format) {
    case 'bool':
      return 'boolean'
    case 'date':
      return 'date'
    case 'json':
    case 'jsonb':
      return 'json'
    case 'uuid':
      return 'uuid'
    case 'bytea':
      return 'bytea'
    case 'text':
    case 'xml':
    case 'varchar':
    case 'citext':
      return 'long'
    default:
      return 'text'
  }
}

const TEXTS = new Set(['text', 'varchar', 'citext', 'bpchar', 'name'])

/** Whether a text without characters is a value of the column. */
export const takesEmptyText = ({ format, enums }: Pick<EditorColumn, 'format' | 'enums'>): boolean =>
  TEXTS.has(format) && enums.length === 0

/** The value that a typed text means: where no text can be empty, nothing is NULL. */
export const typedValue = (column: EditorColumn, text: string): string | null =>
  text === '' && column.is_nullable && !takesEmptyText(column) ? null : text

/** Why a column takes no value; null when it does. */
export function whyFixed(column: EditorColumn, isNew: boolean): string | null {
  if (column.generated !== null) return `Generated: Postgres computes ${column.generated}`
  if (column.is_identity && !column.is_generatable)
    return 'Identity, always generated: Postgres counts it up and takes no other value'
  if (!isNew && !column.is_updatable) return 'Postgres does not let this column be changed'
  return null
}

/** What happens to a column of a new row that is given no value. */
export function defaultWords(column: EditorColumn): string {
  if (column.is_identity) return 'counted up by Postgres'
  if (column.default_value !== null) return column.default_value
  return column.is_nullable ? 'NULL' : 'needs a value'
}

/** Whether the items of an array are edited one by one; those of boxes stand between other signs than commas. */
export const isListed = ({ format, enums }: Pick<EditorColumn, 'format' | 'enums'>): boolean =>
  editorKind({ format, enums }) === 'array' && format !== '_box'

/** Values that are too long or too deep for a line. */
export const isDeep = (kind: EditorKind): boolean => kind === 'json' || kind === 'array' || kind === 'bytea'

/** What is wrong with a value before it is sent, as far as the page can tell; null when nothing is. */
export function problemOf(kind: EditorKind, value: string | null): string | null {
  if (value === null) return null
  if (kind === 'json') {
    try {
      JSON.parse(value)
      return null
    } catch (error) {
      return `This is not JSON: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  if (kind === 'number' && value.trim() === '') return 'A number is needed'
  if (kind === 'uuid' && !/^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i.test(value.trim()))
    return 'This is not a UUID'
  if (kind === 'array' && !/^\s*(?:\[.*\]=)?\{[\s\S]*\}\s*$/.test(value)) return 'An array stands between braces: {a,b}'
  return null
}

/** The rows and cells of a text that was copied from a sheet: lines and tabs, with quotes round cells that hold either. */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\n]|\r\n|$)|([^\t\r\n]*))(\t|\r?\n|$)/gy
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    const end = match[3]
    if (end === '' || cell.lastIndex >= text.length) break
    if (end !== '\t') rows.push([])
  }
  return rows
}
