import { COMPUTE_SIZES, type Project, projectLifecycle } from '@stoa/contract'
import { Meter, Page, PageHeader, Settings, SettingsLine, SettingsRow } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../api/client.ts'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { ConnectionRows } from '../../../../parts/project/ConnectionRows.tsx'
import { connectionOf } from '../../../../parts/project/connection.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { ResetPassword } from '../../../../parts/project/ResetPassword.tsx'
import { computeWords } from '../../../../parts/project/words.ts'
import { Encryption } from './Encryption.tsx'
import { Networks } from './Networks.tsx'

/** How to connect to the database, with which password, how many at once, and who may. */
export function DatabaseScreen() {
  const project = useProject()
  usePageTitle('Database', project.name)
  const connection = connectionOf(project)
  const { label } = projectLifecycle.states[project.status]
  return (
    <Page>
      <PageHeader title="Database" />
      <Settings>
        <SettingsRow title="Connection" description="As the owner, postgres. The password is known to you alone.">
          {connection === null ? (
            <p className="text-fg-2">The address is known once the server has started.</p>
          ) : (
            <ConnectionRows connection={connection} />
          )}
        </SettingsRow>
        <SettingsRow title="Database password" description="Nobody can read it back: a forgotten one is replaced.">
          <div>
            <ResetPassword
              project={project}
              quiet={false}
              disabledReason={
                project.status === 'ACTIVE_HEALTHY' ? undefined : `Not while the project’s status is “${label}”`
              }
            />
          </div>
        </SettingsRow>
        <Pool project={project} />
        <Encryption project={project} />
        <Networks project={project} />
      </Settings>
    </Page>
  )
}

/** How many may be connected at once. It comes with the compute size. */
function Pool({ project }: { project: Project }) {
  const { data } = useQuery(
    orpc.project.home.overview.queryOptions({
      input: { ref: project.ref },
      enabled: project.status === 'ACTIVE_HEALTHY',
    }),
  )
  const { maxConnections } = COMPUTE_SIZES[project.compute_size]
  return (
    <SettingsRow
      title="Connection pool"
      description="What the compute size gives. The platform’s own connections are not counted."
    >
      <SettingsLine label="Client connections" hint={`The most at once on ${computeWords(project.compute_size).name}`}>
        <span className="num flex items-center gap-3">
          {data === undefined ? null : (
            <Meter value={data.connections.used} max={data.connections.limit} label="Connections in use" width={120} />
          )}
          <span>
            {data === undefined ? maxConnections : `${data.connections.used} of ${data.connections.limit}`}
            {data === undefined ? null : <span className="ui-unit"> in use</span>}
          </span>
        </span>
      </SettingsLine>
    </SettingsRow>
  )
}
