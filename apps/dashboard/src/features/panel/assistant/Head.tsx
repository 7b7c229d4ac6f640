import { Badge, IconButton, Tooltip } from '@stoa/ui'
import { Eraser, SlidersHorizontal, SquarePen, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { panels } from '../../../parts/frame/panels.ts'

const ALPHA = 'The assistant is in Alpha: it can be wrong, and may be rate limited.'
const NOTHING_TO_CLEAR = 'There are no messages in this chat'

/** The head of the panel; without what belongs to a chat while none is shown. */
export function Head({
  history,
  actions,
}: {
  history?: ReactNode
  actions?: { hasMessages: boolean; onNew: () => void; onClear: () => void; onSettings: () => void }
}) {
  return (
    <div className="flex h-bar flex-none items-center gap-1 border-line border-b pr-2 pl-4">
      <h2 className="text-13 font-semi">Assistant</h2>
      {history === undefined ? null : (
        <>
          <span aria-hidden="true" className="pl-1 text-fg-4">
            /
          </span>
          {history}
        </>
      )}
      <span className="ml-auto flex flex-none items-center gap-0.5">
        <Tooltip content={ALPHA}>
          <button type="button" className="mr-1 flex cursor-default rounded-2" aria-label="Alpha">
            <Badge tone="outline">Alpha</Badge>
          </button>
        </Tooltip>
        {actions === undefined ? null : (
          <>
            <IconButton icon={SquarePen} size="sm" label="New chat" onClick={actions.onNew} />
            <IconButton
              icon={Eraser}
              size="sm"
              label="Clear messages"
              disabledReason={actions.hasMessages ? undefined : NOTHING_TO_CLEAR}
              onClick={actions.onClear}
            />
            <IconButton icon={SlidersHorizontal} size="sm" label="Settings" onClick={actions.onSettings} />
          </>
        )}
        <IconButton icon={X} size="sm" label="Close" onClick={panels.close} />
      </span>
    </div>
  )
}
