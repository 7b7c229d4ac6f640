import { measureTexts } from './export.ts'
import type { Box } from './geometry.ts'
import { fitted, INSET, type Measure, SIGN } from './picture.ts'

type Texts = { readonly name: string; readonly columns: readonly { readonly name: string; readonly type: string }[] }

const BUTTON = 28
const BETWEEN = 10
/** What must not be null is written a bit wider than it is measured. */
const WIDER = 1.06

const known = new WeakMap<Box, Texts>()
let measure: Measure | null = null

/**
 * The words of a table, as much of each as there is room for. Cut here and not by the browser: each text that it cuts
 * is a layer of its own to it, and a thousand of them are worked out in every frame in which somebody moves.
 */
export function textsOf(box: Box): Texts {
  const before = known.get(box)
  if (before !== undefined) return before
  const wide: Measure = measure ?? measureTexts()
  measure = wide
  const room = box.width - 2 * INSET - SIGN
  const texts = {
    name: fitted(box.table.name, 'name', box.width - 2 * INSET - BUTTON, wide),
    columns: box.columns.map((column) => {
      const type = fitted(column.type, 'type', room / 2, wide)
      return { name: fitted(column.name, 'text', (room - BETWEEN - wide(type, 'type')) / WIDER, wide), type }
    }),
  }
  known.set(box, texts)
  return texts
}
