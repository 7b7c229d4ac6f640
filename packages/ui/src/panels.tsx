import { clsx } from 'clsx'
import {
  type CSSProperties,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { clampShare, parseSize, readSize, type Size, sizeText, storeSize } from './panels/size.ts'

type Orientation = 'horizontal' | 'vertical'

const Direction = createContext<Orientation>('horizontal')

/** How far an arrow key moves an edge, in px; four times as far with Shift. */
const KEY_STEP = 16

/** A row (or column) of panels that fills its parent. Children: SidePanels and one MainPanel. */
export function Panels({
  orientation = 'horizontal',
  className,
  children,
}: {
  orientation?: Orientation
  className?: string
  children: ReactNode
}) {
  return (
    <div className={clsx('ui-panels', className)} data-orientation={orientation}>
      <Direction value={orientation}>{children}</Direction>
    </div>
  )
}

/** The panel that takes the room the others leave. */
export function MainPanel({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('ui-panel-main', className)}>{children}</div>
}

/**
 * A panel of its own size, with an edge to drag. Arrow keys move the edge, Shift makes larger steps, Home and End go
 * to the limits, a double click or Enter resets.
 * @param label names the edge, such as "Menu".
 * @param storageKey where the browser remembers the size, such as `stoa.menu`.
 * @param edge the side of the row it stands on; its edge is on the other side.
 * @param size, min, max in px (`220px`) or as a share of the row (`33%`). A size in px stays when the window grows.
 */
export function SidePanel({
  label,
  storageKey,
  edge,
  size,
  min,
  max,
  className,
  children,
}: {
  label: string
  storageKey: string
  edge: 'start' | 'end'
  size: Size
  min: Size
  max: Size
  className?: string
  children: ReactNode
}) {
  const orientation = use(Direction)
  const horizontal = orientation === 'horizontal'
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState<Size | null>(() => readSize(storageKey))
  const [measured, setMeasured] = useState(0)
  const [dragging, setDragging] = useState(false)

  const room = () => {
    const box = panel.current?.closest<HTMLElement>('.ui-panels')?.getBoundingClientRect()
    return Math.max(1, (horizontal ? box?.width : box?.height) ?? 1)
  }
  const length = () => {
    const box = panel.current?.getBoundingClientRect()
    return (horizontal ? box?.width : box?.height) ?? 0
  }

  // A separator says where it stands; that follows the window and the other panels too.
  useEffect(() => {
    const element = panel.current
    const row = element?.closest<HTMLElement>('.ui-panels')
    if (!element || !row) return
    const observer = new ResizeObserver(() => {
      const all = horizontal ? row.clientWidth : row.clientHeight
      const part = horizontal ? element.offsetWidth : element.offsetHeight
      setMeasured(Math.round((part / Math.max(1, all)) * 100))
    })
    observer.observe(element)
    observer.observe(row)
    return () => observer.disconnect()
  }, [horizontal])

  const change = (px: number) => {
    const all = room()
    const share = clampShare(px / all, parseSize(min, all) / all, parseSize(max, all) / all)
    setOwn(sizeText(share, all, size))
  }
  const keep = () => storeSize(storageKey, sizeText(length() / room(), room(), size))
  const reset = () => {
    setOwn(null)
    storeSize(storageKey, null)
  }

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.focus()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragging(true)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!dragging) return
    const box = panel.current?.getBoundingClientRect()
    if (!box) return
    const at = horizontal ? event.clientX : event.clientY
    const from = horizontal ? box.left : box.top
    const to = horizontal ? box.right : box.bottom
    change(edge === 'start' ? at - from : to - at)
  }
  const onPointerUp = () => {
    if (!dragging) return
    setDragging(false)
    keep()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const forward = horizontal ? 'ArrowRight' : 'ArrowDown'
    const backward = horizontal ? 'ArrowLeft' : 'ArrowUp'
    const all = room()
    const step = (event.shiftKey ? 4 : 1) * KEY_STEP * (edge === 'start' ? 1 : -1)
    if (event.key === forward) change(length() + step)
    else if (event.key === backward) change(length() - step)
    else if (event.key === 'Home') change(parseSize(min, all))
    else if (event.key === 'End') change(parseSize(max, all))
    else if (event.key === 'Enter') reset()
    else return
    event.preventDefault()
    // The new size is in the page only after the next frame.
    if (event.key !== 'Enter') requestAnimationFrame(keep)
  }

  const now = own ?? size
  const handle = (
    // biome-ignore lint/a11y/useSemanticElements: a splitter that can be moved is a focusable separator, which <hr> is not
    <div
      className="ui-panel-edge"
      role="separator"
      tabIndex={0}
      aria-label={`Resize ${label.toLowerCase()}`}
      aria-controls={id}
      aria-orientation={horizontal ? 'vertical' : 'horizontal'}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={measured}
      aria-valuetext={`${measured} %`}
      data-dragging={dragging ? '' : undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={reset}
      onKeyDown={onKeyDown}
    />
  )
  return (
    // The edge belongs to what it resizes: together they are one place that a screen reader can go to.
    <section className="ui-panel" aria-label={label}>
      {edge === 'end' ? handle : null}
      <div
        ref={panel}
        id={id}
        className={clsx('ui-panel-side', className)}
        style={{ '--panel-size': `clamp(${min}, ${now}, ${max})` } as CSSProperties}
      >
        {children}
      </div>
      {edge === 'start' ? handle : null}
    </section>
  )
}
