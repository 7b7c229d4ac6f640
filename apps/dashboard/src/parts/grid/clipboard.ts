import type { CellRange, CopyResult, RowSource } from './types.ts'

// Browsers hold strings of half a gigabyte at most, and clipboards are slow long before that.
const MAX_CHARACTERS = 100_000_000

type RangeText = { readonly text: string } | { readonly problem: 'too-large' | 'not-loaded' }

/**
 * A rectangle as tab separated text, whole values, rows ended by line breaks. NULL is an empty field. A value that
 * holds a tab, a line break or a quote is put between quotes, as spreadsheets read and write it. One cell alone is
 * given as it is.
 */
export function rangeText(source: RowSource, range: CellRange): RangeText {
  if (range.top === range.bottom && range.left === range.right) {
    const row = source.row(range.top)
    return row ? { text: row[range.left] ?? '' } : { problem: 'not-loaded' }
  }
  const lines: string[] = []
  let length = 0
  for (let r = range.top; r <= range.bottom; r++) {
    const row = source.row(r)
    if (!row) return { problem: 'not-loaded' }
    let line = field(row[range.left] ?? null)
    for (let c = range.left + 1; c <= range.right; c++) line += `\t${field(row[c] ?? null)}`
    length += line.length + 1
    if (length > MAX_CHARACTERS) return { problem: 'too-large' }
    lines.push(line)
  }
  return { text: lines.join('\n') }
}

function field(value: string | null): string {
  if (value === null) return ''
  return /[\t\n\r"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Longer texts are not remembered. */
const REMEMBERED_MAX = 5_000_000

/** What was copied last in this page. */
let copied: { readonly text: string; readonly cells: readonly (readonly (string | null)[])[] } | null = null

/** Keeps the cells behind a copied text, which alone does not tell NULL from an empty text. */
export function rememberCopied(text: string, source: RowSource, range: CellRange): void {
  copied = null
  if (text.length > REMEMBERED_MAX) return
  const cells: (string | null)[][] = []
  for (let row = range.top; row <= range.bottom; row++)
    cells.push([...(source.row(row) ?? [])].slice(range.left, range.right + 1))
  copied = { text, cells }
}

/** The cells that a text was copied from in this page; null for a text from elsewhere. */
export const copiedCells = (text: string): readonly (readonly (string | null)[])[] | null =>
  copied !== null && sameBreaks(copied.text) === sameBreaks(text) ? copied.cells : null

// Systems have line breaks of their own.
const sameBreaks = (text: string): string => text.replaceAll('\r\n', '\n')

/**
 * Puts a text on the clipboard. Without the focus of the window browsers refuse or, worse, wait, so it is not tried.
 * Works without the clipboard interface too, which browsers keep from pages that are not served over TLS.
 */
export async function copyText(text: string): Promise<CopyResult['status']> {
  if (!document.hasFocus()) return 'no-focus'
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text)
    else if (!copyByCommand(text)) return 'failed'
    return 'copied'
  } catch {
    return copyByCommand(text) ? 'copied' : 'failed'
  }
}

function copyByCommand(text: string): boolean {
  let done = false
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
    done = event.clipboardData !== null
  }
  document.addEventListener('copy', onCopy, { capture: true })
  try {
    document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true })
  }
  return done
}
