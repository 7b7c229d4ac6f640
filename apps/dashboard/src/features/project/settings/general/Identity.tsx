import { NAME_TAKEN, type Project, ProjectName, projectPermissions } from '@stoa/contract'
import { CopyButton, Field, Input, SettingsRow } from '@stoa/ui'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../../../api/client.ts'
import { usePermission } from '../../../../api/permissions.ts'
import { useRefreshShell } from '../../../../api/shell.ts'
import { NameForm } from '../../../../parts/forms/NameForm.tsx'
import { noteProject } from '../../../../parts/project/project.ts'

/** The name people see, and the ref that addresses and tools use, which never changes. */
export function Identity({ project }: { project: Project }) {
  const { ref } = project
  const queries = useQueryClient()
  const refreshShell = useRefreshShell()
  const { reason } = usePermission(projectPermissions.update, { ref })
  const save = async (wanted: string) => {
    const { name } = await client.project.settings.rename({ ref, name: wanted })
    noteProject(queries, ref, { name })
    await refreshShell()
    return name
  }
  return (
    <SettingsRow title="Project" description="The ref is part of addresses and connection names, and stays as it is.">
      <NameForm
        name={project.name}
        schema={ProjectName}
        save={save}
        saved="Saved the project’s name"
        autoComplete="off"
        disabledReason={reason}
        fieldSentences={[NAME_TAKEN]}
      >
        <Field label="Project ref">
          <Input readOnly mono value={ref} trailing={<CopyButton value={ref} label="Copy project ref" size="xs" />} />
        </Field>
      </NameForm>
    </SettingsRow>
  )
}
