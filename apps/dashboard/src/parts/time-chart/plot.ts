import { formatDate, formatTime } from '@stoa/ui'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { colourOf, momentsOf, stacked, type TimeData } from './time-data.ts'

/** How a chart over time looks. */
export type PlotLook = {
  readonly kind: 'line' | 'area' | 'bars'
  readonly stacked: boolean
  /** Where the roof is; the scale runs to it. */
  readonly limit: number | null
  readonly format: (value: number) => string
  /** Round distances between the lines of the grid; uPlot's own unless given. */
  readonly increments: readonly number[] | null
}

/** What is told about the chart while it is used. */
export type PlotEvents = {
  /** The step under the cursor; null when it is nowhere. */
  readonly onCursor: (index: number | null) => void
  /** A span of time that was drawn with the pointer, in ms since 1970. */
  readonly onSelect: (from: number, to: number) => void
}

const FONT = '11px "Inter Variable", Inter, ui-sans-serif, system-ui, sans-serif'
const AXIS_WIDTH_PER_CHARACTER = 6.4
const AXIS_GAP = 8
/** What is left free at the right, in px. */
const CHART_PADDING = 4
/** A drag shorter than this is a click, in px. */
const SELECT_MIN = 6
/** More bars than these are too narrow for a line of the ground between the parts of a stack. */
const PARTED_BARS_MAX = 120
/** How much room the words under the axis need to either side of their place, in px. */
const TICK_ROOM = 18
const FILL_OPACITY = '1f'

/** What a token's colour is in the theme that is in force, as a canvas takes it. */
export function colourIn(element: HTMLElement, token: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${token})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** A colour that lets the ground through. */
function faint(context: CanvasRenderingContext2D, colour: string): string {
  context.fillStyle = colour
  return `${context.fillStyle}${FILL_OPACITY}`
}

/** The numbers as uPlot takes them: the moments in seconds, then each series. The highest of a stack is drawn first. */
export function plotData(data: TimeData, look: Pick<PlotLook, 'stacked'>): uPlot.AlignedData {
  const series = look.stacked ? stacked(data.series).reverse() : data.series.map(({ values }) => [...values])
  return [momentsOf(data).map((at) => at / 1000), ...series]
}

/**
 * Draws a chart over time into an element.
 * @returns the chart; whoever made it destroys it
 */
export function makePlot(
  element: HTMLElement,
  size: { width: number; height: number },
  data: TimeData,
  look: PlotLook,
  events: PlotEvents,
): uPlot {
  const axis = colourIn(element, '--chart-axis')
  const grid = colourIn(element, '--chart-grid')
  const roof = colourIn(element, '--line-strong')
  const ground = colourIn(element, '--bg')
  const context = document.createElement('canvas').getContext('2d')
  const bars = uPlot.paths.bars?.({ size: [0.8, 32, 1], align: 1 })
  const series = data.series.map((one, index): uPlot.Series => {
    const colour = colourIn(element, colourOf(one, index))
    const fill = look.kind === 'bars' ? colour : look.kind === 'area' && context ? faint(context, colour) : undefined
    return {
      label: one.name,
      stroke: look.kind === 'bars' ? ground : colour,
      width: look.kind !== 'bars' ? 1.5 : look.stacked && one.values.length <= PARTED_BARS_MAX ? 0.5 : 0,
      points: { show: isolated },
      spanGaps: false,
      ...(fill !== undefined && { fill }),
      ...(look.kind === 'bars' && bars && { paths: bars, points: { show: false } }),
    }
  })
  const values = (_: uPlot, splits: number[]) => splits.map((value) => look.format(value))
  return new uPlot(
    {
      ...size,
      padding: [8, CHART_PADDING, 0, 0],
      legend: { show: false },
      cursor: {
        y: false,
        points: look.kind === 'bars' ? { show: false } : { size: 7, width: 1.5 },
        drag: { x: true, y: false, setScale: false },
      },
      scales: {
        x: { time: true, range: () => edges(data, look.kind === 'bars') },
        y: { range: (_self, min, max) => heights(min, max, look) },
      },
      series: [{}, ...(look.stacked ? series.reverse() : series)],
      axes: [
        {
          stroke: axis,
          font: FONT,
          size: 22,
          gap: 6,
          grid: { show: false },
          ticks: { show: false },
          space: 64,
          // Words that would be cut off at the end are left out.
          values: (self, splits, _axis, _space, step) =>
            splits.map((seconds) => (roomBehind(self, seconds) < TICK_ROOM ? '' : tickWords(seconds * 1000, step))),
        },
        {
          stroke: axis,
          font: FONT,
          gap: AXIS_GAP,
          grid: { stroke: grid, width: 1 },
          ticks: { show: false },
          space: 30,
          values,
          ...(look.increments !== null && { incrs: [...look.increments] }),
          size: (_self, texts) =>
            AXIS_GAP + Math.ceil(Math.max(8, ...(texts ?? []).map((text) => text.length * AXIS_WIDTH_PER_CHARACTER))),
        },
      ],
      hooks: {
        draw: [
          (self) => {
            if (look.limit === null) return
            const y = Math.round(self.valToPos(look.limit, 'y', true))
            const { ctx, bbox } = self
            ctx.fillStyle = roof
            ctx.fillRect(bbox.left, y - devicePixelRatio, bbox.width, 2 * devicePixelRatio)
          },
        ],
        setCursor: [(self) => events.onCursor(self.cursor.idx ?? null)],
        setSelect: [
          (self) => {
            const { left, width } = self.select
            if (width < SELECT_MIN) return
            const [from, to] = [self.posToVal(left, 'x'), self.posToVal(left + width, 'x')]
            self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
            events.onSelect(from * 1000, to * 1000)
          },
        ],
      },
    },
    plotData(data, look),
    element,
  )
}

const DAY_SECONDS = 86_400

/** What stands under a line of the grid: the time, or the day where one begins. */
function tickWords(at: number, step: number): string {
  const isDay = step >= DAY_SECONDS || formatTime(at) === '00:00'
  return isDay ? formatDate(at).slice(0, 6) : formatTime(at)
}

/** How far a moment is from the right end of the chart, in px; more than enough before the chart has a size. */
function roomBehind(self: uPlot, seconds: number): number {
  const { min = null, max = null } = self.scales.x ?? {}
  const width = self.bbox.width / devicePixelRatio
  if (min === null || max === null || max <= min || width <= 0) return Number.POSITIVE_INFINITY
  return ((max - seconds) / (max - min)) * width + CHART_PADDING
}

/** A value with gaps on both sides has no line; it is shown as a point. */
function isolated(self: uPlot, seriesIndex: number): boolean {
  const values = self.data[seriesIndex] ?? []
  return values.filter((value) => value !== null && value !== undefined).length === 1
}

/** The whole span, with room for the last bar. */
function edges(data: TimeData, hasBars: boolean): [number, number] {
  const count = data.series[0]?.values.length ?? 0
  const last = data.start + Math.max(1, count - (hasBars ? 0 : 1)) * data.step
  return [data.start / 1000, last / 1000]
}

/** From zero to the roof, or to a little above what was measured. */
function heights(min: number | null, max: number | null, { limit }: PlotLook): [number, number] {
  const low = Math.min(0, min ?? 0)
  const high = Math.max(max ?? 0, limit ?? 0)
  // Half a percent above the roof, so that the roof's line is whole.
  return [low, high <= low ? low + 1 : low + (high - low) * (limit === null ? 1.08 : 1.005)]
}
