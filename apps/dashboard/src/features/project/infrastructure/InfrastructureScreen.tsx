import { type Project, projectLifecycle } from '@stoa/contract'
import { Page, PageHeader, Section, SettingsLine } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useProject } from '../../../parts/project/project.ts'
import { RestartProject } from '../../../parts/project/RestartProject.tsx'
import { SettingsMenu } from '../../../parts/project/SettingsMenu.tsx'
import { UpgradeProject } from '../../../parts/project/UpgradeProject.tsx'
import { computeWords, postgresVersion } from '../../../parts/project/words.ts'
import { Charts } from './Charts.tsx'

/** A project's server: which Postgres it is, how busy it has been, and its restart. */
export function InfrastructureScreen() {
  const project = useProject()
  usePageTitle('Infrastructure', project.name)
  const { tone, label } = projectLifecycle.states[project.status]
  return (
    <>
      <SettingsMenu projectRef={project.ref} />
      <Page>
        <PageHeader title="Infrastructure" status={tone} aside={label} />
        <Server project={project} />
        <Charts projectRef={project.ref} />
      </Page>
    </>
  )
}

function Server({ project }: { project: Project }) {
  const { name, memory } = computeWords(project.compute_size)
  return (
    <Section title="Server">
      <div className="max-w-prose">
        <SettingsLine
          label={`Postgres ${postgresVersion(project.dbVersion)}`}
          hint="A newer version is filled from the data of this one, which stays until everything has arrived."
        >
          <UpgradeProject project={project} />
        </SettingsLine>
        <SettingsLine label={`${name}, ${memory} memory`} hint="The compute size: memory, connections and workers.">
          <Link to="/project/$ref/compute-and-disk" params={{ ref: project.ref }} className="ui-link">
            Change size
          </Link>
        </SettingsLine>
        <RestartProject project={project} />
      </div>
    </Section>
  )
}
