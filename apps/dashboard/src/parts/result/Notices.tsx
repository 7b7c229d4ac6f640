import { formatNumber, Popover } from '@stoa/ui'
import type { Run } from '../sql-run/run-state.ts'

/** How many notices a run gave, and behind that their texts and what gave each. */
export function Notices({
  run: { notices, noticeCount, results, failure },
}: {
  run: Pick<Run, 'notices' | 'noticeCount' | 'results' | 'failure'>
}) {
  const isOne = results.length + (failure === null ? 0 : 1) < 2
  /** Where a notice belongs, in the words of the tabs. */
  const tabOf = (statement: number): string | null => {
    const result = results.find((one) => one.statement === statement)
    if (isOne || (result === undefined && failure?.statement !== statement)) return null
    return result === undefined ? 'Error' : `Result ${result.id}`
  }
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
            <span className="ml-2 text-12 text-fg-3">{tabOf(notice.statement)}</span>
          </li>
        ))}
        {more > 0 ? <li className="text-fg-3">And {formatNumber(more)} more, which are not kept.</li> : null}
      </ul>
    </Popover>
  )
}
