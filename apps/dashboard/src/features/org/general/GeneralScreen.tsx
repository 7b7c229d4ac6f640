import { Page, PageHeader, Settings } from '@stoa/ui'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useOrganization } from '../use-organization.ts'
import { DataSharing } from './DataSharing.tsx'
import { DeleteOrganization } from './DeleteOrganization.tsx'
import { Identity } from './Identity.tsx'
import { PlanChoice } from './PlanChoice.tsx'

/** An organization's name, plan, data sharing, and its end. */
export function GeneralScreen() {
  const organization = useOrganization()
  usePageTitle('General', organization.name)
  return (
    <Page>
      <PageHeader title="General" />
      <Settings>
        <Identity organization={organization} />
        <PlanChoice organization={organization} />
        <DataSharing organization={organization} />
        <DeleteOrganization organization={organization} />
      </Settings>
    </Page>
  )
}
