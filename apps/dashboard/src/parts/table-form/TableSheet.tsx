import type { TableDetail } from '@stoa/contract'
import { Button, Dialog, ErrorState, SkeletonRows } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { useSchemaChange } from '../schema-change/use-schema-change.tsx'
import { showsLists } from '../sql-run/database-lists.ts'
import { changeOf } from './change-of.ts'
import { draftOf, newColumn, newTable, problemsOf, type TableDraft } from './draft.ts'
import { TableFields } from './TableFields.tsx'

/** What is written: a new table, one as it is, or one column of it (`null` is a new one). */
export type TableTask =
  | { readonly kind: 'new'; readonly schema: string }
  | { readonly kind: 'edit'; readonly id: number; readonly column?: string | null }

type Named = { readonly schema: string; readonly table: string }
type Done = (table: Named, before: Named | null) => void

/**
 * A table, or one of its columns, as a form beside what was there. Nothing changes before its SQL was looked at.
 * @param onDone gets the table's name when it was made or changed, and what it was called; null for a new one
 */
export function TableSheet({
  projectRef: ref,
  task,
  onClose,
  onDone,
}: {
  projectRef: string
  task: TableTask
  onClose: () => void
  onDone?: Done
}) {
  const id = task.kind === 'edit' ? task.id : 0
  const table = useQuery({
    ...orpc.project.database.tables.get.queryOptions({ input: { ref, id } }),
    enabled: task.kind === 'edit',
    meta: showsLists(ref, 'tables', 'types'),
    // A form that is written in does not change by itself.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (task.kind === 'new') return <Form projectRef={ref} task={task} table={null} onClose={onClose} onDone={onDone} />
  if (table.data !== undefined)
    return <Form projectRef={ref} task={task} table={table.data} onClose={onClose} onDone={onDone} />
  return (
    <Dialog variant="sheet" width={760} onClose={onClose} title="Edit table">
      {table.isError ? (
        <ErrorState
          title="Failed to load the table"
          reason={errorMessage(table.error)}
          retrying={table.isFetching}
          onRetry={() => void table.refetch()}
        />
      ) : (
        <SkeletonRows rows={10} rowHeight={36} />
      )}
    </Dialog>
  )
}

function Form({
  projectRef: ref,
  task,
  table,
  onClose,
  onDone,
}: {
  projectRef: string
  task: TableTask
  table: TableDetail | null
  onClose: () => void
  onDone: Done | undefined
}) {
  const column = task.kind === 'edit' ? task.column : undefined
  const [added] = useState(() => newColumn())
  const [first] = useState(() => {
    if (table === null) return newTable(task.kind === 'new' ? task.schema : 'public')
    const draft = draftOf(table)
    return column === null ? { ...draft, columns: [...draft.columns, added] } : draft
  })
  const [draft, setDraft] = useState<TableDraft>(first)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [nothing, setNothing] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const changes = useSchemaChange(ref)
  const only = column === null ? added.key : column
  const title =
    table === null
      ? 'New table'
      : column === undefined
        ? `Edit table ${table.name}`
        : column === null
          ? `Add a column to ${table.name}`
          : `Edit column ${column}`

  const change = (next: TableDraft) => {
    setDraft(next)
    setNothing(false)
    // What was wrong and is put right says so at once.
    if (Object.keys(problems).length > 0) setProblems(problemsOf(next))
  }
  const review = () => {
    const found = problemsOf(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const made = changeOf(ref, draft, table)
    setNothing(made === null)
    if (made === null) return
    changes.review(made, () => {
      onClose()
      const before = table === null ? null : { schema: table.schema, table: table.name }
      onDone?.({ schema: draft.schema, table: draft.name }, before)
    })
  }
  const leave = () => (draft === first ? onClose() : setLeaving(true))
  return (
    <>
      <Dialog
        variant="sheet"
        width={760}
        onClose={leave}
        title={title}
        onSubmit={review}
        footer={
          <>
            {nothing ? (
              <span role="status" className="mr-auto self-center text-12 text-fg-2">
                Nothing has changed
              </span>
            ) : null}
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" variant="primary" disabledReason={changes.disabledReason}>
              Review SQL
            </Button>
          </>
        }
      >
        <TableFields projectRef={ref} draft={draft} table={table} problems={problems} only={only} onChange={change} />
      </Dialog>
      {changes.dialog}
      {leaving ? (
        <Dialog
          onClose={() => setLeaving(false)}
          title="Discard what was written?"
          description="Nothing of it has been changed in the database."
          footer={
            <>
              <Button onClick={() => setLeaving(false)} data-autofocus>
                Keep editing
              </Button>
              <Button variant="destructive" onClick={onClose}>
                Discard
              </Button>
            </>
          }
        />
      ) : null}
    </>
  )
}
