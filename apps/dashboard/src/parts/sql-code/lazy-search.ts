import { Compartment, type Extension } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'

const found = new Compartment()

function openSearch(view: EditorView): boolean {
  void import('@codemirror/search').then(({ highlightSelectionMatches, openSearchPanel, search, searchKeymap }) => {
    if (!view.dom.isConnected) return
    const extension = [search({ top: true }), highlightSelectionMatches(), keymap.of(searchKeymap)]
    view.dispatch({ effects: found.reconfigure(extension) })
    openSearchPanel(view)
  })
  return true
}

/** The search panel. Its code is fetched when it is first asked for, by Mod-F. */
export function lazySearch(): Extension {
  // The keys of the panel itself come first once they are there.
  return [found.of([]), keymap.of([{ key: 'Mod-f', run: openSearch, preventDefault: true }])]
}
