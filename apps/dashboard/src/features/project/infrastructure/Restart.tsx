import { type Project, projectLifecycle } from '@stoa/contract'
import { Button, Dialog, toast } from '@stoa/ui'
import { useState } from 'react'
import { errorMessage } from '../../../api/errors.ts'
import { useRestart } from '../../../parts/project/project.ts'

/** The button that restarts a project's server, once it has been asked about. */
export function Restart({ project }: { project: Project }) {
  const restart = useRestart(project.ref)
  const [open, setOpen] = useState(false)
  const { label } = projectLifecycle.states[project.status]
  const refusal = projectLifecycle.can(project.status, 'restart')
    ? undefined
    : `Not while the project’s status is “${label}”`
  const confirm = () => {
    if (restart.isPending) return
    restart.mutate(
      { ref: project.ref },
      {
        onSuccess: () => setOpen(false),
        onError: (error) => toast.error(`Failed to restart project: ${errorMessage(error)}`),
      },
    )
  }
  return (
    <>
      <Button disabledReason={restart.reason ?? refusal} onClick={() => setOpen(true)}>
        Restart project
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        locked={restart.isPending}
        title={`Restart ${project.name}?`}
        description="Everybody who is connected is disconnected, and running queries end. The project is back in about a second."
        onSubmit={confirm}
        footer={
          <>
            <Button disabledReason={restart.isPending && 'Work is under way'} onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={restart.isPending} busyLabel="Restarting">
              Restart
            </Button>
          </>
        }
      />
    </>
  )
}
