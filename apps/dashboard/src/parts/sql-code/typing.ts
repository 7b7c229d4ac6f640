import type { EditorState, Extension } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { beforeRun } from './before-run.ts'

/** Notes whether the last thing that was done in an editor was to type. */
class Typing {
  is = false
  update(update: ViewUpdate): void {
    if (update.docChanged) this.is = update.transactions.some((one) => one.isUserEvent('input.type'))
    else if (update.selectionSet) this.is = false
  }
}

const typing = ViewPlugin.fromClass(Typing, {
  eventObservers: {
    // Who waves suggestions away wants none for this word.
    keydown(event) {
      if (event.key === 'Escape') this.is = false
    },
  },
})

function endTyping(view: EditorView): void {
  const noted = view.plugin(typing)
  if (noted !== null) noted.is = false
}

/** Notes in an editor what `isInWord` tells. It has to be there from the first key on. */
export const notesTyping: Extension = [typing, beforeRun.of(endTyping)]

/** The characters of names, and the dot between them. */
const IN_NAME = /[\w$.\u0080-\uffff]/

const isBehindName = ({ selection: { main }, doc }: EditorState): boolean =>
  main.empty && main.head > 0 && IN_NAME.test(doc.sliceString(main.head - 1, main.head))

/** Whether somebody has just typed a part of a word and could go on: not after a run, nor after Escape. */
export const isInWord = (view: EditorView): boolean =>
  view.hasFocus && view.plugin(typing)?.is === true && isBehindName(view.state)
