import { type Danger, fillParameters, isDestructive, mayHoldDangers } from '@stoa/sql'
import { toast } from '@stoa/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { UNREACHABLE } from '../../api/errors.ts'
import { local } from '../browser-store/local.ts'
import { lazyDialog } from '../frame/lazy-part.tsx'
import { patiently } from '../frame/patience.ts'
import { useValue, type Value } from '../value/value.ts'
import { refreshAfterRun } from './database-lists.ts'
import type { WriteWarning } from './parse.ts'
import { type RunOptions, runOptionsOf } from './run-options.ts'
import type { Run, RunRequest } from './run-state.ts'
import { type Runner, runnerOf } from './runner.ts'

const DangerDialog = lazyDialog(
  async () => (await import('./DangerDialog.tsx')).DangerDialog,
  ({ onCancel }) => onCancel(),
)
const WriteDialog = lazyDialog(
  async () => (await import('./WriteDialog.tsx')).WriteDialog,
  ({ onCancel }) => onCancel(),
)

/** Typing comes first: what an earlier page ran is asked for so many ms after the editor stands. */
const RESTORE_AFTER_MS = 300
const ONE_PRESS_MS = 500
const UNDER_WAY = 'This query is still running. Wait for it, or cancel it'
const NEVER_ASK = 'stoa.sql.updates-without-where'

/** Runs whose end was noted: a document that is shown again has ended nothing. */
const noted = new WeakSet<Run>()

type Ready = { readonly request: RunRequest; readonly text: string }
type Question = Ready & ({ readonly about: readonly Danger[]; readonly sql: string } | { readonly about: WriteWarning })

export type Runs = {
  readonly runner: Runner
  readonly options: Value<RunOptions>
  /**
   * Runs a text as the options of its document say, after asking when it is dangerous.
   * @param from where it begins in `text`, which is all of the document
   * @param params values of the text's own parameters
   * @param explain what is put before it to have it explained; it is then undone at its end
   */
  readonly run: (
    sql: string,
    from: number,
    text: string,
    params?: Readonly<Record<string, string>>,
    explain?: string,
  ) => void
  /** What is being asked, to be drawn anywhere. */
  readonly question: ReactNode
}

/** How a document is run: with its options, warnings before, and what an earlier page has begun. */
export function useRuns({
  ref,
  documentId,
  mayRead,
  mayWrite,
  limit,
}: {
  ref: string
  documentId: string
  mayRead: boolean
  mayWrite: boolean
  /** How many rows a plain select gives, whatever the options say. */
  limit?: number
}): Runs {
  const runner = runnerOf(ref, documentId)
  const options = runOptionsOf(ref, documentId)
  const [question, setQuestion] = useState<Question | null>(null)
  const queries = useQueryClient()
  const { shown, since } = useValue(runner.state)

  useEffect(() => {
    if (!mayRead) return
    const timer = setTimeout(async () => {
      const { restoreRuns } = await patiently(() => import('./restore.ts'))
      await restoreRuns(ref, documentId)
    }, RESTORE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [ref, documentId, mayRead])

  const ended = since === null ? shown : null
  useEffect(() => {
    if (ended === null || noted.has(ended)) return
    noted.add(ended)
    refreshAfterRun(queries, ref, ended.request.sql)
    // What Postgres refuses is told where its results are; this run was not even brought to it.
    const { failure } = ended
    if (failure !== null && failure.code === null) toast.error(`Failed to execute SQL: ${failure.message}`)
  }, [ended, queries, ref])

  const run = useCallback(
    async (
      sql: string,
      from: number,
      text: string,
      params: Readonly<Record<string, string>> = {},
      explain?: string,
    ) => {
      const { since } = runner.state.get()
      // Two presses of the key for one run are nothing to speak of.
      if (since !== null && Date.now() - since > ONE_PRESS_MS) toast.info({ id: 'under-way', title: UNDER_WAY })
      if (!mayRead || since !== null) return
      const { wrong, ...chosen } = options.get()
      const [refused] = Object.values(wrong)
      if (refused) {
        toast.error({ id: 'refused', title: refused.why })
        return
      }
      const request: RunRequest = {
        ...(mayWrite ? chosen : readOnlyOf(chosen)),
        ...(limit !== undefined && { limit }),
        sql,
        from,
        params,
      }
      const asked = await ask(
        explain === undefined ? request : { ...request, inTransaction: null },
        text,
        mayWrite,
      ).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
      if (asked instanceof Error) {
        // A value that cannot stand in SQL, or else what looks at the text could not be fetched.
        toast.error(`Failed to execute SQL: ${asked instanceof RangeError ? asked.message : UNREACHABLE}`)
        return
      }
      const explained: Partial<RunRequest> =
        explain === undefined
          ? {}
          : { prefix: explain, limit: -1, ...(request.readOnly ? {} : { inTransaction: 'rollback' }) }
      if (asked === null) runner.start({ ...request, ...explained }, text)
      else setQuestion({ ...asked, request: { ...asked.request, ...explained } })
    },
    [mayRead, mayWrite, limit, options, runner],
  )

  const confirm = (asked: Question, request = asked.request) => {
    setQuestion(null)
    runner.start(request, asked.text)
  }
  const onCancel = () => setQuestion(null)
  return {
    runner,
    options,
    run,
    question:
      question === null ? null : (
        <Suspense fallback={null}>
          {'sql' in question ? (
            <DangerDialog
              sql={question.sql}
              dangers={question.about}
              onCancel={onCancel}
              onConfirm={(never) => {
                if (never) local.store(NEVER_ASK, 'no')
                confirm(question)
              }}
            />
          ) : (
            <WriteDialog
              warning={question.about}
              onCancel={onCancel}
              onConfirm={() => confirm(question, { ...question.request, readOnly: false })}
            />
          )}
        </Suspense>
      ),
  }
}

/** What is left of the options for those who only read. */
const readOnlyOf = ({ limit, timeoutMs }: Omit<RunOptions, 'wrong'>): Omit<RunRequest, 'sql' | 'from' | 'params'> => ({
  limit,
  timeoutMs,
  readOnly: true,
  role: 'postgres',
  claims: null,
  inTransaction: null,
})

/** What has to be asked before a run, if anything. Most texts need no parser to be known as harmless. */
async function ask(request: RunRequest, text: string, mayWrite: boolean): Promise<Question | null> {
  // What is undone at the end takes nothing away.
  if (request.inTransaction === 'rollback' && !request.readOnly) return null
  const { sql } = fillParameters(request.sql, request.params, text)
  if (request.readOnly) {
    if (
      !mayWrite ||
      !/\b(?:insert|update|delete|merge|create|alter|drop|truncate|into|do|call|grant|revoke)\b/i.test(sql)
    )
      return null
    const { writeWarningFor } = await import('./parse.ts')
    const warning = await writeWarningFor(sql)
    return warning === 'hasWriteOperation' ? { request, text, about: warning } : null
  }
  if (!mayHoldDangers(sql)) return null
  const { dangersIn } = await import('./parse.ts')
  const dangers = (await dangersIn(sql)).filter(({ kind }) => isDestructive(kind) || local.read(NEVER_ASK) === null)
  return dangers.length === 0 ? null : { request, text, about: dangers, sql }
}
