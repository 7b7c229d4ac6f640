import { Page, PageHeader, Settings } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../api/client.ts'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { ApiKeys } from './ApiKeys.tsx'
import { Configuration } from './Configuration.tsx'
import { DataApiSettings } from './DataApiSettings.tsx'
import { OwnKeys } from './OwnKeys.tsx'

/** Where the project's APIs are, the keys to them, the secret behind the keys, and what they show of the database. */
export function ApiScreen() {
  const project = useProject()
  usePageTitle('API', project.name)
  const settings = useQuery(orpc.project.settings.api.get.queryOptions({ input: { ref: project.ref } }))
  return (
    <Page>
      <PageHeader title="API" />
      <Settings>
        <Configuration project={project} settings={settings} />
        <ApiKeys settings={settings} />
        <OwnKeys project={project} />
        <DataApiSettings project={project} />
      </Settings>
    </Page>
  )
}
