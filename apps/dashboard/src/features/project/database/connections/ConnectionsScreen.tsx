import type { DatabaseConnection } from '@stoa/contract'
import { Button, Empty, Meter, NoMatch, Note, Page, PageHeader, SearchField, Section, Select, Switch } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Pause, Play, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { useDebouncedText } from '../../../../parts/query-params/use-debounced-text.ts'
import { useSetQueryParams } from '../../../../parts/query-params/use-query-params.ts'
import { ConnectionDetail } from './ConnectionDetail.tsx'
import { ConnectionList } from './ConnectionList.tsx'
import { StopDialog, type Stopping } from './StopDialog.tsx'
import { connectionsSearch } from './search.ts'
import { STATES, type StateName } from './states.ts'
import { WaitingTrees } from './WaitingTrees.tsx'
import { waitingTrees } from './waiting.ts'
import { filtered } from './words.ts'

/** How often the list asks again by itself while the page is looked at, in ms. */
const LIVE_MS = 3_000
const ANY = 'any'
const CLEARED = { q: undefined, state: undefined }

/** Who is connected to the database, what each runs, and who waits for whom. */
export function ConnectionsScreen() {
  const project = useProject()
  const { ref } = project
  usePageTitle('Connections', project.name)
  const {
    q = '',
    state,
    all,
    live,
    pid,
  } = connectionsSearch(useSearch({ from: '/frame/project/$ref/database/connections' }))
  const setParams = useSetQueryParams()
  const [text, setText] = useDebouncedText(q, (words) => setParams({ q: words }))
  const [stopping, setStopping] = useState<Stopping | null>(null)
  const isLive = live !== 'off'
  const { data, error, isFetching, refetch } = useQuery({
    ...orpc.project.database.connections.list.queryOptions({ input: { ref } }),
    // A page in the background asks nothing.
    refetchInterval: isLive && LIVE_MS,
    staleTime: 0,
  })
  const connections = data?.connections
  const rows = connections && filtered(connections, { q, state: state ?? null, all: all === 'on' })
  const trees = waitingTrees(connections ?? [])
  const clients = connections?.filter(({ belongs_to }) => belongs_to !== 'postgres').length ?? 0
  const open = (one: DatabaseConnection) => setParams({ pid: String(one.pid) })
  return (
    <Page>
      <PageHeader
        title="Connections"
        description="Who is connected, what each runs, and who waits for whom."
        aside={
          data === undefined ? null : (
            <span className="flex items-center gap-2 text-12 text-fg-2">
              <Meter
                value={clients}
                max={data.max_connections}
                label={`${clients} of ${data.max_connections} connections`}
                tone={clients / data.max_connections > 0.8 ? 'warn' : 'neutral'}
                width={80}
              />
              <span className="num">
                {clients} of {data.max_connections}
              </span>
            </span>
          )
        }
        actions={
          <>
            <Button size="sm" icon={RotateCw} onClick={() => void refetch()}>
              Refresh
            </Button>
            <Button
              size="sm"
              icon={isLive ? Pause : Play}
              aria-pressed={isLive}
              onClick={() => setParams({ live: isLive ? 'off' : undefined })}
            >
              Live
            </Button>
          </>
        }
      />
      {error !== null && data !== undefined ? (
        <Note tone="bad" role="alert">
          The list is not up to date: {errorMessage(error)}
        </Note>
      ) : null}
      {trees.length === 0 ? null : (
        <Section title="Waiting for one another">
          <WaitingTrees projectRef={ref} trees={trees} onOpen={open} onStop={setStopping} />
        </Section>
      )}
      <Section title="All connections" count={rows?.length}>
        <search className="mb-3 flex flex-wrap items-center gap-2">
          <SearchField
            label="Find a connection"
            className="w-[280px] max-wide:w-full"
            placeholder="Role, application, query or pid"
            maxLength={200}
            value={text}
            onValueChange={setText}
          />
          <span className="w-44 max-wide:w-full">
            <Select
              size="sm"
              aria-label="State"
              value={state ?? ANY}
              onValueChange={(value) => setParams({ state: value === ANY ? undefined : value })}
              options={[
                { value: ANY, label: 'Any state' },
                ...(Object.keys(STATES) as StateName[]).map((value) => ({
                  value: value as string,
                  label: STATES[value],
                })),
              ]}
            />
          </span>
          <Switch
            label="Platform and server, too"
            checked={all === 'on'}
            onCheckedChange={(shown) => setParams({ all: shown ? 'on' : undefined })}
          />
        </search>
        {data?.queries_shown === false ? <Note>What others run is not shown to members who only read.</Note> : null}
        <ConnectionList
          projectRef={ref}
          rows={rows}
          error={data === undefined && error !== null ? errorMessage(error) : null}
          retrying={isFetching}
          onRetry={() => void refetch()}
          onStop={setStopping}
          empty={
            q !== '' || state !== undefined ? (
              <NoMatch title="No connections match" onClear={() => setParams(CLEARED)} />
            ) : (
              <Empty
                title="Nobody is connected"
                text="Programs that connect to the database are listed here while they are."
              />
            )
          }
        />
      </Section>
      {pid === undefined || connections === undefined ? null : (
        <ConnectionDetail
          projectRef={ref}
          connection={connections.find((one) => one.pid === Number(pid))}
          others={connections}
          queriesShown={data?.queries_shown === true}
          onStop={setStopping}
          onClose={() => setParams({ pid: undefined })}
        />
      )}
      {stopping === null ? null : <StopDialog projectRef={ref} stopping={stopping} onClose={() => setStopping(null)} />}
    </Page>
  )
}
