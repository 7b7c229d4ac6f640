import { type Organization, organizationPermissions, PLANS, type Subscription } from '@stoa/contract'
import { Button, ErrorState, Note, Page, PageHeader, Settings, SettingsLine, SettingsRow, SkeletonRows } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { orpc } from '../../../api/client.ts'
import { failureOf } from '../../../api/failure.ts'
import { usePermission } from '../../../api/permissions.ts'
import { useShell } from '../../../api/shell.ts'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useSetQueryParams } from '../../../parts/query-params/use-query-params.ts'
import { useOrganization } from '../use-organization.ts'
import { ComputePrices } from './ComputePrices.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { isPlanChangeSource, planAllows } from './plan-words.ts'
import { Use } from './Use.tsx'
import { WayBack } from './WayBack.tsx'

/** The panel of the address that compares and changes plans. */
const PANEL = 'subscriptionPlan'

/** An organization's plan, what is used of it, and what sizes cost. */
export function BillingScreen() {
  const organization = useOrganization()
  usePageTitle('Billing', organization.name)
  const { panel, source } = useSearch({ from: '/frame/org/$slug/billing' })
  const setParams = useSetQueryParams()
  const from = isPlanChangeSource(source) ? source : undefined
  return (
    <Page>
      <PageHeader title="Billing" description="A plan is a set of limits. This installation bills nobody." />
      {from === undefined ? null : <WayBack source={from} slug={organization.slug} />}
      <Settings>
        <CurrentPlan organization={organization} onChange={() => setParams({ panel: PANEL })} />
        <Details slug={organization.slug} />
      </Settings>
      {panel === PANEL ? (
        <PlanPanel organization={organization} source={from} onClose={() => setParams({ panel: undefined })} />
      ) : null}
    </Page>
  )
}

function CurrentPlan({ organization, onChange }: { organization: Organization; onChange: () => void }) {
  const plan = PLANS[organization.plan.id]
  const { reason } = usePermission(organizationPermissions.changePlan, { slug: organization.slug })
  return (
    <SettingsRow title="Plan" description="What the organization may use.">
      <div className="grid gap-1">
        <p className="ui-h1">{plan.name}</p>
        <p className="text-fg-2">{plan.summary}</p>
      </div>
      <ul className="grid list-disc gap-1 pl-4">
        {planAllows(plan).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div>
        <Button disabledReason={reason} onClick={onChange}>
          Change plan
        </Button>
      </div>
    </SettingsRow>
  )
}

/** What is read from the server, in its three states. */
function Details({ slug }: { slug: string }) {
  const { reason } = usePermission(organizationPermissions.readBilling, { slug })
  const subscription = useQuery({
    ...orpc.org.billing.subscription.queryOptions({ input: { slug } }),
    enabled: reason === undefined,
  })
  if (reason !== undefined)
    return (
      <SettingsRow title="Use">
        <Note>You need additional permissions to see what this organization uses.</Note>
      </SettingsRow>
    )
  if (subscription.data === undefined)
    return (
      <SettingsRow title="Use" description="Now, against what the plan allows.">
        {subscription.isError ? (
          <ErrorState title="Failed to load what is used" {...failureOf(subscription)} />
        ) : (
          <SkeletonRows rows={5} rowHeight={40} />
        )}
      </SettingsRow>
    )
  return (
    <>
      <Use slug={slug} subscription={subscription.data} />
      <Addons addons={subscription.data.addons} />
      <ComputePrices subscription={subscription.data} />
    </>
  )
}

const ADDON_NAMES: Record<string, string> = { custom_domain: 'Custom domain', pitr: 'Point in time recovery' }

function Addons({ addons }: { addons: Subscription['addons'] }) {
  const known = new Set(useShell().projects.map(({ ref }) => ref))
  return (
    <SettingsRow title="Add-ons" description="What single projects have beyond the plan.">
      {addons.length === 0 ? <p className="text-fg-2">No project has an add-on.</p> : null}
      {addons.map((addon) => (
        <SettingsLine
          key={`${addon.project_ref} ${addon.type}`}
          label={ADDON_NAMES[addon.type] ?? addon.type}
          hint={<span className="ui-mono">{addon.variant}</span>}
        >
          {known.has(addon.project_ref) ? (
            <Link className="ui-link" to="/project/$ref/addons" params={{ ref: addon.project_ref }}>
              {addon.project_name}
            </Link>
          ) : (
            addon.project_name
          )}
        </SettingsLine>
      ))}
    </SettingsRow>
  )
}
