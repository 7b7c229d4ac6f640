import type { FreeLimitMember } from '@stoa/contract'
import { Button, Dialog } from '@stoa/ui'

/** Says which members of an organization have as many free projects as they may have. */
export function FreeLimitDialog({
  members,
  onClose,
}: {
  /** Null while the dialog is closed. */
  members: readonly FreeLimitMember[] | null
  onClose: () => void
}) {
  return (
    <Dialog
      open={members !== null}
      onClose={onClose}
      title="Your organization has members who have reached their free project limit"
      description="A member can only have so many active projects in organizations on the Free plan. Pause or delete some of them, or change the plan."
      footer={
        <Button variant="primary" onClick={onClose}>
          Understood
        </Button>
      }
    >
      <ul aria-label="Members at their limit" className="grid gap-1">
        {members?.map(({ username, primary_email, free_project_limit: limit }) => (
          <li key={primary_email} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 font-medium wrap-anywhere">{username || primary_email}</span>
            <span className="num text-fg-2">
              {limit} free {limit === 1 ? 'project' : 'projects'} at most
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
