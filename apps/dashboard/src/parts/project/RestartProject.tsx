import { type Project, projectLifecycle } from '@stoa/contract'
import { SettingsLine, toast } from '@stoa/ui'
import { errorMessage } from '../../api/errors.ts'
import { ConfirmedButton } from './ConfirmedButton.tsx'
import { useRestart } from './project.ts'

/** Why the project's status does not take an event; undefined when it does. */
export const statusRefusal = (project: Project, event: 'restart' | 'pause'): string | undefined =>
  projectLifecycle.can(project.status, event)
    ? undefined
    : `Not while the project’s status is “${projectLifecycle.states[project.status].label}”`

/** The line of a page that restarts a project's server, once it has been asked about. */
export function RestartProject({ project }: { project: Project }) {
  const restart = useRestart(project.ref)
  const confirm = (close: () => void) =>
    restart.mutate(
      { ref: project.ref },
      {
        onSuccess: close,
        onError: (error) => toast.error(`Failed to restart project: ${errorMessage(error)}`),
      },
    )
  return (
    <SettingsLine label="Restart" hint="Stops the server and starts it again. It takes about a second.">
      <ConfirmedButton
        label="Restart project"
        title={`Restart ${project.name}?`}
        text="Everybody who is connected is disconnected, and running queries end. The project is back in about a second."
        confirm="Restart"
        busyLabel="Restarting"
        busy={restart.isPending}
        disabledReason={restart.reason ?? statusRefusal(project, 'restart')}
        onConfirm={confirm}
      />
    </SettingsLine>
  )
}
