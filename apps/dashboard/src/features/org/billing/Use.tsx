import { type FreeLimitMember, organizationPermissions, type Subscription } from '@stoa/contract'
import { formatBytes, formatNumber, Meter, Note, SettingsLine, SettingsRow } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'
import { usePermission } from '../../../api/permissions.ts'

/** From this share of a limit on, a meter warns. */
const CLOSE = 0.9

/** What the organization uses now, against what its plan and its projects allow. */
export function Use({ slug, subscription }: { slug: string; subscription: Subscription }) {
  const { usage, plan } = subscription
  const { own_projects: own, own_project_limit: limit } = usage
  return (
    <SettingsRow title="Use" description="Now, against what the plan allows.">
      <SettingsLine
        label="Projects"
        hint={`${formatNumber(usage.active_projects)} active, ${formatNumber(usage.projects - usage.active_projects)} paused`}
      >
        <Figure>{formatNumber(usage.projects)}</Figure>
      </SettingsLine>
      {limit === null ? null : (
        <SettingsLine
          label="Your active projects"
          hint={`In all organizations on the ${plan.name} plan that you are a member of`}
        >
          <Against value={own} max={limit} label="Your active projects" words={`${own} of ${limit}`} />
        </SettingsLine>
      )}
      <SettingsLine label="Members">
        <Figure>{formatNumber(usage.members)}</Figure>
      </SettingsLine>
      <SettingsLine label="Disk" hint="All projects, against the sum of their disk limits">
        {usage.disk_bytes === null ? (
          <span className="text-fg-2">Not known</span>
        ) : (
          <Against
            value={usage.disk_bytes}
            max={usage.disk_limit_bytes}
            label="Disk"
            words={`${formatBytes(usage.disk_bytes)} of ${formatBytes(usage.disk_limit_bytes)}`}
          />
        )}
      </SettingsLine>
      <SettingsLine
        label="Backups"
        hint={
          usage.backups === 0 ? 'None taken yet' : `${formatNumber(usage.backups)} kept, outside of the disk limits`
        }
      >
        <Figure>{formatBytes(usage.backup_bytes)}</Figure>
      </SettingsLine>
      {limit === null ? null : <AtLimit slug={slug} />}
    </SettingsRow>
  )
}

const Figure = ({ children }: { children: string }) => <span className="num font-medium">{children}</span>

function Against({ value, max, label, words }: { value: number; max: number; label: string; words: string }) {
  const tone = value > max ? 'bad' : value >= max * CLOSE ? 'warn' : 'neutral'
  return (
    <span className="flex items-center gap-3">
      <Figure>{words}</Figure>
      <Meter value={value} max={max} label={label} tone={tone} width={96} />
    </span>
  )
}

/** Who cannot have another active project. */
function AtLimit({ slug }: { slug: string }) {
  const { allowed } = usePermission(organizationPermissions.readMembers, { slug })
  const { data } = useQuery({
    ...orpc.org.billing.freeLimitMembers.queryOptions({ input: { slug } }),
    enabled: allowed,
  })
  if (data === undefined || data.length === 0) return null
  return (
    <Note tone="warn" className="mt-4">
      {namesOf(data)} {data.length === 1 ? 'has' : 'have'} as many active projects as the plan allows. Until one of them
      is paused or deleted, this organization can start no other.
    </Note>
  )
}

const namesOf = (members: readonly FreeLimitMember[]): string =>
  new Intl.ListFormat('en').format(members.map(({ username, primary_email }) => username || primary_email))
