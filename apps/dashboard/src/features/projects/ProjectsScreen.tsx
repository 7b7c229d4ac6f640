import { organizationPermissions } from '@stoa/contract'
import { Button, Empty, Kbd, NoMatch, SearchField, Segmented } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import { orpc } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { answerPermission } from '../../api/permissions.ts'
import { useShell } from '../../api/shell.ts'
import { Late } from '../../parts/frame/late.tsx'
import { useShortcut } from '../../parts/frame/slots.tsx'
import { usePageTitle } from '../../parts/page/title.ts'
import { useDebouncedText } from '../../parts/query-params/use-debounced-text.ts'
import { useSetQueryParams } from '../../parts/query-params/use-query-params.ts'
import { LIST_MENUS } from './list-menus.ts'
import { MachineSummary } from './MachineSummary.tsx'
import { ProjectTable } from './ProjectTable.tsx'
import {
  countByFilter,
  FILTERS,
  type Filter,
  oneOf,
  pollInterval,
  SORTS,
  selectRows,
  summarize,
  toRow,
} from './project-rows.ts'
import { SortButton } from './SortButton.tsx'

const FILTER_NAMES: Record<Filter, string> = {
  all: 'All',
  running: 'Running',
  paused: 'Paused',
  attention: 'Needs attention',
}

/** Every project one may see: which of them needs somebody, what they use, and the way into each. */
export function ProjectsScreen() {
  const shell = useShell()
  const search = useSearch({ from: '/frame/projects' })
  const setParams = useSetQueryParams()
  const organization = shell.organizations.find((candidate) => candidate.slug === search.org)
  usePageTitle('Projects', organization?.name)

  const list = useQuery(
    orpc.projects.list.queryOptions({ refetchInterval: (query) => pollInterval(query.state.data?.projects) }),
  )
  const filter = oneOf(FILTERS, search.show, 'all')
  const sort = oneOf(SORTS, search.sort, 'name')
  const [text, setText] = useDebouncedText(search.q ?? '', (q) => setParams({ q }))
  const rows = useMemo(
    () =>
      list.data?.projects
        .filter((project) => search.org === undefined || project.organization_slug === search.org)
        .map(toRow),
    [list.data, search.org],
  )
  const shown = rows === undefined ? undefined : selectRows(rows, text, filter, sort)
  const create = useCreateAction(search.org)
  const field = useRef<HTMLInputElement>(null)
  useShortcut(
    '/',
    useCallback(() => field.current?.focus(), []),
  )

  return (
    <div className="mx-auto max-w-[1328px] px-8 pt-7 pb-12 max-wide:px-4 max-wide:pt-5">
      <section className="flex items-end gap-10 pb-6 max-wide:pb-4 wide:min-h-[76px]">
        <div className="min-w-0 flex-1">
          <h1 className="ui-h1">Projects</h1>
          <p className="num mt-0.5 min-h-5 text-fg-2">{rows === undefined ? '' : summarize(rows)}</p>
        </div>
        {list.data === undefined || rows === undefined ? null : (
          <MachineSummary machine={list.data.machine} rows={rows} />
        )}
      </section>
      {rows?.length === 0 ? (
        <Empty
          title="No projects yet"
          text="A project is a Postgres server of its own. It is ready in about a second."
          action={
            <Button variant="primary" icon={Plus} kbd="c" disabledReason={create.reason} onClick={create.run}>
              New project
            </Button>
          }
        />
      ) : (
        <>
          <div className="flex items-center gap-2 pb-3">
            <SearchField
              label="Find a project"
              ref={field}
              className="w-[280px] max-wide:w-auto max-wide:min-w-0 max-wide:flex-1"
              value={text}
              trailing={text === '' ? <Kbd keys="/" /> : null}
              onValueChange={setText}
            />
            <FilterChoice
              rows={rows}
              filter={filter}
              onChange={(show) => setParams({ show: show === 'all' ? undefined : show })}
            />
            <span className="ml-auto max-wide:hidden">
              <Late of={LIST_MENUS} trigger={<SortButton sort={sort} />}>
                {({ SortMenu }, startOpen) => (
                  <SortMenu
                    sort={sort}
                    startOpen={startOpen}
                    onChange={(next) => setParams({ sort: next === 'name' ? undefined : next })}
                  />
                )}
              </Late>
            </span>
            <Button
              size="sm"
              variant="primary"
              icon={Plus}
              kbd="c"
              aria-keyshortcuts="c"
              disabledReason={create.reason}
              onClick={create.run}
            >
              New project
            </Button>
          </div>
          <ProjectTable
            rows={shown}
            error={list.isError && list.data === undefined ? errorMessage(list.error) : null}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
            empty={
              <NoMatch
                title="No projects match"
                onClear={() => {
                  setText('')
                  setParams({ q: undefined, show: undefined })
                }}
              />
            }
          />
        </>
      )}
    </div>
  )
}

/** The way to a new project, by button or by the key C; with the reason when no organization allows one. */
function useCreateAction(org: string | undefined): { run: () => void; reason: string | undefined } {
  const shell = useShell()
  const navigate = useNavigate()
  const answers = shell.organizations
    .filter((organization) => org === undefined || organization.slug === org)
    .map(({ slug }) => answerPermission(shell, organizationPermissions.createProject, { slug }))
  const reason = answers.some((answer) => answer.allowed)
    ? undefined
    : (answers[0]?.reason ?? 'Create an organization first')
  const run = useCallback(
    () => void navigate({ to: '/projects/new', search: org === undefined ? {} : { org } }),
    [navigate, org],
  )
  useShortcut(
    'c',
    useCallback(() => {
      if (reason === undefined) run()
    }, [reason, run]),
  )
  return { run, reason }
}

function FilterChoice({
  rows,
  filter,
  onChange,
}: {
  rows: Parameters<typeof countByFilter>[0] | undefined
  filter: Filter
  onChange: (filter: Filter) => void
}) {
  const counts = rows === undefined ? undefined : countByFilter(rows)
  return (
    <Segmented
      className="max-wide:hidden"
      label="Show"
      value={filter}
      onValueChange={onChange}
      options={FILTERS.map((value) => ({ value, label: FILTER_NAMES[value], count: counts?.[value] }))}
    />
  )
}
