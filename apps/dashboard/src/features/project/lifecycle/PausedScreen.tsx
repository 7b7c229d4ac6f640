import { type Project, projectLifecycle } from '@stoa/contract'
import { buttonLook } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { DownloadBackups } from '../../../parts/backups/DownloadBackups.tsx'
import { ContactSupport } from './Help.tsx'
import { PauseNotice } from './PauseNotice.tsx'
import { useProduct } from './product.ts'
import { RestoreProject } from './RestoreProject.tsx'
import { StatusPage } from './StatusPage.tsx'
import { useFacts } from './use-facts.tsx'
import { usePauseStatus } from './use-pause-status.ts'

const NOT_KNOWN = 'Whether the project can still be restored is not known yet'

/** The server is stopped on purpose; the way back is one button, as long as there is one. */
export function PausedScreen({ project }: { project: Project }) {
  const product = useProduct()
  const status = usePauseStatus(project)
  const gone = status.expires && status.data?.can_restore === false
  const intact =
    'All of its data is intact but inaccessible while it is paused: the server is stopped, and nothing can connect to it.'
  return (
    <StatusPage
      tone={projectLifecycle.states[project.status].tone}
      title={`${project.name} is paused`}
      text={product === null || gone ? intact : `${intact} Restore it to use ${product}.`}
      facts={useFacts(project, 'Paused')}
      actions={
        <>
          {gone ? (
            <DownloadBackups project={project} variant="primary" />
          ) : (
            <RestoreProject
              project={project}
              label="Restore project"
              disabledReason={status.expires && status.data === undefined ? NOT_KNOWN : undefined}
            />
          )}
          {project.organization_plan === 'free' ? (
            <Link
              to="/org/$slug/billing"
              params={{ slug: project.organization_slug }}
              search={{ panel: 'subscriptionPlan', source: 'projectPausedStateRestore' }}
              {...buttonLook()}
            >
              Upgrade to Pro
            </Link>
          ) : (
            <Link to="/project/$ref/settings/general" params={{ ref: project.ref }} {...buttonLook()}>
              View project settings
            </Link>
          )}
          {gone ? (
            <ContactSupport
              project={project}
              category="data"
              subject="A project that cannot be restored any more"
              message="The time in which it can be restored is over."
            />
          ) : null}
        </>
      }
    >
      {status.expires ? <PauseNotice project={project} status={status} /> : undefined}
    </StatusPage>
  )
}
