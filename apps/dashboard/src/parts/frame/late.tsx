import { type ButtonHTMLAttributes, type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { patiently } from './patience.ts'

/** The screen comes first: what floats over it is fetched so many ms after it, unless a button is pressed before. */
const AFTER_MS = 400

/** A module with menus that arrives after the page. */
export type LateModule<Menus> = { readonly load: () => Promise<Menus>; arrived: Menus | null }

/**
 * Names a module with menus that arrives after the page.
 * @param load imports it; many buttons share what came
 */
export const lateModule = <Menus,>(load: () => Promise<Menus>): LateModule<Menus> => ({ load, arrived: null })

/**
 * The menus; null while they are on their way.
 * @param presses how often one was asked for: each fetches them at once
 */
function useMenus<Menus>(of: LateModule<Menus>, presses: number): Menus | null {
  const [there, setThere] = useState(() => of.arrived)
  useEffect(() => {
    if (there !== null) return
    let left = false
    const arrive = () =>
      patiently(of.load).then((found) => {
        of.arrived = found
        if (!left) setThere(() => found)
      })
    const timer = setTimeout(arrive, presses > 0 ? 0 : AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [of, there, presses])
  return there
}

/**
 * A button whose menu arrives after the page. Pressed before that, it opens as soon as it can.
 * @param of where the menu is
 * @param trigger the button, which takes what a button takes
 * @param children the menu with its own button, given the menus and told whether to begin open
 */
export function Late<Menus>({
  of,
  trigger,
  children,
}: {
  of: LateModule<Menus>
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  children: (menus: Menus, startOpen: boolean) => ReactNode
}) {
  const [presses, setPresses] = useState(0)
  const there = useMenus(of, presses)
  if (there !== null) return children(there, presses > 0)
  return (
    <trigger.type
      {...trigger.props}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setPresses(presses + 1)}
    />
  )
}
