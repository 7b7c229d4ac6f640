/** Whether the person's keyboard has a Command key; decides between ⌘ and Ctrl. */
export function isApple(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)
}

/**
 * Splits a shortcut such as `mod+k` or `mod+enter` into the caps to show.
 * @param apple true shows ⌘ ⌥ ⇧, false shows Ctrl Alt Shift.
 */
export function keyCaps(shortcut: string, apple: boolean): string[] {
  const names: Record<string, string> = apple
    ? { mod: '⌘', alt: '⌥', shift: '⇧', ctrl: '⌃' }
    : { mod: 'Ctrl', alt: 'Alt', shift: 'Shift', ctrl: 'Ctrl' }
  const shared: Record<string, string> = {
    up: '↑',
    down: '↓',
    left: '←',
    right: '→',
    enter: '↵',
    escape: 'Esc',
    tab: 'Tab',
    space: 'Space',
    delete: 'Del',
  }
  return shortcut.split('+').map((part) => {
    const key = part.toLowerCase()
    return names[key] ?? shared[key] ?? (part.length === 1 ? part.toUpperCase() : part)
  })
}

/**
 * One key cap with the whole shortcut, such as ⌘↵. Hidden on narrow screens.
 * Shown on the primary action and in menus, nowhere else.
 */
export function Kbd({ keys }: { keys: string }) {
  const apple = isApple()
  return <kbd className="ui-kbd">{keyCaps(keys, apple).join(apple ? '' : ' ')}</kbd>
}

/** A row of separate key caps, for help texts. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="ui-keycaps">
      {keyCaps(keys, isApple()).map((cap) => (
        <kbd key={cap} className="ui-kbd">
          {cap}
        </kbd>
      ))}
    </span>
  )
}
