import { type Project, projectLifecycle } from '@stoa/contract'
import { Button, buttonLook, formatBytes, formatDate, toast } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { DeleteProject } from '../../../parts/project/DeleteProject.tsx'
import { usePause } from '../../../parts/project/project.ts'
import { computeWords, postgresVersion } from '../../../parts/project/words.ts'
import { Help } from './Help.tsx'
import { RestoreProject } from './RestoreProject.tsx'
import { StatusPage } from './StatusPage.tsx'

const toneOf = (project: Project) => projectLifecycle.states[project.status].tone

/** Facts of a project that does not run. */
function useFacts(project: Project, sinceWord: string) {
  const { data } = useQuery(orpc.projects.list.queryOptions())
  const bytes = data?.projects.find(({ ref }) => ref === project.ref)?.disk_bytes
  const compute = computeWords(project.compute_size)
  return [
    { name: sinceWord, value: formatDate(project.status_since) },
    ...(bytes === undefined || bytes === null ? [] : [{ name: 'On disk', value: formatBytes(bytes) }]),
    { name: 'Postgres', value: postgresVersion(project.dbVersion) },
    {
      name: 'Compute',
      value: (
        <>
          {compute.name} <span className="ui-unit">{compute.memory}</span>
        </>
      ),
    },
  ]
}

/** The server is stopped on purpose; the way back is one button. */
export function PausedScreen({ project }: { project: Project }) {
  const paid = project.organization_plan !== 'free'
  return (
    <StatusPage
      tone={toneOf(project)}
      title={`${project.name} is paused`}
      text="All of its data is intact but inaccessible while it is paused: the server is stopped, and nothing can connect to it."
      facts={useFacts(project, 'Paused')}
      actions={
        <>
          <RestoreProject project={project} label="Restore project" />
          {paid ? (
            <Link to="/project/$ref/settings/general" params={{ ref: project.ref }} {...buttonLook()}>
              View project settings
            </Link>
          ) : null}
        </>
      }
    />
  )
}

/** Pausing did not work; it can be tried again, or the project deleted. */
export function PauseFailedScreen({ project }: { project: Project }) {
  const pause = usePause(project.ref)
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
          <DeleteProject project={project} />
        </>
      }
    >
      <Help refName={project.ref} />
    </StatusPage>
  )
}

/** Restoring did not work; the data is as it was, and it can be tried again. */
export function RestoreFailedScreen({ project }: { project: Project }) {
  return (
    <StatusPage
      tone={toneOf(project)}
      title="Something went wrong while restoring your project"
      text={`${project.name} could not be started. Its data is intact.`}
      facts={useFacts(project, 'Failed')}
      actions={
        <>
          <RestoreProject project={project} label="Try again" />
          <DeleteProject project={project} />
        </>
      }
    >
      <Help refName={project.ref} />
    </StatusPage>
  )
}
