import { Page, PageHeader, Settings } from '@stoa/ui'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useProject } from '../../../parts/project/project.ts'
import { SettingsMenu } from '../../../parts/project/SettingsMenu.tsx'
import { ComputeSize } from './ComputeSize.tsx'
import { DiskLimit } from './DiskLimit.tsx'

/** How large a project's server is, and how much it may hold on disk. */
export function ComputeAndDiskScreen() {
  const project = useProject()
  usePageTitle('Compute and disk', project.name)
  return (
    <>
      <SettingsMenu projectRef={project.ref} />
      <Page>
        <PageHeader title="Compute and disk" />
        <Settings>
          <ComputeSize project={project} />
          <DiskLimit project={project} />
        </Settings>
      </Page>
    </>
  )
}
