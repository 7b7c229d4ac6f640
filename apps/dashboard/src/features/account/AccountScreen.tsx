import { Page, PageHeader, Settings } from '@stoa/ui'
import { useShell } from '../../api/shell.ts'
import { usePageTitle } from '../../parts/page/title.ts'
import { AccessTokens } from './AccessTokens.tsx'
import { Password } from './Password.tsx'
import { PlatformModel } from './PlatformModel.tsx'
import { Profile } from './Profile.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

/** What belongs to the signed-in person: name, password, tokens, theme. */
export function AccountScreen() {
  usePageTitle('Account')
  const { operator } = useShell()
  return (
    <Page>
      <PageHeader title="Account" />
      <Settings>
        <Profile />
        <Password />
        <AccessTokens />
        <ThemeChoice />
        {operator ? <PlatformModel /> : null}
      </Settings>
    </Page>
  )
}
