import type { IconType } from '@stoa/ui'
import { type ComponentType, useSyncExternalStore } from 'react'

/** Something that can stand in the column at the right: the assistant, the SQL editor panel. */
export type Panel = {
  readonly id: string
  readonly label: string
  /** For its button in the roof. */
  readonly icon: IconType
  /** Toggles it together with Cmd or Ctrl. */
  readonly key: string
  readonly Content: ComponentType
}

type State = { readonly panels: readonly Panel[]; readonly open: string | null }

/** A list of panels, at most one of which is open. One stands behind the frame; tests make their own. */
export function createPanelStore() {
  let state: State = { panels: [], open: null }
  let opener: Element | null = null
  const listeners = new Set<() => void>()
  const set = (next: State) => {
    if (state.open === null && next.open !== null) opener = globalThis.document?.activeElement ?? null
    state = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    /** What had the focus before a panel opened. */
    opener: () => opener,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Adds a panel; the answer takes it away again and closes it. */
    register(panel: Panel) {
      set({ ...state, panels: [...state.panels.filter((other) => other.id !== panel.id), panel] })
      return () =>
        set({
          panels: state.panels.filter((other) => other !== panel),
          open: state.open === panel.id ? null : state.open,
        })
    },
    /** Opens a panel, or does nothing when it does not exist. */
    open(id: string) {
      if (state.panels.some((panel) => panel.id === id)) set({ ...state, open: id })
    },
    close() {
      if (state.open !== null) set({ ...state, open: null })
    },
    /** Opens a panel in place of another, or closes it. Does nothing when it does not exist. */
    toggle(id: string) {
      if (state.panels.some((panel) => panel.id === id)) set({ ...state, open: state.open === id ? null : id })
    },
  }
}

export const panels = createPanelStore()

/** The registered panels and which of them is open. */
export const usePanels = (): State => useSyncExternalStore(panels.subscribe, panels.get)
