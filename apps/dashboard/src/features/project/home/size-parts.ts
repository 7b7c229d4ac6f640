import type { Overview } from '@stoa/contract'
import type { StackPart } from '@stoa/ui/charts'

/** The parts of the bar. What belongs to no table of anybody is Postgres's own catalog. */
export function sizeParts({ database_bytes, sizes }: Pick<Overview, 'database_bytes' | 'sizes'>): StackPart[] {
  const known = sizes.tables + sizes.indexes + sizes.large_values
  return [
    { name: 'Tables', value: sizes.tables, series: 1 },
    { name: 'Indexes', value: sizes.indexes, series: 2 },
    { name: 'Large values', value: sizes.large_values, series: 3 },
    { name: 'System catalog', value: Math.max(0, database_bytes - known), series: 5 },
  ]
}
