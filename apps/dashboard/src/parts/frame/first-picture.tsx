import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react'

/** What stands around an editor leaves so many ms after the first picture to the first keys. */
const FIRST_KEYS_MS = 60
/** And then waits for an idle moment, at most so many ms. */
const AT_LAST_MS = 150

const Context = createContext(true)

let state: 'open' | 'editor first' | 'over' = 'open'

/**
 * Announces, before anything is drawn, that the page begins with an editor: one shall be able to type before what
 * stands around it is drawn. Has no effect on later screens.
 */
export function editorFirst(): void {
  if (state === 'open') state = 'editor first'
}

/** Knows when the first picture of the page is on the screen. Stands once, around everything. */
export function FirstPicture({ children }: { children: ReactNode }) {
  const [over, setOver] = useState(state !== 'editor first')
  useEffect(() => {
    state = 'over'
    if (over) return
    // As a transition, so that drawing the rest gives way to what is typed meanwhile.
    const rest = () => startTransition(() => setOver(true))
    let idle = 0
    const whenIdle = () => {
      if (typeof requestIdleCallback === 'undefined') rest()
      else idle = requestIdleCallback(rest, { timeout: AT_LAST_MS })
    }
    let timer = setTimeout(whenIdle, AT_LAST_MS)
    // A page in the background draws no frames, and does with the first timer.
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer)
      timer = setTimeout(whenIdle, FIRST_KEYS_MS)
    })
    return () => {
      cancelAnimationFrame(frame)
      if (idle !== 0) cancelIdleCallback(idle)
      clearTimeout(timer)
    }
  }, [over])
  return <Context value={over}>{children}</Context>
}

/** Whether the first picture of the page is drawn; true everywhere but around the editor that a page begins with. */
export const useAfterFirstPicture = (): boolean => use(Context)

/**
 * What is drawn after the first picture when the page begins with an editor, and at once otherwise.
 * @param room keeps its place until then
 */
export function AfterFirstPicture({ room = null, children }: { room?: ReactNode; children: ReactNode }) {
  return useAfterFirstPicture() ? children : room
}
