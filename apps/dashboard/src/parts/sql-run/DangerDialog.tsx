import { type Danger, type DangerKind, isDestructive } from '@stoa/sql'
import { Button, Checkbox, Dialog, formatNumber } from '@stoa/ui'
import { useState } from 'react'

const WORDS: Readonly<Record<DangerKind, string>> = {
  drop: 'drops a part of the database',
  truncate: 'empties a table',
  delete: 'deletes rows',
  'delete-without-where': 'deletes all rows of a table: it has no WHERE',
  'update-without-where': 'changes all rows of a table: it has no WHERE',
  unclear: 'could not be understood, and may drop or delete something',
}
/** Characters of one statement that are shown; more is seldom read. */
const SHOWN = 2_000
/** Statements that are shown, of a script of thousands. */
const LISTED = 50

/**
 * Asks before a text runs that takes something away, or changes more than may be meant.
 * @param onConfirm runs it; told whether not to ask again about what can be undone
 */
export function DangerDialog({
  sql,
  dangers,
  onConfirm,
  onCancel,
}: {
  sql: string
  dangers: readonly Danger[]
  onConfirm: (neverAgain: boolean) => void
  onCancel: () => void
}) {
  const [neverAgain, setNeverAgain] = useState(false)
  const destructive = dangers.some(({ kind }) => isDestructive(kind))
  const statements = statementsOf(sql, dangers)
  const unlisted = statements.length - LISTED
  return (
    <Dialog
      onClose={onCancel}
      title={destructive ? 'Run this destructive query?' : 'Run this update without WHERE?'}
      description={
        destructive ? 'What it takes away does not come back by itself.' : 'It changes every row of its table.'
      }
      width={560}
      footer={
        <>
          <Button onClick={onCancel} data-autofocus>
            Cancel
          </Button>
          <Button variant={destructive ? 'destructive' : 'primary'} onClick={() => onConfirm(neverAgain)}>
            Run query
          </Button>
        </>
      }
    >
      <ul className="grid gap-3">
        {statements.slice(0, LISTED).map(({ start, text, kinds }) => (
          <li key={start} className="grid gap-1.5">
            <p>This statement {kinds.map((kind) => WORDS[kind]).join(', and ')}:</p>
            <pre className="ui-mono max-h-40 overflow-auto rounded-2 border border-line bg-sunken p-2 text-12 whitespace-pre-wrap wrap-anywhere">
              {text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}
            </pre>
          </li>
        ))}
      </ul>
      {unlisted > 0 ? (
        <p className="num mt-3">
          And {formatNumber(unlisted)} more {unlisted === 1 ? 'statement' : 'statements'} like these.
        </p>
      ) : null}
      {destructive ? null : (
        <div className="mt-3">
          <Checkbox
            label="Do not ask again about updates without WHERE"
            checked={neverAgain}
            onChange={(event) => setNeverAgain(event.target.checked)}
          />
        </div>
      )}
    </Dialog>
  )
}

/** The dangers by statement. */
function statementsOf(sql: string, dangers: readonly Danger[]) {
  const found = new Map<number, { start: number; text: string; kinds: DangerKind[] }>()
  for (const { kind, statement } of dangers) {
    const known = found.get(statement.start)
    if (known) known.kinds.push(kind)
    else
      found.set(statement.start, {
        start: statement.start,
        text: sql.slice(statement.start, statement.end),
        kinds: [kind],
      })
  }
  return [...found.values()]
}
