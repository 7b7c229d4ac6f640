import { type Project, projectLifecycle, SETUP_SUPPORT_HINT_MS } from '@stoa/contract'
import { Button, formatDuration, toast } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { useRestart } from '../../../parts/project/project.ts'
import { useNow } from '../../../parts/project/use-now.ts'
import { postgresVersion, sinceWords } from '../../../parts/project/words.ts'
import { Help } from './Help.tsx'
import { StatusPage } from './StatusPage.tsx'

const TICK_MS = 1_000

/** How long the project has had its status. */
function Elapsed({ since }: { since: string }) {
  const now = useNow(TICK_MS)
  const ms = Math.max(0, now - Date.parse(since))
  return (
    <span className="num">
      Since {sinceWords(since, now)}, {formatDuration(Math.floor(ms / TICK_MS) * TICK_MS || TICK_MS)}
    </span>
  )
}

const TOO_LONG = 'This takes longer than it should.'

/** Whether somebody has waited so long that something may be wrong. */
function useLong(project: Project): boolean {
  const [appeared] = useState(Date.now)
  const now = useNow(TICK_MS)
  return now - Math.min(appeared, Date.parse(project.status_since)) >= SETUP_SUPPORT_HINT_MS
}

/** A project that is being made, or that did not come up as it should have. */
export function SettingUpScreen({ project }: { project: Project }) {
  const long = useLong(project)
  const restart = useRestart(project.ref)
  const { tone, unsettled } = projectLifecycle.states[project.status]
  return (
    <StatusPage
      tone={tone}
      title={unsettled ? `Setting up ${project.name}` : `${project.name} did not come up`}
      text={
        unsettled
          ? 'Its Postgres server is being made. This takes a second or two. You can close this page.'
          : 'Its server is not known to run. Stoa keeps looking, and this page opens as soon as it answers. The data is where it was.'
      }
      foot={<Elapsed since={project.status_since} />}
      actions={
        projectLifecycle.can(project.status, 'restart') ? (
          <Button
            variant="primary"
            busy={restart.isPending}
            busyLabel="Starting"
            disabledReason={restart.reason}
            onClick={() =>
              restart.mutate(
                { ref: project.ref },
                { onError: (error) => toast.error(`Failed to start the project: ${errorMessage(error)}`) },
              )
            }
          >
            Start again
          </Button>
        ) : undefined
      }
    >
      {long || !unsettled ? (
        <Help project={project} subject={unsettled ? 'A project is not set up' : 'A project does not come up'}>
          {unsettled ? TOO_LONG : null}
        </Help>
      ) : undefined}
    </StatusPage>
  )
}

/** The project is healthy by its record, but nothing answers yet. */
export function ConnectingScreen({ project }: { project: Project }) {
  const [appeared] = useState(Date.now)
  const long = useNow(TICK_MS) - appeared >= SETUP_SUPPORT_HINT_MS
  return (
    <StatusPage
      tone="work"
      title={`Connecting to ${project.name}`}
      text="Its server does not answer at the moment. This page asks every few seconds and opens when it does."
    >
      <Help project={project} subject="A project does not answer" message="Its server does not answer.">
        {long ? TOO_LONG : null}
      </Help>
    </StatusPage>
  )
}

function WorkPage({ project, verb, text }: { project: Project; verb: string; text: string }) {
  const long = useLong(project)
  return (
    <StatusPage
      tone={projectLifecycle.states[project.status].tone}
      title={`${verb} ${project.name}`}
      text={text}
      foot={<Elapsed since={project.status_since} />}
    >
      {long ? (
        <Help project={project} subject={`${verb} a project does not end`}>
          {TOO_LONG}
        </Help>
      ) : undefined}
    </StatusPage>
  )
}

/** The server stops and starts again. */
export const RestartingScreen = ({ project }: { project: Project }) => (
  <WorkPage
    project={project}
    verb="Restarting"
    text="Connections are closed and the server starts anew. The data stays as it is. You can close this page."
  />
)

/** The server gets another size. */
export const ResizingScreen = ({ project }: { project: Project }) => (
  <WorkPage
    project={project}
    verb="Resizing"
    text="The server restarts with its new size. The data stays as it is. You can close this page."
  />
)

/** A paused project comes back. That may take hours, so that no time is too long. */
export function RestoringScreen({ project }: { project: Project }) {
  return (
    <StatusPage
      tone={projectLifecycle.states[project.status].tone}
      title={`Restoring ${project.name}`}
      text="The server starts on the data as it was. This can take from a second to hours for very large projects. You can close this page."
      foot={<Elapsed since={project.status_since} />}
    />
  )
}

/** The server is being stopped: for a pause, or for good. */
export function PausingScreen({ project }: { project: Project }) {
  const pausing = projectLifecycle.can(project.status, 'paused')
  return (
    <StatusPage
      tone={projectLifecycle.states[project.status].tone}
      title={pausing ? `Pausing ${project.name}` : `${project.name} is going down`}
      text={
        pausing
          ? 'Its server is stopped and a backup is taken, of a large database once it is paused. The data stays, and the project can be restored at any time. You can close this page.'
          : 'Its server is being stopped and everything of the project removed. You can close this page.'
      }
      foot={<Elapsed since={project.status_since} />}
    />
  )
}

/** How far apart the end of a restore and the status that it left are written, at most, in ms. */
const SAME_END_MS = 1_000

/** The project is back, or as it was when a backup could not be restored; the person goes in when ready. */
export function RestoredScreen({ project, onReturn }: { project: Project; onReturn: () => void }) {
  const { ref, name, dbVersion, status_since: since } = project
  const backups = useQuery({ ...orpc.project.database.backups.list.queryOptions({ input: { ref } }), staleTime: 0 })
  const failed = backups.data?.failed_restore
  const kept = failed && Date.parse(failed.at) >= Date.parse(since) - SAME_END_MS ? failed : null
  if (backups.isFetching) return null
  const back = (
    <Button variant="primary" onClick={onReturn}>
      Return to project
    </Button>
  )
  return kept ? (
    <StatusPage
      tone="warn"
      title="The backup was not restored"
      text={`${name} runs as it did before, with all its data. What went wrong: ${kept.reason}.`}
      actions={back}
    />
  ) : (
    <StatusPage
      tone="ok"
      title="Restoration complete!"
      text={`${name} runs on Postgres ${postgresVersion(dbVersion)} again, with its data as it was.`}
      actions={back}
    />
  )
}
