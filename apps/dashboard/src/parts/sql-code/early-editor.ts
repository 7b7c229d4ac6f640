import type { EditorView } from '@codemirror/view'

/** An editor that stands on the page before the dashboard does. */
export type EarlyEditor = {
  /** The document whose text it has. */
  readonly id: string
  readonly view: EditorView
  /** Whether somebody has typed into it. */
  readonly isTyped: () => boolean
  /** Whether somebody has asked it to run. */
  readonly isToRun: () => boolean
  /** Takes away the place it stood in. */
  readonly leave: () => void
}

let standing: EarlyEditor | null = null

/** Lays an editor that stands ready for the dashboard. */
export function layEarlyEditor(editor: EarlyEditor): void {
  standing = editor
}

/** Gives the early editor to the first that shows its document; others make their own. */
export function takeEarlyEditor(id: string): EarlyEditor | null {
  const taken = standing?.id === id ? standing : null
  if (taken !== null) standing = null
  endEarlyEditor()
  return taken
}

/** Ends the time of the early editor: one that nobody took belongs to a screen that is not shown. */
export function endEarlyEditor(): void {
  standing?.view.destroy()
  standing?.leave()
  standing = null
}
