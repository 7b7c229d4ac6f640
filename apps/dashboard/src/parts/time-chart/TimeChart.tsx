import { formatDateTime, formatTime, useTheme } from '@stoa/ui'
import { ChartTable } from '@stoa/ui/charts'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type uPlot from 'uplot'
import { makePlot, type PlotLook } from './plot.ts'
import './time-chart.css'
import { colourOf, hasValues, momentsOf, type TimeData, zoomed } from './time-data.ts'

const HOUR_MS = 3_600_000

/** The moment of a step in as many words as its neighbours need to be told apart. */
const momentWords = (at: number, step: number): string =>
  step < 24 * HOUR_MS ? formatDateTime(at) : formatDateTime(at).slice(0, 11)

/**
 * Measurements over time, drawn by uPlot. The pointer and the arrow keys look at single moments; a span that is drawn
 * with the pointer, and the plus and minus keys, ask for another span of time. There is a table for screen readers.
 */
export function TimeChart({
  label,
  data,
  kind = 'area',
  stacked = false,
  limit = null,
  format,
  increments = null,
  height,
  onZoom,
}: {
  label: string
  data: TimeData
  kind?: PlotLook['kind']
  stacked?: boolean
  limit?: number | null
  format: (value: number) => string
  increments?: readonly number[] | null
  /** In px; as high as the element that it stands in, when it is left out. */
  height?: number
  /** Asks for another span of time, in ms since 1970. */
  onZoom?: (from: number, to: number) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  const { resolved: theme } = useTheme()
  const moments = useMemo(() => momentsOf(data), [data])
  const isEmpty = !hasValues(data.series)
  const select = useEffectEvent((from: number, to: number) => onZoom?.(from, to))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours are read from the page.
  useEffect(() => {
    const element = box.current
    if (element === null || isEmpty) return
    const look = { kind, stacked, limit, format, increments }
    const made = makePlot(element, { width: 0, height: 0 }, data, look, {
      onCursor: setCursor,
      onSelect: (from, to) => select(from, to),
    })
    plot.current = made
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height: high = 0 } = entry?.contentRect ?? {}
      if (width > 0 && high > 0) made.setSize({ width: Math.floor(width), height: Math.floor(high) })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.current = null
      made.destroy()
    }
  }, [data, kind, stacked, limit, format, increments, isEmpty, theme])

  const count = moments.length
  const index = cursor === null || cursor >= count ? null : cursor
  const words = (value: number | null | undefined) =>
    value === null || value === undefined ? 'no data' : format(value)
  const wordsAt = (at: number) =>
    `${momentWords(moments[at] ?? 0, data.step)}: ${data.series.map(({ name, values }) => `${name} ${words(values[at])}`).join(', ')}`

  const moveTo = (at: number) => {
    const made = plot.current
    const moment = moments[Math.min(count - 1, Math.max(0, at))]
    if (made === null || moment === undefined) return
    made.setCursor({ left: made.valToPos(moment / 1000, 'x'), top: 0 })
  }
  const leave = () => plot.current?.setCursor({ left: -10, top: -10 })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const now = index ?? count - 1
    const targets: Record<string, number> = {
      ArrowLeft: now - 1,
      ArrowRight: now + 1,
      PageUp: now - 10,
      PageDown: now + 10,
      Home: 0,
      End: count - 1,
    }
    const target = targets[event.key]
    const factor = event.key === '+' ? 0.5 : event.key === '-' ? 2 : null
    if (event.key === 'Escape') leave()
    else if (factor !== null && onZoom !== undefined) {
      const span = { from: data.start, to: data.start + count * data.step }
      const next = zoomed(span, moments[now] ?? span.to, factor)
      onZoom(next.from, next.to)
    } else if (target !== undefined) moveTo(target)
    else return
    event.preventDefault()
  }

  const shown = index ?? Math.max(0, count - 1)
  const made = plot.current
  const share =
    index === null || made === null
      ? 0
      : made.valToPos((moments[index] ?? 0) / 1000, 'x') / Math.max(1, made.over.clientWidth)
  return (
    <figure className="time-chart" data-fill={height === undefined ? '' : undefined}>
      {data.series.length > 1 ? (
        <div className="ui-legend" aria-hidden="true">
          {data.series.map((one, at) => (
            <span key={one.name}>
              <i style={{ '--c': `var(${colourOf(one, at)})` } as Record<string, string>} />
              {one.name}
            </span>
          ))}
        </div>
      ) : null}
      {isEmpty ? (
        <div className="ui-chart-empty" style={{ height: height ?? '100%' }}>
          Nothing was measured in this span of time
        </div>
      ) : (
        <div
          className="time-chart-plot"
          style={height === undefined ? undefined : { height }}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-readonly
          aria-valuemin={0}
          aria-valuemax={Math.max(0, count - 1)}
          aria-valuenow={shown}
          aria-valuetext={count === 0 ? 'No data' : wordsAt(shown)}
          onKeyDown={onKeyDown}
          onBlur={leave}
        >
          <div ref={box} className="time-chart-box" />
          {index === null || made === null ? null : (
            <div
              className="ui-chart-tip"
              style={
                share < 0.5
                  ? { left: made.over.offsetLeft + share * made.over.clientWidth + 10 }
                  : {
                      right:
                        (box.current?.clientWidth ?? 0) - made.over.offsetLeft - share * made.over.clientWidth + 10,
                    }
              }
              aria-hidden="true"
            >
              <span className="block">
                {momentWords(moments[index] ?? 0, data.step)}
                {data.step > 60_000 && data.step < 24 * HOUR_MS
                  ? ` to ${formatTime((moments[index] ?? 0) + data.step)}`
                  : ''}
              </span>
              {data.series.map((one, at) => (
                <span key={one.name} className="ui-chart-tip-row">
                  <i style={{ background: `var(${colourOf(one, at)})` }} />
                  {one.name} <b>{words(one.values[index])}</b>
                </span>
              ))}
            </div>
          )}
        </div>
      )}
      <ChartTable
        label={label}
        head={['Time', ...data.series.map(({ name }) => name)]}
        categories={moments.map((at) => momentWords(at, data.step))}
        rows={(row) => data.series.map(({ values }) => words(values[row]))}
      />
    </figure>
  )
}
