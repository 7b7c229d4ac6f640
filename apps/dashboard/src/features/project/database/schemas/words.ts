import type { DatabaseSchema } from '@stoa/contract'
import { formatNumber } from '@stoa/ui'

const KINDS = [
  ['tables', 'table'],
  ['views', 'view'],
  ['functions', 'function'],
  ['types', 'type'],
  ['sequences', 'sequence'],
] as const

/** What a schema holds, in words: `2 tables and 1 view`; null when it is empty. */
export function contentWords(schema: Pick<DatabaseSchema, (typeof KINDS)[number][0]>): string | null {
  const said = KINDS.filter(([key]) => schema[key] > 0).map(
    ([key, one]) => `${formatNumber(schema[key])} ${schema[key] === 1 ? one : `${one}s`}`,
  )
  if (said.length < 2) return said[0] ?? null
  return `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`
}
