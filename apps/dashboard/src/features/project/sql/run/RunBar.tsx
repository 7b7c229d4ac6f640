import { Badge, IconButton } from '@stoa/ui'
import { Gauge, History } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyDialog, lazyPart } from '../../../../parts/frame/lazy-part.tsx'
import { RunButtons } from '../../../../parts/sql-run/RunButtons.tsx'
import type { RunOptions } from '../../../../parts/sql-run/run-options.ts'
import type { Runner, RunnerState } from '../../../../parts/sql-run/runner.ts'
import { useValue, type Value } from '../../../../parts/value/value.ts'

const RunChoices = lazyPart(async () => (await import('./RunChoices.tsx')).RunChoices)
const StatementsPanel = lazyDialog(async () => (await import('./StatementsPanel.tsx')).StatementsPanel)
const HistoryPanel = lazyDialog(async () => (await import('./HistoryPanel.tsx')).HistoryPanel)

/** What a run can be told comes after the text that is run: typing first. In ms. */
const CHOICES_AFTER_MS = 400

/**
 * The row of controls between the text and its result.
 * @param children further controls, after Run
 */
export function RunBar({
  runner,
  options,
  mayWrite,
  disabledReason,
  onRun,
  children,
}: {
  runner: Runner
  options: Value<RunOptions>
  mayWrite: boolean
  disabledReason: string | undefined
  onRun: () => void
  children?: ReactNode
}) {
  const { since }: RunnerState = useValue(runner.state)
  const { readOnly, role, inTransaction } = useValue(options)
  const [isComplete, setComplete] = useState(false)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const [areStatementsOpen, setStatementsOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setComplete(true), CHOICES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="flex h-11 flex-none items-center gap-2 px-3 max-wide:gap-1">
      <RunButtons disabledReason={disabledReason} onRun={onRun} onCancel={since === null ? null : runner.cancel} />
      {children}
      <span className="ml-auto flex min-w-0 items-center gap-2 max-wide:gap-1">
        <span className="flex gap-1.5 max-wide:hidden">
          {readOnly || !mayWrite ? <Badge>Read only</Badge> : null}
          {role === 'postgres' || !mayWrite ? null : <Badge tone="accent">{role}</Badge>}
          {inTransaction === 'rollback' && mayWrite ? <Badge tone="warn">Rolls back</Badge> : null}
        </span>
        {isComplete ? (
          <Suspense fallback={null}>
            <RunChoices options={options} mayWrite={mayWrite} />
          </Suspense>
        ) : null}
        <IconButton
          size="sm"
          icon={History}
          label="History"
          disabledReason={disabledReason}
          onClick={() => setHistoryOpen(true)}
        />
        <IconButton
          size="sm"
          icon={Gauge}
          label="Statements"
          disabledReason={disabledReason}
          onClick={() => setStatementsOpen(true)}
        />
      </span>
      {areStatementsOpen ? (
        <Suspense fallback={null}>
          <StatementsPanel onClose={() => setStatementsOpen(false)} />
        </Suspense>
      ) : null}
      {isHistoryOpen ? (
        <Suspense fallback={null}>
          <HistoryPanel onClose={() => setHistoryOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
