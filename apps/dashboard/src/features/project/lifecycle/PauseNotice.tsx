import { type Project, RESTORE_EXPIRED } from '@stoa/contract'
import { ErrorState, formatDate, Note, Skeleton } from '@stoa/ui'
import { failureOf } from '../../../api/failure.ts'
import { useShell } from '../../../api/shell.ts'
import { computeWords } from '../../../parts/project/words.ts'
import type { usePauseStatus } from './use-pause-status.ts'

/** Switches to the second wording of the hint at the larger plan. */
const HINT_FLAG = 'upgrade-hint-b'

/** For how long a paused project can still be restored, or what its restore means for the bill. */
export function PauseNotice({ project, status }: { project: Project; status: ReturnType<typeof usePauseStatus> }) {
  const { flags } = useShell()
  if (status.isPending)
    return (
      <div role="status">
        <span className="ui-vh">Loading</span>
        <Skeleton width="100%" height={44} />
      </div>
    )
  if (status.isError) return <ErrorState title="Failed to retrieve pause status" {...failureOf(status)} />
  const { can_restore, remaining_days_till_restore_disabled: days, restorable_until: until } = status.data
  if (!can_restore)
    return (
      <Note tone="warn" role="status">
        <strong className="font-semi">Project cannot be restored through the dashboard</strong>
        <p>{RESTORE_EXPIRED}.</p>
      </Note>
    )
  if (days !== null && until !== null)
    return (
      <Note tone="info" role="status">
        <strong className="font-semi">
          Project can be restored through the dashboard within the next {days} {days === 1 ? 'day' : 'days'}
        </strong>
        <p>
          The latest date on which it can be restored is <span className="num font-medium">{formatDate(until)}</span>.{' '}
          {flags[HINT_FLAG]
            ? 'Upgrade to Pro to keep this project for as long as you like.'
            : 'On the Pro plan, paused projects do not expire.'}
        </p>
      </Note>
    )
  const { name } = computeWords(project.compute_size)
  return (
    <Note tone="info" role="status">
      No compute is billed while the project is paused. From the moment it is restored, its {name} compute counts again.
    </Note>
  )
}
