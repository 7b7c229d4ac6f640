import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

/** A place of the frame that is drawn into from elsewhere. Only those who do so are told when it comes and goes. */
type Slot = {
  readonly get: () => HTMLElement | null
  /** For the `ref` of its element. */
  readonly set: (element: HTMLElement | null) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Makes a place without an element. */
export function createSlot(): Slot {
  let element: HTMLElement | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => element,
    set(next) {
      element = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

type Slots = {
  /** Where the product menu is drawn now: the second column, or the open drawer of a narrow screen. */
  readonly menu: Slot
  /** The strip above the content. */
  readonly banners: Slot
  /** Announces a menu with its title; the answer takes it away again. */
  readonly announceMenu: (title: string) => () => void
}

const Context = createContext<Slots | null>(null)
export const FrameSlots = Context.Provider

function useSlots(): Slots {
  const slots = use(Context)
  if (slots === null) throw new Error('The frame’s slots are filled by screens inside the frame.')
  return slots
}

const useElement = (slot: Slot): HTMLElement | null => useSyncExternalStore(slot.subscribe, slot.get)

/**
 * The second column: a screen that has a menu renders this anywhere inside itself, and the frame shows it at the left,
 * resizable, or in the drawer on narrow screens.
 * @param title the head of the column, and its name for assistive technology
 * @param actions small buttons at the end of the head
 */
export function ProductMenu({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const slots = useSlots()
  const { announceMenu } = slots
  const menu = useElement(slots.menu)
  // Before paint, so that the column never appears a frame after the screen it belongs to.
  useLayoutEffect(() => announceMenu(title), [announceMenu, title])
  if (menu === null) return null
  return createPortal(
    <>
      <div className="frame-menu-head">
        <span className="clip grow">{title}</span>
        {actions}
      </div>
      <div className="frame-menu-body">{children}</div>
    </>,
    menu,
  )
}

/** A banner above the content, for as long as this is mounted. Banners of several places stand below one another. */
export function FrameBanner({ children }: { children: ReactNode }) {
  const banners = useElement(useSlots().banners)
  return banners === null ? null : createPortal(children, banners)
}

/** Runs a function for a key press anywhere on the page, unless the person is typing. */
export function useShortcut(key: string, run: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.metaKey || event.ctrlKey || event.altKey) return
      if (event.defaultPrevented || isTyping(event.target) || isLayerOpen()) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [key, run])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

const isLayerOpen = (): boolean => document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null
