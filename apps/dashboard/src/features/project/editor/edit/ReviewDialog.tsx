import { type EditorTable, type RefusedChange, type RowConflict, TABLE_CHANGED } from '@stoa/contract'
import { changeSql } from '@stoa/sql'
import { Button, CopyButton, Dialog, Note, toast } from '@stoa/ui'
import { useState } from 'react'
import { client } from '../../../../api/client.ts'
import { errorData, errorMessage, isTransient } from '../../../../api/errors.ts'
import { useValue, type Value } from '../../../../parts/value/value.ts'
import { patiently } from '../patiently.ts'
import { Outdated } from './Outdated.tsx'
import { changesOf, nothingStaged, type Staged, withCurrent, withoutRows } from './staged.ts'

/** Characters of SQL that are laid out; copying takes all. */
const SHOWN_MAX = 100_000

type Problem = {
  readonly message: string
  readonly conflicts: readonly RowConflict[]
  readonly refused: RefusedChange | null
  /** What became of the changes, where the message does not say it. */
  readonly outcome: string | null
}

/** Changes are known again by the server, so that what was saved without an answer is not saved twice. */
const UNKNOWN = 'Whether the changes were saved is not known. Save them again: nothing is saved twice.'

function problemOf(error: unknown): Problem {
  const data = errorData(error)
  const message = errorMessage(error)
  return {
    message,
    conflicts: (data?.conflicts as RowConflict[] | undefined) ?? [],
    refused: data !== null && 'index' in data ? (data as RefusedChange) : null,
    outcome: isTransient(error) ? UNKNOWN : message.endsWith('Nothing was saved') ? null : 'Nothing was saved.',
  }
}

/** The staged changes as the SQL that will run, and what came of running it. */
export function ReviewDialog({
  projectRef: ref,
  table,
  staged,
  onClose,
  onSaved,
  onReload,
}: {
  projectRef: string
  table: EditorTable
  staged: Value<Staged>
  onClose: () => void
  onSaved: () => void
  onReload: () => void
}) {
  const current = useValue(staged)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const changes = changesOf(current)
  const lines = changes.map((change) => `${changeSql(table, change)};`)
  const sql = ['begin;', ...lines, 'commit;'].join('\n')
  const outdated = current.shape !== table.shape

  const save = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const input = { ref, schema: table.schema, table: table.name, shape: table.shape, changes }
      const { saved } = await patiently(() => client.project.editor.save(input))
      staged.set(nothingStaged(table.shape))
      toast.success(saved === 1 ? '1 change saved' : `${saved} changes saved`)
      onClose()
      onSaved()
    } catch (error) {
      setProblem(problemOf(error))
      if (errorMessage(error) === TABLE_CHANGED) onReload()
    } finally {
      setBusy(false)
    }
  }
  const settle = (next: Staged) => {
    staged.set(next)
    setProblem(null)
    if (next.rows.length === 0) onClose()
  }

  return (
    <Dialog
      onClose={onClose}
      title={changes.length === 1 ? 'Review 1 change' : `Review ${changes.length} changes`}
      description="This runs in one transaction: all of it is saved, or nothing."
      width={720}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      footer={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button
            type="submit"
            data-autofocus
            variant="primary"
            busy={busy}
            busyLabel="Saving"
            disabledReason={outdated && 'These changes were made for other columns'}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {outdated ? <Outdated table={table} staged={current} onFitted={settle} /> : null}
        {problem === null || (outdated && problem.message === TABLE_CHANGED) ? null : (
          <Note tone="bad">
            <span role="alert" className="flex flex-col gap-1">
              <b className="font-semi">{problem.message}</b>
              {problem.refused === null ? null : (
                <>
                  {problem.refused.index === null ? null : (
                    <span className="ui-mono text-12">{lines[problem.refused.index]?.slice(0, 400)}</span>
                  )}
                  {problem.refused.detail === null ? null : <span>{problem.refused.detail}</span>}
                  {problem.refused.hint === null ? null : <span>{problem.refused.hint}</span>}
                </>
              )}
              {problem.outcome === null ? null : <span>{problem.outcome}</span>}
            </span>
          </Note>
        )}
        {problem?.conflicts.map((conflict) => (
          <Conflict
            key={conflict.index}
            table={table}
            staged={current}
            conflict={conflict}
            onMine={() => settle(withCurrent(current, conflict.index, conflict))}
            onTheirs={() => settle(withoutRows(current, [current.rows[conflict.index]?.id ?? '']))}
          />
        ))}
        <div className="relative">
          <textarea
            readOnly
            aria-label="SQL"
            className="ui-mono h-72 w-full resize-y rounded-3 border border-line-strong bg-sunken p-3 text-12 leading-[18px]"
            value={sql.length > SHOWN_MAX ? `${sql.slice(0, SHOWN_MAX)}\n…` : sql}
          />
          <span className="absolute top-1.5 right-3">
            <CopyButton value={sql} label="Copy SQL" size="xs" />
          </span>
        </div>
      </div>
    </Dialog>
  )
}

/** A row that somebody else changed: what it holds now, what was meant, and the choice. */
function Conflict({
  table,
  staged,
  conflict,
  onMine,
  onTheirs,
}: {
  table: EditorTable
  staged: Staged
  conflict: RowConflict
  onMine: () => void
  onTheirs: () => void
}) {
  const row = staged.rows[conflict.index]
  if (row === undefined || row.kind === 'insert') return null
  const name = Object.entries(row.row)
    .map(([column, value]) => `${column} ${value}`)
    .join(', ')
  const theirs = (column: string) => {
    const at = table.columns.findIndex((item) => item.name === column)
    return conflict.current?.[at] ?? 'NULL'
  }
  return (
    <section aria-label={`Conflict in ${name}`} className="flex flex-col gap-2 rounded-3 border border-warn-line p-3">
      <h3 className="font-semi">Row {name}</h3>
      {conflict.current === null ? (
        <p className="text-fg-2">Somebody else has deleted it.</p>
      ) : row.kind === 'delete' ? (
        <p className="text-fg-2">Somebody else has changed it since you marked it for deletion.</p>
      ) : (
        <table className="text-12">
          <thead className="text-left text-fg-3">
            <tr>
              <th className="pr-4 font-regular">Column</th>
              <th className="pr-4 font-regular">Was</th>
              <th className="pr-4 font-regular">Is now</th>
              <th className="font-regular">Yours</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(row.values).map(([column, value]) => (
              <tr key={column}>
                <th scope="row" className="pr-4 text-left font-medium">
                  {column}
                </th>
                <td className="clip max-w-40 pr-4">{row.before[column] ?? 'NULL'}</td>
                <td className="clip max-w-40 pr-4">{theirs(column)}</td>
                <td className="clip max-w-40">{value ?? 'NULL'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <span className="flex gap-2">
        <Button size="sm" onClick={onTheirs}>
          Drop my change
        </Button>
        {conflict.current === null ? null : (
          <Button size="sm" onClick={onMine}>
            Keep my change
          </Button>
        )}
      </span>
    </section>
  )
}
