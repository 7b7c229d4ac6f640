import { name } from '@stoa/contract'
import { Field, Input, SettingsRow } from '@stoa/ui'
import { client } from '../../api/client.ts'
import { useRefreshShell, useShell } from '../../api/shell.ts'
import { NameForm } from '../../parts/forms/NameForm.tsx'

const PersonName = name('Name', 64)

/** The name that others see, and the address one signs in with. */
export function Profile() {
  const { profile } = useShell()
  const refreshShell = useRefreshShell()
  const save = async (wanted: string) => {
    const saved = await client.account.updateProfile({ name: wanted })
    await refreshShell()
    return saved.name
  }
  return (
    <SettingsRow title="Profile" description="Your name is shown to the members of your organizations.">
      <NameForm name={profile.name} schema={PersonName} save={save} saved="Saved your name" autoComplete="name">
        <Field label="Email" hint="The address you sign in with.">
          <Input readOnly value={profile.primary_email} />
        </Field>
      </NameForm>
    </SettingsRow>
  )
}
