import {
  cloneElement,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { placeTip, type Side } from './tooltip-place.ts'

/** How long a pointer rests before a tooltip opens, and how soon after another it opens at once, in ms. */
const DELAY_MS = 350
const NEXT_MS = 150
/** How long a tooltip waits for the pointer that left its control to come into it, in ms. */
const GRACE_MS = 150

type Trigger = Pick<
  HTMLAttributes<Element>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onClick' | 'onFocus' | 'onBlur' | 'aria-describedby'
>

// One tooltip is open at a time and one pointer waits for one, so what they share stands here and not in every button.
let closeOpen: (() => void) | null = null
let closedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
let isPressed = false

function later(ms: number, run: () => void): void {
  clearTimeout(timer)
  timer = setTimeout(run, ms)
}

/** A press gives focus too, which opens nothing. */
function notePress(): void {
  isPressed = true
  const end = new AbortController()
  const release = () => {
    isPressed = false
    end.abort()
  }
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, release, { signal: end.signal })
}

/** The child's own handler, and then ours unless that one prevented it. */
const both =
  <E extends SyntheticEvent>(own: ((event: E) => void) | undefined, ours: (event: E) => void) =>
  (event: E) => {
    own?.(event)
    if (!event.defaultPrevented) ours(event)
  }

/**
 * A short text that appears when the pointer rests on the child or the child gets focus.
 * The child is one element that takes these events' handlers and can get focus.
 * @param instant opens without delay, and stays for a pointer that goes into it: for the reason of a disabled control.
 */
export function Tooltip({
  content,
  side = 'bottom',
  instant = false,
  children,
}: {
  content: ReactNode
  side?: Side
  instant?: boolean
  children: ReactElement
}) {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  if (!content) return children

  const open = (element: Element) => {
    clearTimeout(timer)
    if (element.isConnected) setAnchor(element)
  }
  const close = () => {
    clearTimeout(timer)
    setAnchor(null)
  }
  const leave = () => (instant && anchor !== null ? later(GRACE_MS, close) : close())
  const enter = (event: PointerEvent<Element>) => {
    // A finger has no way to rest on a control without pressing it.
    if (event.pointerType === 'touch' || anchor !== null) return
    const element = event.currentTarget
    const soon = instant || closeOpen !== null || performance.now() - closedAt < NEXT_MS
    later(soon ? 0 : DELAY_MS, () => open(element))
  }
  const own = children.props as Trigger
  const trigger: Trigger = {
    onPointerEnter: both(own.onPointerEnter, enter),
    onPointerLeave: both(own.onPointerLeave, leave),
    onPointerDown: both(own.onPointerDown, () => {
      notePress()
      close()
    }),
    onClick: both(own.onClick, close),
    // Focus that a press or a closing menu put there shows no ring, and opens no tooltip either.
    onFocus: both(own.onFocus, (event) => {
      if (!isPressed && event.currentTarget.matches(':focus-visible')) open(event.currentTarget)
    }),
    onBlur: both(own.onBlur, close),
    'aria-describedby': 'aria-describedby' in own ? own['aria-describedby'] : anchor === null ? undefined : id,
  }
  return (
    <>
      {cloneElement(children as ReactElement<Trigger>, trigger)}
      {anchor === null ? null : (
        <Tip
          id={id}
          anchor={anchor}
          side={side}
          onClose={close}
          onHold={instant ? () => clearTimeout(timer) : undefined}
          onLeave={leave}
        >
          {content}
        </Tip>
      )}
    </>
  )
}

function Tip({
  id,
  anchor,
  side,
  onClose,
  onHold,
  onLeave,
  children,
}: {
  id: string
  anchor: Element
  side: Side
  onClose: () => void
  /** The pointer came into the tooltip; without it the pointer goes through. */
  onHold: (() => void) | undefined
  onLeave: () => void
  children: ReactNode
}) {
  const tip = useRef<HTMLDivElement>(null)
  const latest = useRef(onClose)
  useLayoutEffect(() => {
    latest.current = onClose
    if (tip.current !== null) placeTip(tip.current, anchor, side)
  })
  useEffect(() => {
    const close = () => latest.current()
    closeOpen?.()
    closeOpen = close
    const end = new AbortController()
    const listen = { capture: true, signal: end.signal }
    window.addEventListener('resize', close, listen)
    window.addEventListener(
      'scroll',
      ({ target }) => target instanceof Node && target.contains(anchor) && close(),
      listen,
    )
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        // The next Escape is for the layer that the control stands in.
        event.stopPropagation()
        close()
      },
      listen,
    )
    return () => {
      end.abort()
      if (closeOpen === close) closeOpen = null
      closedAt = performance.now()
    }
  }, [anchor])
  return createPortal(
    <div
      ref={tip}
      id={id}
      role="tooltip"
      className="ui-tip"
      style={{ pointerEvents: onHold ? 'auto' : 'none' }}
      onPointerEnter={onHold}
      onPointerLeave={onLeave}
    >
      {children}
    </div>,
    document.body,
  )
}
