import type { ColumnConversion } from '@stoa/contract'
import { formatNumber } from '@stoa/ui'
import type { Findings } from '../schema-change/change.ts'

const values = (count: number) => (count === 1 ? '1 value' : `${formatNumber(count)} values`)

type Count = { readonly column: string; readonly count: number }
/** What a look through a table found. */
type Found = {
  readonly rows: number
  readonly conversions: readonly ColumnConversion[]
  readonly values: readonly Count[]
  readonly nulls: readonly Count[]
}

/** Says what goes with a column. */
export const goes = ({ column, count }: Count): string =>
  count === 0
    ? `${column} is dropped. It holds no values.`
    : `${column} is dropped with ${values(count)}, which do not come back by themselves.`

/**
 * What a look through a table says about a change of its columns.
 * @param conversions the columns that get another type
 * @param required new columns that hold no nulls and have nothing to begin with
 */
export function findingsOf(
  found: Found,
  {
    conversions,
    required,
  }: {
    conversions: readonly { readonly column: string; readonly data_type: string }[]
    required: readonly { readonly name: string }[]
  },
): Findings {
  const losses: string[] = []
  const obstacles: string[] = []
  losses.push(...found.values.map(goes))
  for (const { column, failing, failing_example, changed, changed_example, refusal } of found.conversions) {
    const type = conversions.find((item) => item.column === column)?.data_type ?? ''
    if (refusal !== null) obstacles.push(`${column} cannot become ${type}: ${refusal}.`)
    if (failing > 0)
      obstacles.push(`${values(failing)} of ${column} cannot become ${type}, such as “${failing_example}”.`)
    if (changed > 0 && changed_example !== null)
      losses.push(
        `${values(changed)} of ${column} would not stay the same as ${type}, such as “${changed_example.before}”, which becomes “${changed_example.after}”.`,
      )
  }
  for (const { column, count } of found.nulls)
    if (count > 0)
      obstacles.push(
        `${count === 1 ? '1 row has' : `${formatNumber(count)} rows have`} no value in ${column}, so it cannot be NOT NULL.`,
      )
  if (found.rows > 0)
    for (const { name } of required)
      obstacles.push(`${name} is NOT NULL, so the rows that are there already need a default for it.`)
  return { losses, obstacle: obstacles.length === 0 ? null : obstacles.join(' ') }
}
