import type { EditorView } from '@codemirror/view'
import { formatSql } from '@stoa/sql/format'
import { changeBetween } from './change.ts'

/**
 * Sets the selected text, or all of it, in lines. It brings the formatter with it, so load it lazily.
 * @returns whether that was possible; a text that is half written is left as it is
 */
export function formatView(view: EditorView): boolean {
  const { from, to, empty } = view.state.selection.main
  const range = empty ? { from: 0, to: view.state.doc.length } : { from, to }
  const text = view.state.sliceDoc(range.from, range.to)
  const formatted = formatSql(text)
  if (formatted === null) return false
  const change = changeBetween(text, formatted)
  view.dispatch({
    changes: { from: range.from + change.from, to: range.from + change.to, insert: change.insert },
    userEvent: 'format',
    scrollIntoView: true,
  })
  return true
}
