import { type Project, projectLifecycle } from '@stoa/contract'
import { Button, ErrorState, SkeletonRows, StatusColumn } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { connect } from '../../../parts/frame/overlay.ts'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useProject } from '../../../parts/project/project.ts'
import { useNow } from '../../../parts/project/use-now.ts'
import { computeWords, postgresVersion } from '../../../parts/project/words.ts'
import { Connect } from './Connect.tsx'
import { DatabaseSize } from './DatabaseSize.tsx'
import { EmptyHome } from './EmptyHome.tsx'
import { Live } from './Live.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { SAMPLE_MS, useSamples } from './samples.ts'
import { Tables } from './Tables.tsx'
import { ThisProject } from './ThisProject.tsx'
import { spanWords } from './words.ts'

const AGE_MS = 30_000

/** Is it well, how do I connect, what changed. A database without tables shows the ways to begin instead. */
export function HomeScreen() {
  const project = useProject()
  usePageTitle(project.name)
  const now = useNow(AGE_MS)
  const overview = useQuery(
    orpc.project.home.overview.queryOptions({ input: { ref: project.ref }, refetchInterval: SAMPLE_MS }),
  )
  const { data } = overview
  const samples = useSamples(data, overview.dataUpdatedAt)
  const empty = data?.table_count === 0
  return (
    <div className="grid min-h-full grid-cols-[minmax(0,1fr)_336px] max-wide:block">
      <div className="px-10 pt-7 pb-12 max-wide:px-4 max-wide:pt-5 max-wide:pb-6">
        <Head project={project} now={now} empty={empty} />
        {data === undefined ? (
          overview.isError ? (
            <Unreadable error={overview.error} retrying={overview.isFetching} onRetry={() => void overview.refetch()} />
          ) : (
            <SkeletonRows rows={4} />
          )
        ) : empty ? (
          <EmptyHome project={project} />
        ) : (
          <Live overview={data} samples={samples} />
        )}
        {empty ? null : (
          <div className="mt-9">
            <Connect project={project} />
          </div>
        )}
        {data === undefined || empty ? null : (
          <div className="mt-9 grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] gap-10 max-wide:grid-cols-1 max-wide:gap-9">
            <div className="min-w-0">
              <Tables overview={data} />
            </div>
            <div>
              <DatabaseSize overview={data} />
            </div>
          </div>
        )}
      </div>
      <div className="border-line px-6 pt-7 pb-12 max-wide:border-t max-wide:px-4 max-wide:pt-6 wide:border-l">
        <ThisProject project={project} overview={data} now={now} />
        <RecentActivity refName={project.ref} />
      </div>
    </div>
  )
}

function Head({ project, now, empty }: { project: Project; now: number; empty: boolean }) {
  const { tone, label } = projectLifecycle.states[project.status]
  const compute = computeWords(project.compute_size)
  return (
    <header className="mb-[22px]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex min-w-0 items-start gap-3">
          <StatusColumn tone={tone} size="title" className="mt-1" />
          <h1 className="ui-h1 min-w-0 wrap-anywhere">{project.name}</h1>
        </span>
        <span className="mr-auto text-fg-2">
          {label} for {spanWords(project.status_since, now)}
        </span>
        {empty ? null : (
          <span className="num flex gap-5 text-fg-3 max-wide:hidden [&_b]:font-medium [&_b]:text-fg-1">
            <span>
              Postgres <b>{postgresVersion(project.dbVersion)}</b>
            </span>
            <span>
              {compute.name} <b>{compute.memory}</b>
            </span>
            {project.db_port === null ? null : (
              <span>
                port <b>{project.db_port}</b>
              </span>
            )}
          </span>
        )}
        <Button size="sm" icon={Plug} onClick={connect.open}>
          Connect
        </Button>
      </div>
      {empty ? (
        <p className="mt-1 text-14 text-fg-2">
          Your database is empty and running{project.db_port === null ? '' : ` on port ${project.db_port}`}. Start
          anywhere.
        </p>
      ) : null}
    </header>
  )
}

function Unreadable({ error, retrying, onRetry }: { error: unknown; retrying: boolean; onRetry: () => void }) {
  return (
    <div className="border-t border-line">
      <ErrorState
        title="Failed to read the state of the database"
        reason={errorMessage(error)}
        retrying={retrying}
        onRetry={onRetry}
      />
    </div>
  )
}
