import { COMPUTE_SIZES, PLANS, type Project, type Usage } from '@stoa/contract'
import {
  bytesParts,
  ErrorState,
  formatBytes,
  formatDate,
  formatNumber,
  formatPercent,
  Meter,
  Page,
  PageHeader,
  Quantity,
  Section,
  SkeletonRows,
} from '@stoa/ui'
import { Chart } from '@stoa/ui/charts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { orpc } from '../../../api/client.ts'
import { failureOf } from '../../../api/failure.ts'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useProject } from '../../../parts/project/project.ts'
import { SettingsMenu } from '../../../parts/project/SettingsMenu.tsx'

const MB = 1024 * 1024
const DAY_MS = 24 * 60 * 60 * 1000
/** From this share of a limit on the bar is amber, and from the next one red. */
const NEARLY = 0.8
const FULL = 0.9

/** What a project has used this month, against what it may. */
export function UsageScreen() {
  const project = useProject()
  usePageTitle('Usage', project.name)
  const usage = useQuery(orpc.project.usage.get.queryOptions({ input: { ref: project.ref } }))
  const { data } = usage
  return (
    <>
      <SettingsMenu projectRef={project.ref} />
      <Page>
        <PageHeader
          title="Usage"
          description={
            data === undefined
              ? 'What the project uses, against what it may.'
              : `${formatDate(data.period.start)} to ${formatDate(new Date(data.period.end).getTime() - DAY_MS)}, counted until now.`
          }
        />
        {data !== undefined ? (
          <Figures project={project} usage={data} />
        ) : usage.isError ? (
          <ErrorState title="Failed to load what the project uses" {...failureOf(usage)} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </Page>
    </>
  )
}

function Figures({ project, usage }: { project: Project; usage: Usage }) {
  const plan = PLANS[project.organization_plan]
  const { disk, backups, connections } = usage
  const hours = usage.compute.reduce((sum, entry) => sum + entry.hours, 0)
  return (
    <>
      <dl className="grid border-t border-line">
        <Line
          name="Database size"
          hint="What people stored, with indexes"
          value={usage.database_bytes === null ? null : <Quantity {...bytesParts(usage.database_bytes)} />}
        />
        <Line
          name="Disk"
          hint={
            <Link to="/project/$ref/compute-and-disk" params={{ ref: project.ref }} className="ui-link">
              Change the limit
            </Link>
          }
          value={disk.used_bytes === null ? null : <Quantity {...bytesParts(disk.used_bytes)} />}
          of={{ used: disk.used_bytes, limit: disk.limit_bytes, words: formatBytes(disk.limit_bytes) }}
        />
        <Line
          name="Connections"
          hint="The most at once in this period"
          value={connections.most === null ? null : formatNumber(connections.most)}
          of={{ used: connections.most, limit: connections.limit, words: formatNumber(connections.limit) }}
        />
        <Line
          name="Backups"
          hint={`${formatNumber(backups.count)} finished; the ${plan.name} plan keeps each for ${plan.backupRetentionDays} days`}
          value={<Quantity {...bytesParts(backups.bytes)} />}
        />
        <Line
          name="Compute"
          hint={
            usage.compute.length === 0
              ? 'The server has not run in this period'
              : usage.compute
                  .map((entry) => `${COMPUTE_SIZES[entry.compute_size].name} ${hourWords(entry.hours)}`)
                  .join(', ')
          }
          value={<Quantity value={formatNumber(hours, hours < 10 ? 1 : 0)} unit="hours" />}
        />
      </dl>
      <Section title="Disk by day" className="mt-9">
        <Chart
          label="Disk by day"
          categories={usage.disk_by_day.map(({ day }) => formatDate(`${day}T12:00:00`).slice(0, 6))}
          series={[
            { name: 'Disk', values: usage.disk_by_day.map(({ bytes }) => (bytes === null ? null : bytes / MB)) },
          ]}
          format={(megabytes) => formatBytes(Math.round(megabytes * MB))}
        />
      </Section>
    </>
  )
}

const hourWords = (hours: number): string => `${formatNumber(hours, hours < 10 ? 1 : 0)} h`

function Line({
  name,
  hint,
  value,
  of,
}: {
  name: string
  hint: ReactNode
  value: ReactNode
  of?: { used: number | null; limit: number; words: string }
}) {
  const share = of === undefined ? 0 : (of.used ?? 0) / of.limit
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-6 border-b border-line-faint py-3 max-wide:grid-cols-1 max-wide:gap-y-1.5">
      <dt>
        <span className="block font-medium">{name}</span>
        <span className="ui-hint">{hint}</span>
      </dt>
      <dd className="num grid gap-1.5">
        <span className="flex items-baseline justify-between gap-3">
          <span className="text-14 font-medium">
            {value ?? <span className="text-fg-3">Not known yet</span>}
            {of === undefined ? null : <span className="font-regular text-fg-3"> of {of.words}</span>}
          </span>
          {of === undefined || of.used === null ? null : <span className="text-fg-3">{formatPercent(share)}</span>}
        </span>
        {of === undefined ? null : (
          <Meter
            value={Math.min(of.used ?? 0, of.limit)}
            max={of.limit}
            label={`${name}: ${formatPercent(share)} of what it may be`}
            tone={share > FULL ? 'bad' : share > NEARLY ? 'warn' : 'neutral'}
            width="100%"
          />
        )}
      </dd>
    </div>
  )
}
