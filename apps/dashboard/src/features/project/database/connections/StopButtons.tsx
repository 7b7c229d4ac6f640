import { type DatabaseConnection, projectPermissions } from '@stoa/contract'
import { Button } from '@stoa/ui'
import { usePermission } from '../../../../api/permissions.ts'
import type { Stopping } from './StopDialog.tsx'
import { protectedReason } from './words.ts'

/** Cancel what a connection runs, or end it; each says why it cannot be pressed. */
export function StopButtons({
  projectRef: ref,
  connection,
  onStop,
}: {
  projectRef: string
  connection: DatabaseConnection
  onStop: (stopping: Stopping) => void
}) {
  const { reason } = usePermission(projectPermissions.endConnections, { ref })
  const refused = protectedReason(connection) ?? reason
  const { pid, state } = connection
  return (
    <span className="flex shrink-0 gap-2">
      <Button
        size="sm"
        aria-label={`Cancel query of ${pid}`}
        disabledReason={refused ?? (state !== 'active' && 'It runs no query now')}
        onClick={() => onStop({ how: 'cancel', connection })}
      >
        Cancel query
      </Button>
      <Button
        size="sm"
        variant="bad-quiet"
        aria-label={`End connection ${pid}`}
        disabledReason={refused}
        onClick={() => onStop({ how: 'terminate', connection })}
      >
        End
      </Button>
    </span>
  )
}
