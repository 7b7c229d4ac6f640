import { Check, ChevronRight } from 'lucide-react'
import { DropdownMenu as Radix, ContextMenu as RadixContext } from 'radix-ui'
import { createContext, type ReactElement, type ReactNode, type RefObject, use, useRef } from 'react'
import { Icon, type IconType } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import { Tooltip } from './tooltip.tsx'

type Kit = Pick<
  typeof Radix,
  'Item' | 'Separator' | 'Label' | 'Sub' | 'SubTrigger' | 'SubContent' | 'Portal' | 'CheckboxItem' | 'ItemIndicator'
>
type MenuState = { kit: Kit; pending: RefObject<(() => void) | null> }

const dropdownKit: Kit = Radix
const contextKit: Kit = RadixContext
const Context = createContext<MenuState | null>(null)

function useMenu(): MenuState {
  const menu = use(Context)
  if (!menu) throw new Error('Menu items stand inside a Menu or a ContextMenu.')
  return menu
}

/**
 * An action runs after the menu has gone and focus is back on its trigger, so that a dialog opened by it
 * returns focus to the trigger, and an inline editor opened by it keeps the focus it takes.
 */
function runAfterClose(pending: RefObject<(() => void) | null>) {
  const action = pending.current
  pending.current = null
  if (action) setTimeout(action, 0)
}

/**
 * A menu that opens from its trigger. Children are MenuItem, MenuCheck, MenuLabel, MenuSeparator and MenuSub.
 * @param trigger one element that takes a ref, usually a Button or an IconButton.
 */
export function Menu({
  trigger,
  align = 'end',
  side = 'bottom',
  open,
  onOpenChange,
  label,
  width,
  children,
}: {
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Names the menu; by default the trigger names it. */
  label?: string
  /** In px; by default as wide as its items, at least 200. */
  width?: number
  children: ReactNode
}) {
  const pending = useRef<(() => void) | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="ui-pop"
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          style={width ? { width } : undefined}
          onCloseAutoFocus={() => runAfterClose(pending)}
        >
          <Context value={{ kit: dropdownKit, pending }}>{children}</Context>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The same menu, opened by the right button or the menu key anywhere on its child. */
export function ContextMenu({ target, label, children }: { target: ReactElement; label: string; children: ReactNode }) {
  const pending = useRef<(() => void) | null>(null)
  return (
    <RadixContext.Root modal={false}>
      <RadixContext.Trigger asChild>{target}</RadixContext.Trigger>
      <RadixContext.Portal>
        <RadixContext.Content
          className="ui-pop"
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={() => runAfterClose(pending)}
        >
          <Context value={{ kit: contextKit, pending }}>{children}</Context>
        </RadixContext.Content>
      </RadixContext.Portal>
    </RadixContext.Root>
  )
}

export type MenuItemProps = {
  children: ReactNode
  /** Runs once the menu has closed and focus is back on the trigger. */
  onSelect?: () => void
  icon?: IconType
  /** A key cap at the end, such as `f2`. The caller binds it. */
  shortcut?: string
  /** A grey word at the end. */
  hint?: ReactNode
  badge?: ReactNode
  destructive?: boolean
  /** Why it cannot be used now; it can still be reached and says so in a tooltip. */
  disabledReason?: string | false | null
  /** Renders a link in place of the item: one anchor element without children. */
  link?: ReactElement<{ children?: ReactNode }>
}

/** One action of a menu. */
export function MenuItem({
  children,
  onSelect,
  icon,
  shortcut,
  hint,
  badge,
  destructive,
  disabledReason,
  link,
}: MenuItemProps) {
  const { kit, pending } = useMenu()
  const content = (
    <>
      {icon ? <Icon of={icon} size="sm" /> : null}
      {children}
      {badge}
      {hint || shortcut ? (
        <span className="ui-item-end">
          {hint}
          {shortcut ? <Kbd keys={shortcut} /> : null}
        </span>
      ) : null}
    </>
  )
  const item = (
    <kit.Item
      className="ui-item"
      data-destructive={destructive ? '' : undefined}
      aria-disabled={disabledReason ? true : undefined}
      onSelect={(event) => {
        if (disabledReason) event.preventDefault()
        else if (onSelect) pending.current = onSelect
      }}
      {...(link && !disabledReason ? { asChild: true } : {})}
    >
      {link && !disabledReason ? <link.type {...link.props}>{content}</link.type> : content}
    </kit.Item>
  )
  return disabledReason ? (
    <Tooltip content={disabledReason} side="left" instant>
      {item}
    </Tooltip>
  ) : (
    item
  )
}

/** A menu entry that is on or off. It keeps the menu open. */
export function MenuCheck({
  checked,
  onCheckedChange,
  children,
}: {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  children: ReactNode
}) {
  const { kit } = useMenu()
  return (
    <kit.CheckboxItem
      className="ui-item"
      checked={checked}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => event.preventDefault()}
    >
      {children}
      <span className="ui-item-end">
        <kit.ItemIndicator>
          <Icon of={Check} size="sm" />
        </kit.ItemIndicator>
      </span>
    </kit.CheckboxItem>
  )
}

/** A menu within the menu. */
export function MenuSub({ label, icon, children }: { label: ReactNode; icon?: IconType; children: ReactNode }) {
  const { kit } = useMenu()
  return (
    <kit.Sub>
      <kit.SubTrigger className="ui-item">
        {icon ? <Icon of={icon} size="sm" /> : null}
        {label}
        <span className="ui-item-end">
          <Icon of={ChevronRight} size="sm" />
        </span>
      </kit.SubTrigger>
      <kit.Portal>
        <kit.SubContent className="ui-pop" sideOffset={2} collisionPadding={8}>
          {children}
        </kit.SubContent>
      </kit.Portal>
    </kit.Sub>
  )
}

/** A hairline between groups of items. */
export function MenuSeparator() {
  const { kit } = useMenu()
  return <kit.Separator className="ui-pop-sep" />
}

/** A small grey heading above a group of items. */
export function MenuLabel({ children }: { children: ReactNode }) {
  const { kit } = useMenu()
  return <kit.Label className="ui-pop-label">{children}</kit.Label>
}
