import { Compartment, type Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { patiently } from '../frame/patience.ts'

type Assist = typeof import('./assist.ts')

/** An editor helps so many ms after it stands, at the latest: the first key comes first. */
const AFTER_MS = 600

const place = new Compartment()
let arrived: Assist | null = null

/** Where the help is put when it comes; what is already here is there from the beginning. */
export const assistance = (): Extension => place.of(arrived?.assist ?? [])

/**
 * Fetches what helps to write (suggestions, hints, brackets) once the page is idle, and gives it to an editor.
 * @returns what stops that
 */
export function fetchAssistance(view: EditorView): () => void {
  if (arrived !== null) return () => {}
  let left = false
  const fetch = () =>
    patiently(() => import('./assist.ts')).then((module) => {
      arrived = module
      if (!left) view.dispatch({ effects: place.reconfigure(module.assist) })
    })
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(fetch, AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }
  const idle = requestIdleCallback(fetch, { timeout: AFTER_MS })
  return () => {
    left = true
    cancelIdleCallback(idle)
  }
}
