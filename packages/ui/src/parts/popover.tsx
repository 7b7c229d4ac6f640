import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/**
 * A small panel beside its trigger, for a form or an explanation. For actions use a Menu.
 * @param label names the panel.
 * @param width in px; by default as wide as its content, at least 200.
 */
export function Popover({
  trigger,
  label,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
  width,
  children,
}: {
  trigger: ReactElement
  label: string
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  width?: number
  children: ReactNode
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="ui-pop"
          data-plain=""
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          style={width ? { width } : undefined}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
