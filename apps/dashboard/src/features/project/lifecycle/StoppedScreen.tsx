import { type Project, projectLifecycle } from '@stoa/contract'
import { Button, Note, toast } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { DownloadBackups } from '../../../parts/backups/DownloadBackups.tsx'
import { DeleteProject } from '../../../parts/project/DeleteProject.tsx'
import { usePause } from '../../../parts/project/project.ts'
import { ContactSupport, Help } from './Help.tsx'
import { RestoreProject } from './RestoreProject.tsx'
import { StatusPage } from './StatusPage.tsx'
import { useFacts } from './use-facts.tsx'

/** Why the last operation failed, as far as it is known. */
function useFailure({ ref, status }: Project): string | undefined {
  const { data } = useQuery(orpc.project.lifecycle.platformStatus.queryOptions({ input: { ref } }))
  return data?.status === status ? (data.failure ?? undefined) : undefined
}

/** The reason of a failure, and where more of it is to be found. */
function WhatFailed({ project, failure, subject }: { project: Project; failure: string | undefined; subject: string }) {
  return (
    <div className="grid gap-2">
      {failure === undefined ? null : (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      )}
      <Help project={project} subject={subject} withLink={false} />
    </div>
  )
}

const toneOf = (project: Project) => projectLifecycle.states[project.status].tone

/** Pausing did not work; it can be tried again, or the project deleted. */
export function PauseFailedScreen({ project }: { project: Project }) {
  const pause = usePause(project.ref)
  const failure = useFailure(project)
  const subject = 'A project could not be paused'
  return (
    <StatusPage
      tone={toneOf(project)}
      title="Something went wrong while pausing your project"
      text={`${project.name} was not paused. Its data is intact.`}
      facts={useFacts(project, 'Failed')}
      actions={
        <>
          <Button
            variant="primary"
            busy={pause.isPending}
            busyLabel="Pausing"
            disabledReason={pause.reason}
            onClick={() =>
              pause.mutate(
                { ref: project.ref },
                { onError: (error) => toast.error(`Failed to pause project: ${errorMessage(error)}`) },
              )
            }
          >
            Try again
          </Button>
          <ContactSupport project={project} subject={subject} {...(failure && { message: failure })} />
          <DownloadBackups project={project} />
          <DeleteProject project={project} />
        </>
      }
    >
      <WhatFailed project={project} failure={failure} subject={subject} />
    </StatusPage>
  )
}

/** Restoring did not work; the data is as it was, and it can be tried again. */
export function RestoreFailedScreen({ project }: { project: Project }) {
  const failure = useFailure(project)
  const subject = 'A project could not be restored'
  return (
    <StatusPage
      tone={toneOf(project)}
      title="Something went wrong while restoring your project"
      text={`${project.name} could not be started. Its data is intact.`}
      facts={useFacts(project, 'Failed')}
      actions={
        <>
          <RestoreProject project={project} label="Try again" />
          <ContactSupport project={project} subject={subject} {...(failure && { message: failure })} />
          <DownloadBackups project={project} />
          <DeleteProject project={project} />
        </>
      }
    >
      <WhatFailed project={project} failure={failure} subject={subject} />
    </StatusPage>
  )
}
