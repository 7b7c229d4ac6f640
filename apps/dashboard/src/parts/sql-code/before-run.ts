import { Facet } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** What is done when the text is run: suggestions must not lie over what was just run. */
export const beforeRun = Facet.define<(view: EditorView) => void>()
