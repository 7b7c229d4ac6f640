import { formatNumber, Popover } from '@stoa/ui'
import type { Notice } from '../sql-run/run-state.ts'

/** How many notices a run gave, and their texts behind that. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  return (
    <Popover
      label="Notices"
      side="top"
      trigger={
        <button type="button" className="rounded-1 text-warn-fg hover:underline">
          {notices.length === 1 ? '1 notice' : `${formatNumber(notices.length)} notices`}
        </button>
      }
    >
      <ul className="grid max-h-72 max-w-[min(560px,80vw)] gap-1.5 overflow-auto p-2">
        {notices.map((notice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notices only ever come at the end, and two may be equal
          <li key={index} className="wrap-anywhere">
            <span className="ui-mono mr-2 text-11 text-fg-3">{notice.severity}</span>
            {notice.message}
          </li>
        ))}
      </ul>
    </Popover>
  )
}
