import type { EditorTable } from '@stoa/contract'
import { Button, Note } from '@stoa/ui'
import { fitted, type Staged } from './staged.ts'

const BEGINNING = 'The columns of this table have changed since these changes were made.'

/** Changes that were made for other columns: what of them still fits, and the way to keep it. */
export function Outdated({
  table,
  staged,
  onFitted,
}: {
  table: EditorTable
  staged: Staged
  onFitted: (staged: Staged) => void
}) {
  const kept = fitted(staged, table)
  const names = (rows: Staged['rows']) =>
    new Set(rows.flatMap((row) => (row.kind === 'delete' ? [] : Object.keys(row.values))))
  const still = names(kept.rows)
  const gone = [...names(staged.rows)].filter((name) => !still.has(name))
  const lost = staged.rows.length - kept.rows.length
  const fits =
    gone.length > 0
      ? `${gone.join(', ')} ${gone.length === 1 ? 'takes' : 'take'} no values any more, the rest still fits.`
      : lost > 0
        ? `${lost === 1 ? '1 row is' : `${lost} rows are`} told by another key now, the rest still fits.`
        : 'All of them still fit.'
  return (
    <Note tone="warn">
      <span className="flex flex-col items-start gap-2">
        {kept.rows.length === 0 ? (
          <span>
            {BEGINNING} None of them fits any more. They are kept until you discard them, and their SQL can be copied.
          </span>
        ) : (
          <>
            <span>
              {BEGINNING} {fits} Look at the SQL before you save it.
            </span>
            <Button size="sm" onClick={() => onFitted(kept)}>
              Keep what fits
            </Button>
          </>
        )}
      </span>
    </Note>
  )
}
