import { Page, PageHeader, Settings } from '@stoa/ui'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { Availability } from './Availability.tsx'
import { Identity } from './Identity.tsx'
import { Removal } from './Removal.tsx'
import { Version } from './Version.tsx'

/** A project's name, its server's restart and pause, and its end. */
export function GeneralScreen() {
  const project = useProject()
  usePageTitle('General', project.name)
  return (
    <Page>
      <PageHeader title="General" />
      <Settings>
        <Identity project={project} />
        <Availability project={project} />
        <Version project={project} />
        <Removal project={project} />
      </Settings>
    </Page>
  )
}
