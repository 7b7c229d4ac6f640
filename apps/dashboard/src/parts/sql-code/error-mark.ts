import { RangeSet, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'

/** A place in the text that the server complained about. */
type ErrorMark = { readonly from: number; readonly to: number; readonly message: string }

const setMark = StateEffect.define<ErrorMark | null>()

class ErrorLine extends GutterMarker {
  override elementClass = 'cm-sql-error-line'
}

const errorLine = new ErrorLine()
const underline = Decoration.mark({ class: 'cm-sql-error' })

const NO_ATTRIBUTES = {}

/** Lets an error be marked in the text; holds which one is. */
export const markField = StateField.define<ErrorMark | null>({
  create: () => null,
  update(mark, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMark)) return effect.value
    if (!mark || !transaction.docChanged) return mark
    // What was marked has been edited: the complaint may no longer hold.
    if (transaction.changes.touchesRange(mark.from, mark.to)) return null
    return {
      ...mark,
      from: transaction.changes.mapPos(mark.from),
      to: transaction.changes.mapPos(mark.to),
    }
  },
  provide: (field) => [
    EditorView.decorations.from(field, (mark) =>
      mark ? Decoration.set(underline.range(mark.from, mark.to)) : Decoration.none,
    ),
    EditorView.contentAttributes.from(field, (mark) => (mark ? { 'aria-invalid': 'true' } : NO_ATTRIBUTES)),
    gutterLineClass.compute([field], (state) => {
      const mark = state.field(field)
      return mark ? RangeSet.of([errorLine.range(state.doc.lineAt(mark.from).from)]) : RangeSet.empty
    }),
  ],
})

/**
 * What to mark for an error at an offset: the word that begins there, or one character. At the end of a line, where
 * a statement ends too early, it is the character before.
 * @returns null in an empty text.
 */
export function errorRange(doc: Text, offset: number): { from: number; to: number } | null {
  if (doc.length === 0) return null
  const from = Math.min(Math.max(0, offset), doc.length)
  const line = doc.lineAt(from)
  const word = /^(?:[\p{L}\p{N}_$]+|.)/u.exec(line.text.slice(from - line.from))?.[0] ?? ''
  if (word !== '') return { from, to: from + word.length }
  return from > 0 ? { from: from - 1, to: from } : { from, to: from + 1 }
}

/**
 * Marks the place of an error and brings it into view, or takes the mark away.
 * @param error the offset is in UTF-16 code units from the beginning of the text; it is moved into the text.
 */
export function markError(view: EditorView, error: { offset: number; message: string } | null): void {
  const range = error && errorRange(view.state.doc, error.offset)
  if (error && range) {
    const mark = setMark.of({ ...range, message: error.message })
    view.dispatch({ effects: [mark, EditorView.scrollIntoView(range.from, { y: 'nearest' })] })
  } else if (view.state.field(markField)) view.dispatch({ effects: setMark.of(null) })
}
