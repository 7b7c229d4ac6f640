import type { EditorView } from '@codemirror/view'

/** Moves a standing editor to another place of the page, with its focus, its cursor and where it is scrolled to. */
export function moveView(view: EditorView, place: HTMLElement): void {
  const scrolled = view.scrollSnapshot()
  const hadFocus = view.hasFocus
  const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? {}
  // Where a browser can, without taking it out of the page; not every one has it yet.
  if (place.isConnected && typeof place.moveBefore === 'function') place.moveBefore(view.dom, null)
  else place.append(view.dom)
  view.dispatch({ effects: scrolled })
  if (!hadFocus) return
  view.focus()
  // Nodes that move lose the selection, and the editor would take that for somebody's wish.
  if (anchorNode && focusNode)
    getSelection()?.setBaseAndExtent(anchorNode, anchorOffset ?? 0, focusNode, focusOffset ?? 0)
}
