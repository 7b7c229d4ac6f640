import { local } from '../browser-store/local.ts'
import { type ChartConfig, NEW_CHART, readChartConfig } from '../chart/chart-config.ts'
import { type ColumnLayout, PLAIN_LAYOUT } from '../grid/layout.ts'
import { createValue, type Value } from '../value/value.ts'
import type { RowStore } from './row-store.ts'
import { type ViewSpec, WHOLE } from './row-view.ts'

/** How a result is looked at. */
export type ResultView = {
  readonly spec: ViewSpec
  readonly layout: ColumnLayout
  /** Whether the line for searching and filtering is open. */
  readonly isSearching: boolean
}

const views = new WeakMap<RowStore, Value<ResultView>>()

/** How a result is looked at, kept as long as the result is there: leaving its tab changes nothing. */
export function viewOf(rows: RowStore): Value<ResultView> {
  const known = views.get(rows)
  if (known !== undefined) return known
  const made = createValue<ResultView>({ spec: WHOLE, layout: PLAIN_LAYOUT, isSearching: false })
  views.set(rows, made)
  return made
}

const charts = new Map<string, Value<ChartConfig>>()
const key = (ref: string, documentId: string) => `stoa.sql.chart ${ref} ${documentId}`

/** The chart of a document, remembered in this browser. */
export function chartOf(ref: string, documentId: string): Value<ChartConfig> {
  const name = key(ref, documentId)
  const known = charts.get(name)
  if (known !== undefined) return known
  const made = createValue<ChartConfig>(readChartConfig(local.readJson(name)) ?? NEW_CHART)
  made.subscribe(() => void local.storeJson(name, made.get()))
  charts.set(name, made)
  return made
}
