import { type Project, projectPermissions } from '@stoa/contract'
import { Button, Dialog, KeyBox, Note } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { usePermission } from '../../api/permissions.ts'
import { connectionOf, connectionUri } from './connection.ts'

/** Gives the owner role a new password, which is shown once. */
export function ResetPassword({
  project,
  quiet = true,
  disabledReason,
}: {
  project: Project
  /** Beside a title, where a frame would be too loud. */
  quiet?: boolean
  disabledReason?: string | undefined
}) {
  const { reason } = usePermission(projectPermissions.resetPassword, { ref: project.ref })
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        {...(quiet ? { size: 'sm', variant: 'quiet' } : {})}
        disabledReason={reason ?? disabledReason}
        onClick={() => setOpen(true)}
      >
        Reset database password
      </Button>
      {open ? <ResetDialog project={project} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function ResetDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const queries = useQueryClient()
  const reset = useMutation({
    ...orpc.project.home.resetPassword.mutationOptions(),
    onSuccess: () => void queries.invalidateQueries({ queryKey: orpc.project.home.activity.key() }),
  })
  if (reset.data !== undefined) {
    const { password } = reset.data
    const connection = connectionOf(project)
    return (
      <Dialog
        onClose={onClose}
        width={520}
        title="The new database password"
        description="It is shown only here. Copy it before you close this."
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <KeyBox label="Password" value={password} />
        {connection === null ? null : <KeyBox label="Connection string" value={connectionUri(connection, password)} />}
      </Dialog>
    )
  }
  return (
    <Dialog
      onClose={onClose}
      locked={reset.isPending}
      title="Reset the database password?"
      description={`Everything that connects to ${project.name} with the old password is refused from its next connection on.`}
      onSubmit={() => (reset.isPending ? undefined : reset.mutate({ ref: project.ref }))}
      footer={
        <>
          <Button disabledReason={reset.isPending && 'Work is under way'} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="destructive" busy={reset.isPending} busyLabel="Resetting">
            Reset password
          </Button>
        </>
      }
    >
      {reset.isError ? (
        <Note tone="bad" role="alert">
          {errorMessage(reset.error)}
        </Note>
      ) : null}
    </Dialog>
  )
}
