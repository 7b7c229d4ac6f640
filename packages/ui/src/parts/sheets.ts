import { useEffect, useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  open += by
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const isAny = () => open > 0

/** Stands inside of a sheet, and counts it as open for as long. */
export function SheetMark() {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
  return null
}

/**
 * Whether a sheet is open. It is counted and not found by a selector from the page's body: such a one is looked at
 * anew, through the whole page, with every element that comes or goes.
 */
export const useSheetOpen = (): boolean => useSyncExternalStore(subscribe, isAny, isAny)
