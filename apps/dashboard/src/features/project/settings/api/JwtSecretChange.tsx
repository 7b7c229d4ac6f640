import { JWT_STEPS, type Project, projectPermissions } from '@stoa/contract'
import { Button, ErrorState, Note } from '@stoa/ui'
import { Suspense, useState } from 'react'
import { failureOf } from '../../../../api/failure.ts'
import { usePermission } from '../../../../api/permissions.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { JWT_UPDATE_FAILED, useJwtUpdate } from './use-jwt-update.ts'

// What a secret has to be comes with the validator, which the page does not need otherwise.
const Confirmation = lazyDialog(async () => (await import('./JwtSecretDialog.tsx')).JwtSecretDialog)

/** The button that changes the JWT secret, and how far a change has come. */
export function JwtSecretChange({ project }: { project: Project }) {
  const { ref } = project
  const { reason } = usePermission(projectPermissions.updateJwtSecret, { ref })
  const [open, setOpen] = useState(false)
  const status = useJwtUpdate(ref)
  const updating = status.update?.status === 'Updating' ? status.update : null
  if (status.isError) return <ErrorState title="Failed to update JWT secret" {...failureOf(status)} />
  return (
    <>
      {status.update?.status === 'Failed' ? (
        <Note tone="bad" role="alert">
          {JWT_UPDATE_FAILED}
          {status.update.error === null ? null : <span className="block text-fg-2">{status.update.error}</span>}
        </Note>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          busy={updating !== null}
          busyLabel="Updating JWT secret..."
          disabledReason={reason}
          onClick={() => setOpen(true)}
        >
          Change JWT secret
        </Button>
        <span className="text-12 text-fg-3" role="status">
          {updating === null
            ? null
            : `${JWT_STEPS[updating.progress] ?? JWT_STEPS[0]}, step ${Math.min(updating.progress + 1, JWT_STEPS.length)} of ${JWT_STEPS.length}. Both keys change when it is done.`}
        </span>
      </div>
      {open ? (
        <Suspense fallback={null}>
          <Confirmation project={project} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
