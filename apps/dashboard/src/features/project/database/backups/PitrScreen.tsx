import type { PitrState, Project } from '@stoa/contract'
import { ErrorState, formatDateTime, Note, Page, PageHeader, Skeleton } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../api/client.ts'
import { failureOf } from '../../../../api/failure.ts'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { ChooseMoment } from './ChooseMoment.tsx'
import { PitrOff } from './PitrOff.tsx'

/** How often the moments that can be restored to are asked for while the page is open, in ms. */
const POLL_MS = 30_000
/** The same until the first base backup is there. */
const FIRST_POLL_MS = 2_000

/** Going back to any moment of the last days. */
export function PitrScreen() {
  const project = useProject()
  usePageTitle('Point in time recovery', project.name)
  const pitr = useQuery({
    ...orpc.project.database.backups.pitr.queryOptions({ input: { ref: project.ref } }),
    refetchInterval: ({ state }) =>
      state.data?.enabled && state.data.earliest === null && state.data.error === null ? FIRST_POLL_MS : POLL_MS,
  })
  return (
    <Page>
      <PageHeader
        title="Point in time recovery"
        description="Every change is archived as it is made, so that the database can be put back to any second of the last days."
      />
      {pitr.data === undefined ? (
        pitr.isError ? (
          <ErrorState title="Failed to load point in time recovery" {...failureOf(pitr)} />
        ) : (
          <div className="grid gap-3" role="status">
            <span className="ui-vh">Loading</span>
            <Skeleton width={320} />
            <Skeleton width="100%" height={64} />
          </div>
        )
      ) : pitr.data.enabled ? (
        <On project={project} state={pitr.data} />
      ) : (
        <PitrOff project={project} />
      )}
    </Page>
  )
}

function On({ project, state }: { project: Project; state: PitrState }) {
  const { earliest, latest, error, failed_restore: failed } = state
  return (
    <div className="grid gap-6">
      {failed === null ? null : (
        <Note tone="warn">
          The restore that ended {formatDateTime(failed.at)} failed: {failed.reason}. The project’s data is as it was
          before.
        </Note>
      )}
      {error === null ? null : (
        <Note tone="bad" role="alert">
          Changes are not archived at the moment: {error.replace(/\.$/, '')}. It is tried again every few minutes.
        </Note>
      )}
      {earliest === null || latest === null ? (
        <Note tone="info" role="status">
          {project.status === 'ACTIVE_HEALTHY'
            ? 'The first base backup is being taken. Moments can be chosen as soon as it is finished.'
            : 'The first base backup is taken when the project is healthy again.'}
        </Note>
      ) : (
        <ChooseMoment project={project} state={state} range={{ from: Date.parse(earliest), to: Date.parse(latest) }} />
      )}
    </div>
  )
}
