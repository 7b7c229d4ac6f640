import { projectPermissions } from '@stoa/contract'
import { buttonLook, Empty, ErrorState, Page, PageHeader, SkeletonRows } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { failureOf } from '../../../../api/failure.ts'
import { usePermission } from '../../../../api/permissions.ts'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { AddDomain } from './AddDomain.tsx'
import { DomainSteps } from './DomainSteps.tsx'
import { useCustomDomain } from './use-custom-domain.ts'

/** A host name of one's own for the project's APIs, from its records to its activation. */
export function CustomDomainScreen() {
  const project = useProject()
  const { ref } = project
  usePageTitle('Custom domain', project.name)
  const { reason } = usePermission(projectPermissions.updateDomain, { ref })
  const { addons, selected, domain } = useCustomDomain(ref)
  const failed = addons.isError ? addons : domain.isError ? domain : null
  return (
    <Page>
      <PageHeader
        title="Custom domain"
        description="The project’s APIs answer under a host name of your own, besides the platform’s address."
      />
      {failed !== null ? (
        <ErrorState title="Failed to retrieve the custom domain" {...failureOf(failed)} />
      ) : addons.data === undefined || (selected && domain.data === undefined) ? (
        <SkeletonRows rows={4} />
      ) : !selected || domain.data?.status === '0_not_allowed' ? (
        <Empty
          title="Custom domains come with an add-on"
          text="Add the custom domain add-on to this project; the steps to set one up then appear here."
          action={
            <Link to="/project/$ref/addons" params={{ ref }} {...buttonLook({ variant: 'primary' })}>
              Open add-ons
            </Link>
          }
        />
      ) : domain.data?.customDomain ? (
        <DomainSteps refName={ref} domain={domain.data.customDomain} reason={reason} />
      ) : (
        <AddDomain refName={ref} reason={reason} />
      )}
    </Page>
  )
}
