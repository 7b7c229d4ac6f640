import type { ExportFormat } from '@stoa/contract'
import { fillParameters, splitStatements } from '@stoa/sql'
import { toast } from '@stoa/ui'
import { client } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { startDownload } from '../backups/start-download.ts'
import { copyText } from '../grid/clipboard.ts'
import type { CellRange, CopyResult, GridColumn, GridRow, RowSource } from '../grid/types.ts'
import type { Run, RunResult } from '../sql-run/run-state.ts'
import { rangeAs, type TextFormat, writeRows } from './formats.ts'

/** The most cells that are copied with their names at once; a clipboard is slow long before a file is. */
const COPY_MAX = 2_000_000
const FILES: Readonly<Record<TextFormat, { readonly ending: string; readonly type: string }>> = {
  tsv: { ending: 'tsv', type: 'text/tab-separated-values' },
  csv: { ending: 'csv', type: 'text/csv' },
  json: { ending: 'json', type: 'application/json' },
  markdown: { ending: 'md', type: 'text/markdown' },
  sql: { ending: 'sql', type: 'application/sql' },
}

export const NOT_RUN_AGAIN =
  'Only a statement that reads is run again for its whole result. The rows that are here can be written as they are'

/** The text of the statement behind a result, as it was sent; null when it is not known. */
export function statementOf(run: Run, result: RunResult, declaredIn: string): string | null {
  const { sql, params } = run.request
  const whole = splitStatements(sql)
  const text = result.place !== null ? sql.slice(result.place.start, result.place.end) : whole.length === 1 ? sql : null
  return text === null ? null : fillParameters(text, params, declaredIn).sql
}

/** Lets the server write the whole result, by running its statement again without a limit, and downloads that. */
export async function downloadWhole(ref: string, run: Run, sql: string, format: ExportFormat): Promise<void> {
  const { role, claims, timeoutMs } = run.request
  try {
    const { url } = await client.project.sql.export({
      ref,
      sql,
      format,
      role,
      claims: claims === null ? null : { ...claims },
      timeout_ms: timeoutMs,
    })
    startDownload(url)
    toast.success(`Downloading the whole result as ${format.toUpperCase()}`)
  } catch (error) {
    toast.error(errorMessage(error))
  }
}

/** Writes the rows that are here into a file, without asking the server. */
export function downloadHere(format: TextFormat, columns: readonly GridColumn[], rows: RowSource): void {
  const parts: string[] = []
  let part = ''
  // Few large strings: a list of a million small ones takes many times their own memory.
  for (const text of writeRows(format, columns, all(rows))) {
    part += text
    if (part.length < 1_000_000) continue
    parts.push(part)
    part = ''
  }
  const { ending, type } = FILES[format]
  const url = URL.createObjectURL(new Blob([...parts, part], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = `result.${ending}`
  link.click()
  // The download has its own hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function* all(rows: RowSource): Generator<GridRow> {
  for (let index = 0; index < rows.rowCount; index++) {
    const row = rows.row(index)
    if (row !== undefined) yield row
  }
}

/** Copies a part of the rows with the names of its columns. */
export async function copyAs(
  format: TextFormat,
  columns: readonly GridColumn[],
  rows: RowSource,
  range: CellRange,
): Promise<CopyResult> {
  const size = { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 }
  if (size.rows * size.columns > COPY_MAX) return { status: 'too-large', ...size }
  const text = rangeAs(format, columns, rows, range)
  if (text === null) return { status: 'not-loaded', ...size }
  return { status: await copyText(text), ...size }
}
