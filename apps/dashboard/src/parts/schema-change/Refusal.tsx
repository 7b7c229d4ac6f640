import { Note } from '@stoa/ui'
import type { ChangeFailure } from './run-change.ts'

/** What Postgres said against a change. */
export function Refusal({
  failure,
  count,
  isAlone = false,
}: {
  failure: ChangeFailure
  count: number
  isAlone?: boolean | undefined
}) {
  const place =
    failure.statement === null
      ? null
      : failure.statement >= count
        ? 'while saving the migration'
        : [
            count > 1 ? `in statement ${failure.statement + 1}` : null,
            failure.line !== null && failure.line > 1 ? `on line ${failure.line}` : null,
          ]
            .filter((part) => part !== null)
            .join(' ')
  return (
    <Note tone="bad" role="alert">
      <span className="flex flex-col gap-1 wrap-anywhere">
        <b className="font-semi">
          {failure.message}
          {place ? `, ${place}` : ''}
        </b>
        {failure.detail === null ? null : <span className="whitespace-pre-wrap">{failure.detail}</span>}
        {failure.hint === null ? null : <span>{failure.hint}</span>}
        {/* Without an answer of Postgres's nobody knows; outside a transaction something may be left. */}
        {failure.code === null || isAlone ? null : <span>Nothing was changed.</span>}
      </span>
    </Note>
  )
}
