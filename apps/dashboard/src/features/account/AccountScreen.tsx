import { Page, PageHeader, Settings } from '@stoa/ui'
import { usePageTitle } from '../../parts/page/title.ts'
import { AccessTokens } from './AccessTokens.tsx'
import { Password } from './Password.tsx'
import { Profile } from './Profile.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

/** What belongs to the signed-in person: name, password, tokens, theme. */
export function AccountScreen() {
  usePageTitle('Account')
  return (
    <Page>
      <PageHeader title="Account" />
      <Settings>
        <Profile />
        <Password />
        <AccessTokens />
        <ThemeChoice />
      </Settings>
    </Page>
  )
}
