import type { Project } from '@stoa/contract'
import { SettingsLine, SettingsRow, toast } from '@stoa/ui'
import { errorMessage } from '../../../../api/errors.ts'
import { ConfirmedButton } from '../../../../parts/project/ConfirmedButton.tsx'
import { usePause } from '../../../../parts/project/project.ts'
import { RestartProject, statusRefusal } from '../../../../parts/project/RestartProject.tsx'

/** Restarting and pausing the project's server. */
export function Availability({ project }: { project: Project }) {
  const pause = usePause(project.ref)
  const confirm = (close: () => void) =>
    pause.mutate(
      { ref: project.ref },
      { onSuccess: close, onError: (error) => toast.error(`Failed to pause project: ${errorMessage(error)}`) },
    )
  return (
    <SettingsRow title="Availability" description="Both disconnect everybody. Neither touches the data.">
      <RestartProject project={project} />
      <SettingsLine
        label="Pause"
        hint="Takes a backup and stops the server until somebody restores the project. It then uses no memory."
      >
        <ConfirmedButton
          label="Pause project"
          title={`Pause ${project.name}?`}
          text="The server stops: the database and everything built on it are unreachable until the project is restored. A backup is taken, of a large database once it is paused. The data stays as it is, and restoring takes a few seconds."
          confirm="Pause project"
          busyLabel="Pausing"
          busy={pause.isPending}
          disabledReason={pause.reason ?? statusRefusal(project, 'pause')}
          onConfirm={confirm}
        />
      </SettingsLine>
    </SettingsRow>
  )
}
