import { formatNumber, Popover } from '@stoa/ui'
import type { Run } from '../sql-run/run-state.ts'

/** How many notices a run gave, and their texts behind that. */
export function Notices({ run: { notices, noticeCount } }: { run: Pick<Run, 'notices' | 'noticeCount'> }) {
  const more = noticeCount - notices.length
  return (
    <Popover
      label="Notices"
      side="top"
      trigger={
        <button type="button" className="rounded-1 text-warn-fg hover:underline">
          {noticeCount === 1 ? '1 notice' : `${formatNumber(noticeCount)} notices`}
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
        {more > 0 ? <li className="text-fg-3">And {formatNumber(more)} more, which are not kept.</li> : null}
      </ul>
    </Popover>
  )
}
