import { type Addons, type AddonType, type Project, projectPermissions } from '@stoa/contract'
import { Badge, Button, buttonLook, ErrorState, Page, PageHeader, Settings, SettingsRow, SkeletonRows } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { orpc } from '../../../api/client.ts'
import { failureOf } from '../../../api/failure.ts'
import { usePermission } from '../../../api/permissions.ts'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useProject } from '../../../parts/project/project.ts'
import { SettingsMenu } from '../../../parts/project/SettingsMenu.tsx'
import { computeWords } from '../../../parts/project/words.ts'
import { useQueryParams } from '../../../parts/query-params/use-query-params.ts'
import { CustomDomainPanel } from './CustomDomainPanel.tsx'
import { PitrPanel } from './PitrPanel.tsx'
import { refusalOf } from './variant-words.ts'

/** What a project can be given beyond its plan. The parameter `panel` opens one of them. */
export function AddonsScreen() {
  const project = useProject()
  usePageTitle('Add-ons', project.name)
  const addons = useQuery(orpc.project.addons.get.queryOptions({ input: { ref: project.ref } }))
  return (
    <>
      <SettingsMenu projectRef={project.ref} />
      <Page>
        <PageHeader title="Add-ons" description="What this project is given beyond its plan." />
        {addons.data !== undefined ? (
          <List project={project} addons={addons.data} />
        ) : addons.isError ? (
          <ErrorState title="Failed to load the add-ons" {...failureOf(addons)} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </Page>
    </>
  )
}

/** The variant of an add-on that the project has; undefined without it. */
const selected = (addons: Addons, type: AddonType) =>
  addons.selected_addons.find((addon) => addon.type === type)?.variant

function List({ project, addons }: { project: Project; addons: Addons }) {
  const { ref } = project
  const { reason } = usePermission(projectPermissions.changeAddons, { ref })
  const [params, setParams] = useQueryParams()
  const close = () => setParams({ panel: '' })
  const compute = computeWords(project.compute_size)
  const pitr = selected(addons, 'pitr')
  const domain = selected(addons, 'custom_domain')
  // One that the project has can be changed and removed on every plan.
  const refusal = (type: AddonType) =>
    reason ?? (selected(addons, type) === undefined ? (refusalOf(addons, type) ?? undefined) : undefined)
  return (
    <>
      <Settings>
        <SettingsRow title="Compute" description="Memory, connections and workers of the database server.">
          <State name={`${compute.name}, ${compute.memory} memory`}>
            <Link to="/project/$ref/compute-and-disk" params={{ ref }} {...buttonLook({})}>
              Change compute size
            </Link>
          </State>
        </SettingsRow>
        <SettingsRow
          title="Point in time recovery"
          description="Keeps everything that is written, so that the project can be restored to any moment, to the second."
        >
          <State name={pitr === undefined ? 'Off' : `On, for the last ${pitr.name}`} on={pitr !== undefined}>
            <Button disabledReason={refusal('pitr')} onClick={() => setParams({ panel: 'pitr' })}>
              {pitr === undefined ? 'Enable PITR add-on' : 'Change point in time recovery'}
            </Button>
            {pitr === undefined ? null : (
              <Link to="/project/$ref/database/backups/pitr" params={{ ref }} className="ui-link">
                Restore to a moment
              </Link>
            )}
          </State>
        </SettingsRow>
        <SettingsRow
          title="Custom domain"
          description="Lets the project’s APIs answer under a host name of your own, besides the platform’s."
        >
          <State name={domain === undefined ? 'Off' : 'On'} on={domain !== undefined}>
            <Button disabledReason={refusal('custom_domain')} onClick={() => setParams({ panel: 'customDomain' })}>
              {domain === undefined ? 'Enable custom domain add-on' : 'Change custom domain add-on'}
            </Button>
            {domain === undefined ? null : (
              <Link to="/project/$ref/settings/custom-domain" params={{ ref }} className="ui-link">
                Set up the domain
              </Link>
            )}
          </State>
        </SettingsRow>
      </Settings>
      {params.panel === 'pitr' ? (
        <PitrPanel
          project={project}
          addons={addons}
          current={pitr?.id}
          disabledReason={refusal('pitr')}
          onClose={close}
        />
      ) : null}
      {params.panel === 'customDomain' ? (
        <CustomDomainPanel
          project={project}
          addons={addons}
          current={domain?.id}
          disabledReason={refusal('custom_domain')}
          onClose={close}
        />
      ) : null}
    </>
  )
}

function State({ name, on, children }: { name: string; on?: boolean; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3">
      <div className="flex items-center gap-2 font-medium">
        {name}
        {on === true ? <Badge tone="ok">enabled</Badge> : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
    </div>
  )
}
