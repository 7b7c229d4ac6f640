import type { Project } from '@stoa/contract'
import { SettingsLine, SettingsRow } from '@stoa/ui'
import { UpgradeProject } from '../../../../parts/project/UpgradeProject.tsx'
import { postgresVersion } from '../../../../parts/project/words.ts'

/** The Postgres version, and the way to a newer one. */
export function Version({ project }: { project: Project }) {
  return (
    <SettingsRow title="Postgres" description="An upgrade moves all data to a newer major version.">
      <SettingsLine
        label={`Postgres ${postgresVersion(project.dbVersion)}`}
        hint="The old server keeps everything until the new one has it, and takes over again when anything fails."
      >
        <UpgradeProject project={project} />
      </SettingsLine>
    </SettingsRow>
  )
}
