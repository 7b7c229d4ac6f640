import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { sampleIndices } from './scale.ts'

/** How many rows the table view of a chart has at most. */
const TABLE_ROWS = 60

/**
 * A position along a chart, moved by the pointer and by the arrow keys, Home and End.
 * @param count how many positions there are.
 * @param bands true when each position has a band of its own (bars), false when they stand on the edges (lines).
 * @returns the index, or null, and the attributes of the element that takes the input. It reads as a slider,
 * which says each value aloud as the arrows move along.
 */
export function useCursor(count: number, label: string, describe: (index: number) => string, bands = false) {
  const [at, setAt] = useState<number | null>(null)
  const index = at === null || count === 0 ? null : Math.min(at, count - 1)
  const fromPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / Math.max(1, box.width)
    const raw = bands ? Math.floor(share * count) : Math.round(share * (count - 1))
    setAt(Math.min(count - 1, Math.max(0, raw)))
  }
  const fromKey = (event: KeyboardEvent<HTMLElement>) => {
    const now = index ?? count - 1
    const targets: Record<string, number> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageUp: now - 10,
      PageDown: now + 10,
      Home: 0,
      End: count - 1,
    }
    const target = targets[event.key]
    if (event.key === 'Escape') setAt(null)
    if (target === undefined) return
    event.preventDefault()
    setAt(Math.min(count - 1, Math.max(0, target)))
  }
  const shown = index ?? count - 1
  return {
    index,
    attributes: {
      role: 'slider',
      tabIndex: 0,
      'aria-label': label,
      'aria-readonly': true,
      'aria-valuemin': 0,
      'aria-valuemax': Math.max(0, count - 1),
      'aria-valuenow': Math.max(0, shown),
      'aria-valuetext': count ? describe(shown) : 'No data',
      onPointerMove: fromPointer,
      onPointerLeave: () => setAt(null),
      onKeyDown: fromKey,
      onBlur: () => setAt(null),
    } as const,
  }
}

/**
 * The small text at the cursor. `share` is its place across the chart, from 0 to 1.
 * @param beside how far it stands away from the cursor, in px, on the side with more room; without it, above.
 */
export function CursorTip({ share, beside, children }: { share: number; beside?: number; children: ReactNode }) {
  const place =
    beside === undefined
      ? { left: `${share * 100}%`, translate: `${share * -100}% 0` }
      : share < 0.5
        ? { left: `calc(${share * 100}% + ${beside}px)` }
        : { right: `calc(${(1 - share) * 100}% + ${beside}px)` }
  return (
    <div className="ui-chart-tip" style={place} aria-hidden="true">
      {children}
    </div>
  )
}

/** The same numbers as a table, for those who do not see the chart. Long series are sampled. */
export function ChartTable({
  label,
  head,
  categories,
  rows,
}: {
  label: string
  head: string[]
  categories: readonly string[]
  rows: (index: number) => string[]
}) {
  const indices = sampleIndices(categories.length, TABLE_ROWS)
  const note = indices.length < categories.length ? `, ${indices.length} of ${categories.length} values` : ''
  return (
    // A table grows to its content whatever its size, so what hides it stands around it.
    <div className="ui-vh">
      <table>
        <caption>
          {label}
          {note}
        </caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {indices.map((index) => (
            <tr key={index}>
              <th scope="row">{categories[index]}</th>
              {rows(index).map((cell, column) => (
                <td key={head[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
