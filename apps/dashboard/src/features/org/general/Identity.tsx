import { name, type Organization, organizationPermissions } from '@stoa/contract'
import { CopyButton, Field, Input, SettingsRow } from '@stoa/ui'
import { client } from '../../../api/client.ts'
import { usePermission } from '../../../api/permissions.ts'
import { useRefreshShell } from '../../../api/shell.ts'
import { NameForm } from '../../../parts/forms/NameForm.tsx'

const OrganizationName = name('Organization name', 64)

/** The name people see, and the slug that addresses carry, which never changes. */
export function Identity({ organization }: { organization: Organization }) {
  const { slug } = organization
  const refreshShell = useRefreshShell()
  const { reason } = usePermission(organizationPermissions.update, { slug })
  const save = async (wanted: string) => {
    const saved = await client.org.general.update({ slug, name: wanted })
    await refreshShell()
    return saved.name
  }
  return (
    <SettingsRow title="Organization" description="The slug is part of addresses and stays as it is.">
      <NameForm
        name={organization.name}
        schema={OrganizationName}
        save={save}
        saved="Saved the organization’s name"
        autoComplete="organization"
        disabledReason={reason}
      >
        <Field label="Slug">
          <Input readOnly mono value={slug} trailing={<CopyButton value={slug} label="Copy slug" size="xs" />} />
        </Field>
      </NameForm>
    </SettingsRow>
  )
}
