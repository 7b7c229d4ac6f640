import { Badge, Button } from '@stoa/ui'
import { Play, Square } from 'lucide-react'
import type { Runner, RunnerState } from '../../../../parts/sql-run/runner.ts'
import { useValue } from '../../../../parts/sql-run/value.ts'

/** The row of controls between the text and its result. */
export function RunBar({
  runner,
  readOnly,
  disabledReason,
  onRun,
}: {
  runner: Runner
  readOnly: boolean
  disabledReason: string | undefined
  onRun: () => void
}) {
  const { since }: RunnerState = useValue(runner.state)
  return (
    <div className="flex h-11 flex-none items-center gap-2 px-3">
      <Button size="sm" variant="primary" icon={Play} kbd="mod+enter" disabledReason={disabledReason} onClick={onRun}>
        Run
      </Button>
      {since === null ? null : (
        // A short run is over before a button for it could be read.
        <span className="ui-late">
          <Button size="sm" icon={Square} onClick={runner.cancel}>
            Cancel
          </Button>
        </span>
      )}
      {readOnly ? <Badge>Read only</Badge> : null}
    </div>
  )
}
