import { type Project, projectPermissions } from '@stoa/contract'
import { Button, buttonLook, Empty } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { usePermission } from '../../../../api/permissions.ts'

const ENABLE = 'Enable PITR add-on'

/** What point in time recovery is, and the way to it. */
export function PitrOff({ project: { ref } }: { project: Project }) {
  const { reason } = usePermission(projectPermissions.changeAddons, { ref })
  return (
    <Empty
      title="Point in time recovery is off"
      text="A daily backup loses up to a day. With this add-on a base backup is taken every day and everything written since is archived, so that an accident at 14:03 is undone by going back to 14:02."
      action={
        reason === undefined ? (
          <Link
            to="/project/$ref/addons"
            params={{ ref }}
            search={{ panel: 'pitr' }}
            {...buttonLook({ variant: 'primary' })}
          >
            {ENABLE}
          </Link>
        ) : (
          <Button variant="primary" disabledReason={reason}>
            {ENABLE}
          </Button>
        )
      }
    />
  )
}
