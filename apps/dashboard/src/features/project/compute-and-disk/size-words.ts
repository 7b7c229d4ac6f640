import type { ComputeOption } from '@stoa/contract'
import { formatBytes, formatNumber } from '@stoa/ui'

const MB = 1024 * 1024

type Size = Pick<ComputeOption, 'memory_mb' | 'max_connections' | 'workers' | 'disk_mb_per_second'>

/** A compute size in one line. */
export const sizeWords = (size: Size): string =>
  [
    `${formatBytes(size.memory_mb * MB)} memory`,
    `${formatNumber(size.max_connections)} connections`,
    `${formatNumber(size.workers)} parallel workers`,
  ].join(', ')

/** What becomes different from one size to another, in words. */
export function sizeChanges(from: Size, to: Size): { name: string; before: string; after: string }[] {
  const rows = [
    { name: 'Memory', of: (size: Size) => formatBytes(size.memory_mb * MB) },
    { name: 'Connections at once', of: (size: Size) => formatNumber(size.max_connections) },
    { name: 'Workers for parallel queries', of: (size: Size) => formatNumber(size.workers) },
    { name: 'Disk throughput before a warning', of: (size: Size) => `${formatNumber(size.disk_mb_per_second)} MB/s` },
  ]
  return rows
    .map(({ name, of }) => ({ name, before: of(from), after: of(to) }))
    .filter(({ before, after }) => before !== after)
}
