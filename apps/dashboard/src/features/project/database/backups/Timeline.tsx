import { formatDate, formatDateTime, formatTime } from '@stoa/ui'
import { type PointerEvent, useRef } from 'react'
import { keyMove, type Range, share, ticks } from './moment.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const percent = (part: number) => `${(part * 100).toFixed(3)}%`

/**
 * The kept moments as a line: the chosen one stands on it as a column, base backups as short ones. It is dragged, or
 * moved with the arrow keys (a minute; an hour with Shift), Page Up and Page Down (a day), Home and End.
 */
export function Timeline({
  range,
  at,
  bases,
  onChoose,
}: {
  range: Range
  at: number
  /** When base backups were taken. */
  bases: readonly number[]
  onChoose: (at: number) => void
}) {
  const track = useRef<HTMLDivElement>(null)
  const span = range.to - range.from
  const words = (mark: number) => (span > 2 * DAY ? formatDate(mark).slice(0, 6) : formatTime(mark, span < 5 * MINUTE))
  const point = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    onChoose(range.from + ((event.clientX - box.left) / box.width) * (range.to - range.from))
  }
  return (
    <div className="select-none pt-1 pb-6">
      <div
        ref={track}
        role="slider"
        tabIndex={0}
        aria-label="Moment to restore to"
        aria-valuemin={Math.round(range.from / 1000)}
        aria-valuemax={Math.round(range.to / 1000)}
        aria-valuenow={Math.round(at / 1000)}
        aria-valuetext={`${formatDate(at)}, ${formatTime(at, true)}`}
        className="relative h-14 cursor-pointer touch-none rounded-[6px] border border-line bg-sunken"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          point(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event)
        }}
        onKeyDown={(event) => {
          const moved = keyMove(event.key, event.shiftKey, at, range)
          if (moved === null) return
          event.preventDefault()
          onChoose(moved)
        }}
      >
        <span
          className="absolute inset-y-0 left-0 rounded-l-[5px] bg-accent-tint"
          style={{ width: percent(share(at, range)) }}
        />
        {bases
          .filter((base) => base >= range.from && base <= range.to)
          .map((base) => (
            <span
              key={base}
              title={`Base backup of ${formatDateTime(base)}`}
              className="absolute bottom-0 h-4 w-1 -translate-x-1/2 rounded-t-[1px] bg-line-control"
              style={{ left: percent(share(base, range)) }}
            />
          ))}
        <span
          className="absolute -inset-y-1 w-1 -translate-x-1/2 rounded-[1px] bg-accent-mark"
          style={{ left: percent(share(at, range)) }}
        />
        {ticks(range).map((mark) => (
          <span
            key={mark}
            aria-hidden="true"
            className="num absolute top-full -translate-x-1/2 pt-1.5 text-11 whitespace-nowrap text-fg-3"
            style={{ left: percent(Math.min(0.96, Math.max(0.04, share(mark, range)))) }}
          >
            {words(mark)}
          </span>
        ))}
      </div>
    </div>
  )
}
