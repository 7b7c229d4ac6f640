import { type ChartConfig, readChartConfig } from '../chart/chart-config.ts'

/** A query that is on its way into a report. */
export type DraggedBlock = {
  readonly sql: string
  readonly label: string
  readonly view: 'table' | 'chart'
  readonly chart: ChartConfig
}

/** What a dragged query is called among the kinds of data that are dragged. */
export const BLOCK_TYPE = 'application/x-stoa-block'

/** Puts a query on a drag, for reports as what it is and for everything else as its text. */
export function writeBlock(data: DataTransfer, block: DraggedBlock): void {
  data.setData(BLOCK_TYPE, JSON.stringify(block))
  data.setData('text/plain', block.sql)
  data.effectAllowed = 'copy'
}

/** The query that was dropped; null when something else was. */
export function readBlock(text: string): DraggedBlock | null {
  try {
    const given = JSON.parse(text) as Partial<Record<keyof DraggedBlock, unknown>> | null
    if (typeof given?.sql !== 'string' || given.sql.trim() === '') return null
    const chart = readChartConfig(given.chart ?? {})
    if (chart === null) return null
    const view = given.view === 'chart' ? 'chart' : 'table'
    const label = typeof given.label === 'string' && given.label.trim() !== '' ? given.label : 'Query'
    return { sql: given.sql, label, view, chart: { ...chart, view } }
  } catch {
    return null
  }
}
