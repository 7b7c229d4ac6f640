import { lifecycle } from '../../lifecycle.ts'

/** How the saving of a snippet stands. */
export const snippetSaveLifecycle = lifecycle({
  IDLE: { on: { save: 'UPDATING' } },
  UPDATING: { on: { saved: 'IDLE', failed: 'UPDATING_FAILED' } },
  // `resolved`: the server has what was to be saved after all.
  UPDATING_FAILED: { on: { save: 'UPDATING', resolved: 'IDLE' } },
})
export type SnippetSaveState = (typeof snippetSaveLifecycle.names)[number]

/** How long after the last change a snippet is saved, in ms. */
export const SNIPPET_SAVE_MS = 1_000

/** What can happen to a snippet on the page. */
export type SnippetChange = 'edit' | 'rename' | 'favorite' | 'mark' | 'set-sql'

/** Whether a change has to be saved. Setting the text, as when it arrives from the server, has not. */
export const needsSaving = (change: SnippetChange): boolean => change !== 'set-sql'
