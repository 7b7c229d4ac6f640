import { Note } from '@stoa/ui'
import type { ChangeFailure } from './run-change.ts'

/** What Postgres said against a change, and where. */
export function Refusal({
  failure,
  count,
  lines,
  isAlone = false,
}: {
  failure: ChangeFailure
  /** How many statements the change has; behind them stand those that note it as a migration. */
  count: number
  lines: readonly number[] | undefined
  isAlone?: boolean | undefined
}) {
  const place = placeOf(failure, count, lines)
  return (
    <Note tone="bad" role="alert">
      <span className="flex flex-col gap-1 wrap-anywhere">
        <b className="font-semi">
          {failure.message}
          {place === '' ? '' : `, ${place}`}
        </b>
        {failure.detail === null ? null : <span className="whitespace-pre-wrap">{failure.detail}</span>}
        {failure.hint === null ? null : <span>{failure.hint}</span>}
        {/* Without an answer of Postgres's nobody knows; outside a transaction something may be left. */}
        {failure.code === null || isAlone ? null : <span>Nothing was changed.</span>}
        {isAlone && mayLeaveIndex(failure.code) ? (
          <span>An index that is not valid may be left: rebuild or drop it in the list of indexes.</span>
        ) : null}
      </span>
    </Note>
  )
}

/** Whether Postgres had begun with an index that is made concurrently: names and words it looks at before. */
const mayLeaveIndex = (code: string | null): boolean => code === null || !code.startsWith('42')

function placeOf({ statement, line }: ChangeFailure, count: number, lines: readonly number[] | undefined): string {
  if (statement === null) return ''
  if (statement >= count) return 'while saving the migration'
  const first = lines?.[statement]
  if (first !== undefined) return `on line ${first + (line ?? 1) - 1} of the file`
  const where = count > 1 ? `in statement ${statement + 1}` : ''
  return line === null || line === 1 ? where : `${where} on line ${line}`.trim()
}
