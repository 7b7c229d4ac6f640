import { Tooltip as Radix } from 'radix-ui'
import type { FocusEvent, ReactElement, ReactNode } from 'react'

/** Stands once around the whole app; decides how long a pointer rests before a tooltip opens. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={150}>
      {children}
    </Radix.Provider>
  )
}

/** Focus that a press or a closing menu put there shows no ring, and opens no tooltip either. */
function onlyWhenVisible(event: FocusEvent<HTMLElement>) {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}

/**
 * A short text that appears when the pointer rests on the child or the child gets focus.
 * The child is one element that takes a ref and can get focus.
 * @param instant opens without delay: for the reason of a disabled control.
 */
export function Tooltip({
  content,
  side = 'bottom',
  instant,
  children,
}: {
  content: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  instant?: boolean
  children: ReactElement
}) {
  if (!content) return children
  return (
    <Radix.Root delayDuration={instant ? 0 : undefined} disableHoverableContent={!instant}>
      <Radix.Trigger asChild onFocus={onlyWhenVisible}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="ui-tip" side={side} sideOffset={6} collisionPadding={8}>
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
