import type { DrawnKey } from '@stoa/contract'
import { useStoreApi } from '@xyflow/react'
import { type RefObject, useCallback, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { boundsOf, distanceTo, linesOf, meet, type Point, type Standing, wordsOf } from './geometry.ts'
import type { NearTables } from './near.ts'

/** A pointer so near to a line, in px of the screen, means it. */
const NEAR_PX = 5
/** Whoever rests so long on a line wants to know what it is. */
const REST_MS = 300

type Place = { readonly clientX: number; readonly clientY: number }

/**
 * What is below the pointer, as most of the drawing is painted: a table becomes an element before it can be pressed,
 * and a line says its key where the pointer rests.
 * @param of the element around the drawing
 */
export function usePointed(
  of: RefObject<HTMLElement | null>,
  tables: ReadonlyMap<number, Standing>,
  keys: readonly DrawnKey[],
  near: NearTables,
): { tableAt: (place: Place) => Standing | undefined } {
  const store = useStoreApi()
  const pointAt = useCallback(
    ({ clientX, clientY }: Place): Point => {
      const {
        domNode,
        transform: [x, y, zoom],
      } = store.getState()
      const { left = 0, top = 0 } = domNode?.getBoundingClientRect() ?? {}
      return { x: (clientX - left - x) / zoom, y: (clientY - top - y) / zoom }
    },
    [store],
  )
  const tableAt = useCallback(
    (place: Place) => {
      const dot = { ...pointAt(place), width: 0, height: 0 }
      return [...tables.values()].findLast(({ rect }) => meet(rect, dot))
    },
    [tables, pointAt],
  )
  useEffect(() => {
    const element = of.current
    if (element === null) return
    let rest: ReturnType<typeof setTimeout> | undefined
    const say = (place: Place) => {
      const point = pointAt(place)
      const reach = NEAR_PX / store.getState().transform[2]
      const square = { x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach }
      const line = linesOf(tables, keys)
        .filter(({ curve }) => meet(boundsOf(curve), square))
        .find(({ curve }) => distanceTo(curve, point) <= reach)
      if (line !== undefined) element.title = wordsOf(line)
    }
    const onMove = (event: PointerEvent) => {
      clearTimeout(rest)
      // What is drawn with a button held is being moved, and a finger is never above anything.
      if (event.buttons !== 0 || event.pointerType === 'touch') return
      if (element.title !== '') element.removeAttribute('title')
      const table = tableAt(event)
      // At once: a button may be pressed before the next frame.
      const id = table?.box.table.id ?? null
      if (id !== near.hovered) flushSync(() => near.hover(id))
      if (table === undefined) rest = setTimeout(() => say(event), REST_MS)
    }
    const onLeave = () => {
      clearTimeout(rest)
      near.hover(null)
    }
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerleave', onLeave)
    return () => {
      clearTimeout(rest)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerleave', onLeave)
    }
  }, [of, tables, keys, near, store, pointAt, tableAt])
  return { tableAt }
}
