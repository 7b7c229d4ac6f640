import { useState } from 'react'

/**
 * Returns focus to where it was before a dialog opened, whoever opened it.
 * @param open whether the dialog is open.
 * @param into chooses what gets focus on opening, unless a field took it already; without it, the dialog decides.
 * @returns the two handlers for the content of a dialog.
 */
export function useFocusReturn(open: boolean, into?: (dialog: HTMLElement) => HTMLElement) {
  // Looked at while drawing: a field with `autoFocus` has the focus before any effect runs.
  const focused = () => (open ? document.activeElement : null)
  const [seen, setSeen] = useState(open)
  const [before, setBefore] = useState<Element | null>(focused)
  if (open !== seen) {
    setSeen(open)
    if (open) setBefore(focused)
  }
  return {
    onOpenAutoFocus: (event: Event) => {
      if (!into || !(event.currentTarget instanceof HTMLElement)) return
      event.preventDefault()
      into(event.currentTarget).focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    },
  }
}
