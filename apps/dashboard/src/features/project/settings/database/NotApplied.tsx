import { Button, Note } from '@stoa/ui'

/** What is stored and what the server does are not the same yet. */
export function NotApplied({ disabledReason, onApply }: { disabledReason: string | undefined; onApply: () => void }) {
  return (
    <Note tone="warn" className="mt-3">
      <span className="flex flex-wrap items-center gap-3">
        The server has not taken this over yet.
        <Button size="sm" disabledReason={disabledReason} onClick={onApply}>
          Apply again
        </Button>
      </span>
    </Note>
  )
}
