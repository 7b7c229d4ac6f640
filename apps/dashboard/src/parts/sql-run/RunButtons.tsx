import { Button } from '@stoa/ui'
import { Play, Square } from 'lucide-react'

/**
 * The button that runs a text and, while a run is under way, the one that cancels it.
 * @param onCancel null while nothing runs
 */
export function RunButtons({
  disabledReason,
  onRun,
  onCancel,
}: {
  disabledReason: string | undefined
  onRun: () => void
  onCancel: (() => void) | null
}) {
  return (
    <>
      <Button size="sm" variant="primary" icon={Play} kbd="mod+enter" disabledReason={disabledReason} onClick={onRun}>
        Run
      </Button>
      {onCancel === null ? null : (
        // A short run is over before a button for it could be read.
        <span className="ui-late">
          <Button size="sm" icon={Square} onClick={onCancel}>
            Cancel
          </Button>
        </span>
      )}
    </>
  )
}
