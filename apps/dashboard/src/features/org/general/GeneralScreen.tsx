import { Page, PageHeader, Settings } from '@stoa/ui'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useOrganization } from '../use-organization.ts'
import { AssistantModel } from './AssistantModel.tsx'
import { DataSharing } from './DataSharing.tsx'
import { DeleteOrganization } from './DeleteOrganization.tsx'
import { Identity } from './Identity.tsx'

/** An organization's name, data sharing, and its end. */
export function GeneralScreen() {
  const organization = useOrganization()
  usePageTitle('General', organization.name)
  return (
    <Page>
      <PageHeader title="General" />
      <Settings>
        <Identity organization={organization} />
        <DataSharing organization={organization} />
        <AssistantModel key={organization.slug} organization={organization} />
        <DeleteOrganization organization={organization} />
      </Settings>
    </Page>
  )
}
