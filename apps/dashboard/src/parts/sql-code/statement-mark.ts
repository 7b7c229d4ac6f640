import type { Range } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'
import { splitStatements, statementAt } from '@stoa/sql'

/** In a longer text the statement at the cursor is not marked: finding it at every key would be felt. */
const MARKED_UNTIL = 100_000

const line = Decoration.line({ class: 'cm-sql-current' })

/** Marks the lines of the statement that a run of one statement would run, where there are several. */
export const statementMark = EditorView.decorations.compute(['doc', 'selection'], ({ doc, selection }) => {
  if (!selection.main.empty || doc.length > MARKED_UNTIL) return Decoration.none
  const text = doc.toString()
  const current = splitStatements(text).length > 1 ? statementAt(text, selection.main.head) : null
  if (current === null) return Decoration.none
  const last = doc.lineAt(current.end).number
  const marks: Range<Decoration>[] = []
  for (let number = doc.lineAt(current.start).number; number <= last; number++)
    marks.push(line.range(doc.line(number).from))
  return Decoration.set(marks)
})
