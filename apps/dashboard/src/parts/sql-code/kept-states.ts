import { historyField } from '@codemirror/commands'
import type { EditorSelection, Extension, StateEffect, Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** What an editor was when it left the page. */
type Kept = {
  readonly doc: Text
  readonly selection: EditorSelection
  /** Gives another editor what can be undone and done again. */
  readonly history: Extension
  readonly scrolled: StateEffect<unknown>
}

const kept = new Map<string, Kept>()

/** Keeps what an editor is while the page lives, so that coming back to its text loses neither history nor place. */
export function keepState(name: string, view: EditorView): void {
  const { doc, selection } = view.state
  const done = view.state.field(historyField, false)
  kept.set(name, { doc, selection, history: historyField.init(() => done), scrolled: view.scrollSnapshot() })
}

/** What was kept of an editor, once; null when nothing was. */
export function takeState(name: string | undefined): Kept | null {
  const found = name === undefined ? undefined : kept.get(name)
  if (name === undefined || found === undefined) return null
  kept.delete(name)
  return found
}

/** Lets go of what was kept, for example because its tab was closed. */
export const forgetState = (name: string): void => void kept.delete(name)
