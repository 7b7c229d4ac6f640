import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import type { CellMenuItem } from './types.ts'
import './cell-menu.css'

const EDGE = 8

/**
 * The menu of a cell or a column, opened at a place in the window. It takes the focus and gives it up by calling `onClose`.
 * @param onClose called when an entry was chosen, on Escape, Tab, a press elsewhere, and when the window loses focus.
 */
export function CellMenu({
  label,
  x,
  y,
  items,
  onClose,
}: {
  /** What it is the menu of. */
  label: string
  x: number
  y: number
  items: readonly CellMenuItem[]
  onClose: () => void
}) {
  const menu = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useLayoutEffect(() => {
    const element = menu.current
    if (!element) return
    // The top layer: no column and no panel cuts it off. Not `auto`, which some systems close again at once when the
    // right button is let go.
    element.showPopover()
    const { width, height } = element.getBoundingClientRect()
    element.style.left = `${Math.max(EDGE, Math.min(x, window.innerWidth - width - EDGE))}px`
    element.style.top = `${Math.max(EDGE, Math.min(y, window.innerHeight - height - EDGE))}px`
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }, [x, y])

  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) close.current()
    }
    const onBlur = () => close.current()
    document.addEventListener('pointerdown', onPress, { capture: true })
    window.addEventListener('blur', onBlur)
    return () => {
      document.removeEventListener('pointerdown', onPress, { capture: true })
      window.removeEventListener('blur', onBlur)
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (next !== undefined) buttons.at(next % buttons.length)?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={menu}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="dg-menu"
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          // A menu that is too tall for the window scrolls: something in it has to be in the order of Tab.
          tabIndex={index === 0 ? 0 : -1}
          className="dg-menu-item"
          onClick={() => {
            onClose()
            item.onSelect()
          }}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
