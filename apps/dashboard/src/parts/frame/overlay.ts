import { createValue, useValue } from '../value/value.ts'

// What lies over the page, whichever page that is: many places open it, the frame shows it.

/** Whether something is open over the page, for everyone who opens, closes or shows it. */
function createOverlay() {
  const open = createValue(false)
  return {
    open: () => open.set(true),
    close: () => open.set(false),
    /** Whether it is open. */
    useOpen: (): boolean => useValue(open),
  }
}
export type Overlay = ReturnType<typeof createOverlay>

/** The documentation of a project's APIs. */
export const apiDocs = createOverlay()
/** The ways to connect to a project. */
export const connect = createOverlay()
