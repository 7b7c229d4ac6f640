import { REQUESTS_DAYS } from '@stoa/contract'
import { Button, Empty, NoMatch, Note, Page, PageHeader } from '@stoa/ui'
import { useSearch } from '@tanstack/react-router'
import { BookOpen, Pause, Play, RotateCw } from 'lucide-react'
import { errorMessage } from '../../../api/errors.ts'
import { apiDocs } from '../../../parts/frame/overlay.ts'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useProject } from '../../../parts/project/project.ts'
import { useSetQueryParams } from '../../../parts/query-params/use-query-params.ts'
import { Filters } from './Filters.tsx'
import { isFiltered, logSearch } from './filters.ts'
import { RequestDetail } from './RequestDetail.tsx'
import { RequestList } from './RequestList.tsx'
import { useRequests } from './use-requests.ts'

const CLEARED = { method: undefined, status: undefined, q: undefined, range: undefined }

/** What was asked of the project's own APIs, and how it was answered. */
export function LogsScreen() {
  const project = useProject()
  usePageTitle('Logs', project.name)
  const { live, request, ...filters } = logSearch(useSearch({ from: '/frame/project/$ref/logs' }))
  const setParams = useSetQueryParams()
  const requests = useRequests(project.ref, filters, live === 'on')
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch, fetchNextPage } = requests
  const entries = data?.pages.flatMap((page) => page.entries)
  return (
    <Page>
      <PageHeader
        title="Logs"
        description={`Requests to the APIs of the project, newest first. They are kept for ${REQUESTS_DAYS} days, without queries and bodies.`}
        actions={
          <>
            <Button
              size="sm"
              icon={RotateCw}
              busy={isFetching && !isFetchingNextPage && live !== 'on' && data !== undefined}
              onClick={() => void refetch()}
            >
              Refresh
            </Button>
            <Button
              size="sm"
              icon={live === 'on' ? Pause : Play}
              aria-pressed={live === 'on'}
              onClick={() => setParams({ live: live === 'on' ? undefined : 'on' })}
            >
              Live
            </Button>
          </>
        }
      />
      <Filters filters={filters} onChange={setParams} />
      {error !== null && entries !== undefined ? (
        <Note tone="bad" role="alert">
          The list is not up to date: {errorMessage(error)}
        </Note>
      ) : null}
      <RequestList
        entries={entries}
        error={entries === undefined && error !== null ? errorMessage(error) : null}
        retrying={isFetching}
        onRetry={() => void refetch()}
        empty={
          isFiltered(filters) ? (
            <NoMatch title="No requests match" onClear={() => setParams(CLEARED)} />
          ) : (
            <Empty
              title="No requests yet"
              text="Every request to the data API or GraphQL is listed here, with its answer."
              action={
                <Button icon={BookOpen} onClick={apiDocs.open}>
                  API documentation
                </Button>
              }
            />
          )
        }
      />
      {hasNextPage ? (
        <div className="flex justify-center pt-4">
          <Button size="sm" busy={isFetchingNextPage} busyLabel="Loading" onClick={() => void fetchNextPage()}>
            Load older
          </Button>
        </div>
      ) : null}
      {request === undefined ? null : (
        <RequestDetail
          projectRef={project.ref}
          id={Number(request)}
          listed={entries ?? []}
          onClose={() => setParams({ request: undefined })}
        />
      )}
    </Page>
  )
}
