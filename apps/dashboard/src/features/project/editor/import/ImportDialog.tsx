import type { EditorTable, RefusedRow } from '@stoa/contract'
import { Button, Dialog, Note, SkeletonRows, toast } from '@stoa/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorData, errorMessage } from '../../../../api/errors.ts'
import { refreshAfterRun } from '../../../../parts/sql-run/database-lists.ts'
import { ColumnsStep, NewTableStep } from './ColumnsStep.tsx'
import { Done, Failed, Running } from './Outcome.tsx'
import { inputFor, obstacle, tableStatements } from './plan.ts'
import { EncodingField, ReadOptions } from './ReadOptions.tsx'
import { SourceStep } from './SourceStep.tsx'
import type { Source } from './source.ts'
import { type Progress, runImport } from './upload.ts'
import { useSample } from './use-sample.ts'

type State =
  | { readonly step: 'choosing'; readonly failure: { message: string; row: Partial<RefusedRow> | null } | null }
  | { readonly step: 'running'; readonly progress: Progress }
  | { readonly step: 'done'; readonly progress: Progress }

/**
 * Imports a file or a text into a table, or into a new one: how it is read, where its columns go, how far it is, and
 * what was refused. What was chosen stays when the import is refused.
 * @param table where the rows go; null for a new table in the schema
 * @param tables names that are taken
 * @param onDone called with the table when rows have come into it
 */
export function ImportDialog({
  projectRef: ref,
  schema,
  table,
  tables,
  onClose,
  onDone,
}: {
  projectRef: string
  schema: string
  table: EditorTable | null
  tables: readonly string[]
  onClose: () => void
  onDone: (table: string) => void
}) {
  const queries = useQueryClient()
  const [source, setSource] = useState<Source | null>(null)
  const { looked, setEncoding, setDelimiter, setQuoted, change } = useSample(source, table)
  const [state, setState] = useState<State>({ step: 'choosing', failure: null })
  const running = useRef<AbortController | null>(null)
  const { sample = null, plan = null } = looked ?? {}
  const unread = looked?.problem ?? null
  const hindered = unread ?? (plan === null ? 'The file is being looked at' : obstacle(plan, table, tables))

  const run = async () => {
    if (source === null || looked === null || sample === null || plan === null || hindered !== null) return
    const abort = new AbortController()
    running.current = abort
    const size = source.blob.size
    setState({ step: 'running', progress: { read: 0, size, rows: 0, refused: [] } })
    try {
      const input = inputFor(plan, sample, { ref, schema, table: table?.name ?? null })
      const progress = await runImport(input, source, looked.encoding, abort.signal, (now) =>
        setState({ step: 'running', progress: now }),
      )
      if (table === null) refreshAfterRun(queries, ref, tableStatements(plan, schema).join(';\n'))
      void queries.invalidateQueries({ queryKey: orpc.project.editor.key() })
      onDone(input.table)
      if (progress.refused.length > 0) return setState({ step: 'done', progress })
      if (progress.rows === 0) toast.info(`There were no rows to import into ${input.table}`)
      else
        toast.success(
          `Imported ${progress.rows.toLocaleString('en')} ${progress.rows === 1 ? 'row' : 'rows'} into ${input.table}`,
        )
      onClose()
    } catch (error) {
      const failure = abort.signal.aborted
        ? { message: 'The import was cancelled', row: null }
        : { message: errorMessage(error), row: errorData(error) }
      setState({ step: 'choosing', failure })
    }
  }

  const title = table === null ? `Import into a new table in ${schema}` : `Import into ${table.name}`
  return (
    <Dialog
      onClose={onClose}
      locked={state.step === 'running'}
      title={title}
      width={720}
      fillNarrow
      {...(state.step === 'choosing' && source !== null && { onSubmit: () => void run() })}
      footer={
        state.step === 'running' ? (
          <Button onClick={() => running.current?.abort()}>Cancel import</Button>
        ) : state.step === 'done' ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            {source === null ? null : (
              <Button
                onClick={() => {
                  setSource(null)
                  setState({ step: 'choosing', failure: null })
                }}
              >
                Back
              </Button>
            )}
            <Button onClick={onClose}>Cancel</Button>
            {source === null ? null : (
              <Button type="submit" variant="primary" disabledReason={hindered}>
                Import
              </Button>
            )}
          </>
        )
      }
    >
      {state.step === 'running' ? (
        <Running progress={state.progress} />
      ) : state.step === 'done' ? (
        <Done progress={state.progress} />
      ) : source === null ? (
        <SourceStep onSource={setSource} />
      ) : looked === null ? (
        <SkeletonRows rows={6} />
      ) : (
        <div className="grid gap-4">
          {state.failure === null ? null : <Failed {...state.failure} />}
          {looked.problem === null ? null : <Note tone="bad">{looked.problem}</Note>}
          {sample === null || plan === null ? (
            <EncodingField encoding={looked.encoding} onEncoding={setEncoding} />
          ) : (
            <>
              <ReadOptions
                sample={sample}
                encoding={looked.encoding}
                plan={plan}
                onEncoding={setEncoding}
                onDelimiter={setDelimiter}
                onQuoted={setQuoted}
                onPlan={change}
              />
              <ColumnsStep sample={sample} plan={plan} table={table} onPlan={change} />
              {table === null ? (
                <NewTableStep plan={plan} schema={schema} isWhole={hindered === null} onPlan={change} />
              ) : null}
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}
