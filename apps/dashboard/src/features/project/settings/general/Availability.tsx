import { type Project, projectLifecycle } from '@stoa/contract'
import { Button, Dialog, SettingsLine, SettingsRow, toast } from '@stoa/ui'
import { useState } from 'react'
import { errorMessage } from '../../../../api/errors.ts'
import { usePause, useRestart } from '../../../../parts/project/project.ts'

/** Restarting and pausing the project's server. */
export function Availability({ project }: { project: Project }) {
  const restart = useRestart(project.ref)
  const pause = usePause(project.ref)
  return (
    <SettingsRow title="Availability" description="Both disconnect everybody. Neither touches the data.">
      <SettingsLine label="Restart" hint="Stops the server and starts it again. It takes about a second.">
        <Confirmed
          label="Restart project"
          title={`Restart ${project.name}?`}
          text="Everybody who is connected is disconnected, and running queries end. The project is back in about a second."
          confirm="Restart"
          busyLabel="Restarting"
          busy={restart.isPending}
          disabledReason={restart.reason ?? refusal(project, 'restart')}
          onConfirm={(close) =>
            restart.mutate(
              { ref: project.ref },
              {
                onSuccess: close,
                onError: (error) => toast.error(`Failed to restart project: ${errorMessage(error)}`),
              },
            )
          }
        />
      </SettingsLine>
      <SettingsLine
        label="Pause"
        hint="Takes a backup and stops the server until somebody restores the project. It then uses no memory."
      >
        <Confirmed
          label="Pause project"
          title={`Pause ${project.name}?`}
          text="The server stops: the database and everything built on it are unreachable until the project is restored. A backup is taken, of a large database once it is paused. The data stays as it is, and restoring takes a few seconds."
          confirm="Pause project"
          busyLabel="Pausing"
          busy={pause.isPending}
          disabledReason={pause.reason ?? refusal(project, 'pause')}
          onConfirm={(close) =>
            pause.mutate(
              { ref: project.ref },
              { onSuccess: close, onError: (error) => toast.error(`Failed to pause project: ${errorMessage(error)}`) },
            )
          }
        />
      </SettingsLine>
    </SettingsRow>
  )
}

/** Why the project's status does not take an event; undefined when it does. */
const refusal = (project: Project, event: 'restart' | 'pause'): string | undefined =>
  projectLifecycle.can(project.status, event)
    ? undefined
    : `Not while the project’s status is “${projectLifecycle.states[project.status].label}”`

/** A button whose action is asked about once more. */
function Confirmed({
  label,
  title,
  text,
  confirm,
  busyLabel,
  busy,
  disabledReason,
  onConfirm,
}: {
  label: string
  title: string
  text: string
  confirm: string
  busyLabel: string
  busy: boolean
  disabledReason: string | undefined
  onConfirm: (close: () => void) => void
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button disabledReason={disabledReason} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        locked={busy}
        title={title}
        description={text}
        onSubmit={() => (busy ? undefined : onConfirm(() => setOpen(false)))}
        footer={
          <>
            <Button disabledReason={busy && 'Work is under way'} onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={busy} busyLabel={busyLabel}>
              {confirm}
            </Button>
          </>
        }
      />
    </>
  )
}
