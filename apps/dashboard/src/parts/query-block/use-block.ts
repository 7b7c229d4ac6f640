import { projectPermissions } from '@stoa/contract'
import { fillParameters, queryParameters } from '@stoa/sql'
import { toast } from '@stoa/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { usePermission } from '../../api/permissions.ts'
import { refreshAfterRun } from '../sql-run/database-lists.ts'
import { type WriteWarning, writeWarningFor } from '../sql-run/parse.ts'
import { restoreRuns } from '../sql-run/restore.ts'
import { PLAIN_REQUEST, type Run } from '../sql-run/run-state.ts'
import { type Runner, runnerOf } from '../sql-run/runner.ts'
import { useValue } from '../value/value.ts'
import { queueRun } from './auto-queue.ts'

/** A block shows what a look needs; more is for the SQL editor. */
const BLOCK_LIMIT = 100
/** What Postgres says of something that only reads: the role may not, or the transaction cannot write. */
const DENIED = new Set(['42501', '25006'])

const ONLY_READS = 'A report only reads. Run this in the SQL editor'

type Values = Readonly<Record<string, string>>

/** Runs whose end was noted: a block that is shown again has ended nothing. */
const noted = new WeakSet<Run>()

/**
 * How a block runs: read-only by itself where the rules allow that, with the rights to write only after a person has
 * agreed.
 * @param isAutomatic whether it may begin by itself, now that it is looked at
 * @param onlyReads whether it never has the rights to write, whatever somebody agrees to
 */
export function useBlock(
  ref: string,
  documentId: string,
  sql: string,
  values: () => Values,
  isAutomatic: boolean,
  onlyReads: boolean,
) {
  const runner = runnerOf(ref, documentId)
  const { shown, since } = useValue(runner.state)
  const read = usePermission(projectPermissions.readSql, { ref })
  const write = usePermission(projectPermissions.writeSql, { ref })
  const queries = useQueryClient()
  const [warning, setWarning] = useState<WriteWarning | null>(null)
  /** The run whose refusal somebody has seen and left alone. */
  const [left, setLeft] = useState<Run | null>(null)
  // The text may have become another one since it was run.
  const run = shown?.request.sql === sql ? shown : null

  useEffect(() => {
    if (run === null || since !== null || noted.has(run)) return
    noted.add(run)
    if (!run.request.readOnly) refreshAfterRun(queries, ref, run.request.sql)
    // What Postgres refuses is told in the block; this run was not even brought to it.
    if (run.failure !== null && run.failure.code === null)
      toast.error(`Failed to execute query: ${run.failure.message}`)
  }, [run, since, queries, ref])

  const send = useCallback(
    (readOnly: boolean) =>
      runner.start(
        { ...PLAIN_REQUEST, sql, from: 0, params: values(), readOnly, limit: BLOCK_LIMIT, unattended: onlyReads },
        sql,
      ),
    [runner, sql, values, onlyReads],
  )
  const start = useCallback(async () => {
    if (runner.state.get().since !== null) return
    try {
      const asked = await writeWarningFor(fillParameters(sql, values()).sql)
      setWarning(asked)
      if (asked === null) send(true)
    } catch (error) {
      toast.error(`Failed to execute query: ${error instanceof Error ? error.message : String(error)}`)
    }
  }, [runner, sql, values, send])

  // Where a value is missing somebody has to give it.
  const isReady =
    read.allowed &&
    isAutomatic &&
    queryParameters(sql, values()).every(({ defaultValue, value }) => defaultValue ?? value)
  const hasRun = run !== null
  useEffect(() => {
    if (!isReady || hasRun) return
    return queueRun(async () => {
      // A page before this one may have run it; a report is as new as its page.
      if (!onlyReads) await restoreRuns(ref, documentId)
      const known = runner.state.get()
      if (known.since !== null || known.shown?.request.sql === sql) return
      await start()
      await ended(runner)
    })
  }, [isReady, hasRun, ref, documentId, runner, sql, start, onlyReads])

  /** Runs it as it was run before, without asking again; in its turn, like all that runs by itself. */
  const runAgain = useCallback(() => {
    const before = runner.state.get().shown
    if (before === null || !before.request.readOnly) return
    return queueRun(async () => {
      if (runner.state.get().since !== null) return
      send(true)
      await ended(runner)
    })
  }, [runner, send])

  const isDenied =
    !onlyReads && run?.failure?.code != null && run.request.readOnly && DENIED.has(run.failure.code) && left !== run
  return {
    run,
    isRunning: since !== null,
    /** What has to be agreed to before it runs with the rights to write; null when nothing is asked. */
    question: since === null ? (warning ?? (isDenied ? 'hasWriteOperation' : null)) : null,
    /** Why this account cannot run it at all, or not with the rights to write. */
    readReason: read.reason,
    writeReason: onlyReads && warning === 'hasWriteOperation' ? ONLY_READS : onlyReads ? undefined : write.reason,
    runAgain,
    start: () => {
      setLeft(null)
      void start()
    },
    confirm: () => {
      setWarning(null)
      send(onlyReads)
    },
    decline: () => {
      setWarning(null)
      setLeft(run)
    },
    cancel: runner.cancel,
  }
}
export type Block = ReturnType<typeof useBlock>

/** Waits until nothing of a runner's is under way. */
function ended({ state }: Runner): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (state.get().since !== null) return
      leave()
      resolve()
    }
    const leave = state.subscribe(look)
    look()
  })
}
