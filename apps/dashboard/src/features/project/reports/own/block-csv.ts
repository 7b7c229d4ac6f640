import type { ReportBlock } from '@stoa/contract'
import type { GridRow } from '../../../../parts/grid/types.ts'
import { METRIC_CHARTS } from '../../../../parts/metrics/metric-charts.ts'
import { writeRows } from '../../../../parts/result/formats.ts'
import { runnerOf } from '../../../../parts/sql-run/runner.ts'
import { timeCsv } from '../../../../parts/time-chart/time-data.ts'
import { blockName, documentIdOf, shownMetric } from './block-names.ts'
import { inOrder } from './layout.ts'

/** What a block shows, as CSV; null while it shows nothing. */
export function blockCsv(ref: string, block: ReportBlock): string | null {
  if (block.kind === 'metric') {
    const data = shownMetric(block.id)
    return data === null ? null : timeCsv(data)
  }
  const run = runnerOf(ref, documentIdOf(block.id)).state.get().shown
  const result = run?.failure === null ? run.results.find(({ columns }) => columns.length > 0) : undefined
  if (result === undefined) return null
  const rows = Array.from({ length: result.rows.rowCount }, (_, index) => result.rows.row(index))
  return [
    ...writeRows(
      'csv',
      result.columns,
      rows.filter((row): row is GridRow => row !== undefined),
    ),
  ].join('')
}

/** All blocks of a report in one file, each under its name. */
export function reportCsv(ref: string, blocks: readonly ReportBlock[]): string {
  return inOrder(blocks)
    .map((block) => `${quoted(blockName(block, METRIC_CHARTS))}\n${blockCsv(ref, block) ?? 'Nothing is shown\n'}`)
    .join('\n')
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
