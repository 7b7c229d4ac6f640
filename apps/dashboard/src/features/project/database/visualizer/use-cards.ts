import type { DrawnKey } from '@stoa/contract'
import { type OnNodesChange, useNodesState } from '@xyflow/react'
import { useEffect, useMemo } from 'react'
import { nameOf, type Standing } from './geometry.ts'
import { type Look, NearTables } from './near.ts'
import type { TableCard } from './nodes.tsx'

/**
 * The tables that are elements, as the library wants them.
 * @param tables all of them; each begins where it stands when it becomes an element
 * @param pinned those that are elements wherever they are
 * @returns `near` has to be told what the page shows
 */
export function useCards(
  ref: string,
  tables: ReadonlyMap<number, Standing>,
  keys: readonly DrawnKey[],
  pinned: ReadonlyMap<number, Look>,
): { cards: TableCard[]; near: NearTables; onCards: OnNodesChange<TableCard> } {
  const [cards, setCards, onCards] = useNodesState<TableCard>([])
  const near = useMemo(() => {
    const points = pointsOf(tables, keys)
    return new NearTables(tables, (looks) =>
      setCards((before) => {
        const known = new Map(before.map((card) => [card.id, card]))
        return [...looks].flatMap(([id, look]) => {
          const table = tables.get(id)
          if (table === undefined) return []
          const card = known.get(String(id))
          // A table that has been changed meanwhile is another box.
          if (card?.data.box !== table.box) return [cardOf(ref, table, points.get(id) ?? NOWHERE, look)]
          return [card.data.look === look ? card : { ...card, data: { ...card.data, look } }]
        })
      }),
    )
  }, [ref, tables, keys, setCards])
  useEffect(() => () => near.end(), [near])
  useEffect(() => near.pin(pinned), [near, pinned])
  return { cards, near, onCards }
}

const NOWHERE: ReadonlyMap<string, string> = new Map()

function pointsOf(tables: ReadonlyMap<number, Standing>, keys: readonly DrawnKey[]) {
  const points = new Map<number, Map<string, string>>()
  for (const { source, source_columns, target, target_columns } of keys) {
    const to = tables.get(target)
    if (to === undefined) continue
    const own = points.get(source) ?? new Map<string, string>()
    source_columns.forEach((column, index) => {
      own.set(column, `${nameOf(to.box.table)} (${target_columns[index] ?? ''})`)
    })
    points.set(source, own)
  }
  return points
}

// Sizes are known: what the library does not measure it does not have to draw twice. No line begins at a handle of its.
function cardOf(
  projectRef: string,
  { box, rect: { x, y, width, height } }: Standing,
  points: ReadonlyMap<string, string>,
  look: Look,
): TableCard {
  return {
    ...{ id: String(box.table.id), type: 'table', position: { x, y } },
    ...{ width, height, measured: { width, height }, handles: [] },
    data: { projectRef, box, points, look, isCurrent: false },
  }
}
