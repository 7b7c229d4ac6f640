import { quoteIdent, quoteLiteral } from '@stoa/sql'
import { cellKind } from '../grid/format.ts'
import { columnKeys } from '../grid/layout.ts'
import type { CellRange, GridColumn, GridRow, RowSource } from '../grid/types.ts'

/** What rows can be written as. */
export const TEXT_FORMATS = ['tsv', 'csv', 'json', 'markdown', 'sql'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

/** How formats are called in menus. */
export const FORMAT_NAMES: Readonly<Record<TextFormat, string>> = {
  tsv: 'TSV',
  csv: 'CSV',
  json: 'JSON',
  markdown: 'Markdown',
  sql: 'INSERT',
}

/** How many rows one INSERT has. */
const ROWS_PER_INSERT = 500
/** Numbers as JSON writes them; Postgres also writes NaN, Infinity and 1. without one. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

type Writer = {
  readonly head: string
  row(row: GridRow, index: number): string
  readonly between: string
  readonly tail: string
}

/**
 * Writes rows as text, values whole and with every digit.
 * @param table what the rows of INSERT go into
 */
export function* writeRows(
  format: TextFormat,
  columns: readonly GridColumn[],
  rows: Iterable<GridRow>,
  table = 'result',
): Generator<string> {
  const writer = writerFor(format, columns, table)
  yield writer.head
  let index = 0
  for (const row of rows) yield (index === 0 ? '' : writer.between) + writer.row(row, index++)
  yield index === 0 && format === 'sql' ? '' : writer.tail
}

/** The selected rectangle as text, the names of its columns included; null when some of its rows are not here. */
export function rangeAs(
  format: TextFormat,
  columns: readonly GridColumn[],
  source: RowSource,
  range: CellRange,
): string | null {
  const rows: GridRow[] = []
  for (let index = range.top; index <= range.bottom; index++) {
    const row = source.row(index)
    if (row === undefined) return null
    rows.push(row.slice(range.left, range.right + 1))
  }
  return [...writeRows(format, columns.slice(range.left, range.right + 1), rows)].join('')
}

function writerFor(format: TextFormat, columns: readonly GridColumn[], table: string): Writer {
  const names = columns.map(({ name }) => name)
  switch (format) {
    case 'tsv':
      return lines(names.map(tsv).join('\t'), (row) => row.map((value) => tsv(value ?? '')).join('\t'), '')
    case 'csv':
      return lines(
        names.map(csv).join(','),
        (row) => row.map((value) => (value === null ? '' : csv(value))).join(','),
        '\n',
      )
    case 'markdown': {
      const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
      const rule = line(columns.map(({ type }) => (cellKind(type) === 'number' ? '---:' : '---')))
      return lines(
        `${line(names.map(markdown))}\n${rule}`,
        (row) => line(row.map((value) => markdown(value ?? 'NULL'))),
        '\n',
      )
    }
    case 'json': {
      const keys = columnKeys(columns).map((key) => JSON.stringify(key))
      const object = (row: GridRow) =>
        `  {${keys.map((key, c) => `${key}: ${json(columns[c]?.type ?? 'text', row[c] ?? null)}`).join(', ')}}`
      return { head: '[\n', row: object, between: ',\n', tail: '\n]\n' }
    }
    case 'sql':
      return inserts(columns, table)
  }
}

const lines = (head: string, row: (row: GridRow) => string, tail: string): Writer => ({
  head: `${head}\n`,
  row,
  between: '\n',
  tail,
})

function inserts(columns: readonly GridColumn[], table: string): Writer {
  const names = columnKeys(columns).map((key) => quoteIdent(key))
  const insert = `insert into ${table} (${names.join(', ')}) values\n`
  const values = (row: GridRow) => `(${columns.map(({ type }, c) => literal(type, row[c] ?? null)).join(', ')})`
  return {
    head: '',
    between: '',
    row: (row, index) =>
      index === 0
        ? insert + values(row)
        : index % ROWS_PER_INSERT === 0
          ? `;\n\n${insert}${values(row)}`
          : `,\n${values(row)}`,
    tail: ';\n',
  }
}

const tsv = (value: string): string => (/[\t\n\r"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
/** Empty text stands between quotes, so that it is not NULL. */
const csv = (value: string): string =>
  value === '' || /[,\n\r"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
const markdown = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\r?\n/g, '<br>')

function json(type: string, value: string | null): string {
  if (value === null) return 'null'
  const kind = cellKind(type)
  if (kind === 'number' && JSON_NUMBER.test(value)) return value
  if (kind === 'boolean') return value === 't' || value === 'true' ? 'true' : 'false'
  // Its text is JSON already; parsing it would round its numbers.
  if (kind === 'json') return value
  return JSON.stringify(value)
}

function literal(type: string, value: string | null): string {
  if (value === null) return 'NULL'
  if (cellKind(type) === 'number' && JSON_NUMBER.test(value)) return value
  if (cellKind(type) === 'boolean') return value === 't' || value === 'true' ? 'true' : 'false'
  return quoteLiteral(value)
}
