import type { Metric, ReportBlock } from '@stoa/contract'
import type { TimeData } from '../../../../parts/time-chart/time-data.ts'

/** What a block is called: as somebody named it, or as what it shows. */
export function blockName(block: ReportBlock, metrics: Readonly<Record<Metric, { readonly name: string }>>): string {
  if (block.label.trim() !== '') return block.label
  return block.kind === 'metric' ? metrics[block.metric].name : 'Query'
}

/** Names the runs of a block among everything that runs in the project. */
export const documentIdOf = (blockId: string): string => `report ${blockId}`

const shown = new Map<string, TimeData>()

/** Notes what a block with a measurement shows, for its CSV. */
export function noteMetric(blockId: string, data: TimeData | null): void {
  if (data === null) shown.delete(blockId)
  else shown.set(blockId, data)
}

/** What a block with a measurement shows; null while it shows nothing. */
export const shownMetric = (blockId: string): TimeData | null => shown.get(blockId) ?? null
