import { ADVICE, ADVICE_IDS, ADVICE_KINDS, type AdviceId, type AdviceKind, type Finding } from '@stoa/contract'
import { DATABASE_LISTS } from '@stoa/sql'
import {
  Button,
  Empty,
  ErrorState,
  formatDate,
  formatNumber,
  NoMatch,
  Note,
  Page,
  PageHeader,
  Segmented,
  SkeletonRows,
  Switch,
} from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { failureOf } from '../../../api/failure.ts'
import { usePageTitle } from '../../../parts/page/title.ts'
import { DatabaseMenu } from '../../../parts/project/DatabaseMenu.tsx'
import { useProject } from '../../../parts/project/project.ts'
import { useSetQueryParams } from '../../../parts/query-params/use-query-params.ts'
import { useSchemaChange } from '../../../parts/schema-change/use-schema-change.tsx'
import { showsLists } from '../../../parts/sql-run/database-lists.ts'
import { AdviceGroup } from './AdviceGroup.tsx'
import { advisorsSearch } from './search.ts'

const KIND_NAMES: Readonly<Record<AdviceKind, string>> = { security: 'Security', performance: 'Performance' }
const ALL = 'all'

/** What could be safer or faster in the project's database, worst first, each with what puts it right. */
export function AdvisorsScreen() {
  const project = useProject()
  const { ref } = project
  usePageTitle('Advisors', project.name)
  const { kind, ignored } = advisorsSearch(useSearch({ from: '/frame/project/$ref/advisors' }))
  const setParams = useSetQueryParams()
  const changes = useSchemaChange(ref)
  const advice = useQuery({
    ...orpc.project.advisors.list.queryOptions({ input: { ref } }),
    meta: showsLists(ref, ...DATABASE_LISTS),
  })
  const all = advice.data?.findings ?? []
  const open = all.filter((finding) => !finding.ignored)
  const listed = (ignored === 'shown' ? all : open).filter(({ check }) => !kind || ADVICE[check].kind === kind)
  const count = (of: AdviceKind) => open.filter(({ check }) => ADVICE[check].kind === of).length
  const loaded = advice.data !== undefined
  return (
    <>
      <DatabaseMenu projectRef={ref} />
      <Page>
        <PageHeader
          title="Advisors"
          description="A look at the structure of the database and its statistics, never at rows. Errors first."
          actions={
            <Button
              size="sm"
              icon={RotateCw}
              busy={advice.isFetching && loaded}
              busyLabel="Looking"
              onClick={() => void advice.refetch()}
            >
              Look again
            </Button>
          }
        />
        <div className="mb-4 flex flex-wrap items-center gap-4">
          <Segmented
            label="Kind of advice"
            value={kind ?? ALL}
            onValueChange={(value) => setParams({ kind: value === ALL ? undefined : value })}
            options={[
              { value: ALL, label: 'All', ...(loaded && { count: open.length }) },
              ...ADVICE_KINDS.map((value) => ({
                value: value as string,
                label: KIND_NAMES[value],
                ...(loaded && { count: count(value) }),
              })),
            ]}
          />
          <Switch
            label="Show ignored"
            checked={ignored === 'shown'}
            onCheckedChange={(shown) => setParams({ ignored: shown ? 'shown' : undefined })}
          />
        </div>
        {advice.error !== null && loaded ? (
          <Note tone="bad" role="alert">
            The list is not up to date: {errorMessage(advice.error)}
          </Note>
        ) : null}
        {!loaded ? (
          advice.error === null ? (
            <SkeletonRows rows={6} rowHeight={64} />
          ) : (
            <ErrorState title="Failed to look at the database" {...failureOf(advice)} />
          )
        ) : listed.length === 0 ? (
          kind !== undefined && open.length > 0 ? (
            <NoMatch title="Nothing of this kind" onClear={() => setParams({ kind: undefined })} />
          ) : (
            <Empty
              title="Nothing to put right"
              text={
                all.length > open.length
                  ? `${formatNumber(ADVICE_IDS.length)} checks found nothing but what is ignored.`
                  : `${formatNumber(ADVICE_IDS.length)} checks found nothing.`
              }
            />
          )
        ) : (
          groups(listed).map(([check, findings]) => (
            <AdviceGroup
              key={check}
              projectRef={ref}
              check={check}
              findings={findings}
              changes={changes}
              onFixed={() => void advice.refetch()}
            />
          ))
        )}
        {advice.data?.counted_since ? (
          <p className="text-12 text-fg-3">
            How indexes and tables are used is counted since {formatDate(advice.data.counted_since)}.
          </p>
        ) : null}
      </Page>
      {changes.dialog}
    </>
  )
}

/** Findings of one check together; they come with the worst first, and so do their checks. */
function groups(findings: readonly Finding[]): [AdviceId, Finding[]][] {
  const found = new Map<AdviceId, Finding[]>()
  for (const finding of findings) {
    const known = found.get(finding.check)
    if (known) known.push(finding)
    else found.set(finding.check, [finding])
  }
  return [...found]
}
