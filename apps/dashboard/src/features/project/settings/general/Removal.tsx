import { type Project, projectLifecycle } from '@stoa/contract'
import { SettingsRow } from '@stoa/ui'
import { DeleteProject } from '../../../../parts/project/DeleteProject.tsx'

/** The end of a project. */
export function Removal({ project }: { project: Project }) {
  const { label } = projectLifecycle.states[project.status]
  return (
    <SettingsRow title="Delete project" description="Removes the database and everything in it, for good.">
      <div>
        <DeleteProject
          project={project}
          disabledReason={
            !projectLifecycle.can(project.status, 'remove') && `Not while the project’s status is “${label}”`
          }
        />
      </div>
    </SettingsRow>
  )
}
