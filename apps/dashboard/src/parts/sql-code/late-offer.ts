import { selectedCompletion, startCompletion } from '@codemirror/autocomplete'
import { type EditorView, ViewPlugin } from '@codemirror/view'
import { catalogFacet } from './catalog.ts'
import { isInWord } from './typing.ts'

/** Suggests for the word at the cursor, after the update that is under way, unless a suggestion was picked already. */
function offer(view: EditorView): void {
  queueMicrotask(() => {
    if (isInWord(view) && selectedCompletion(view.state) === null) startCompletion(view)
  })
}

/** Suggestions, and the names among them, may come after the word that they are for was typed: it is offered then. */
export const lateOffer = ViewPlugin.define((view) => {
  offer(view)
  return {
    update(update) {
      if (update.startState.facet(catalogFacet) !== update.state.facet(catalogFacet)) offer(update.view)
    },
  }
})
