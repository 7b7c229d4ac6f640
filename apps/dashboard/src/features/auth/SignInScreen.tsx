import { SignInForm } from '../../parts/auth/SignInForm.tsx'
import { usePageTitle } from '../../parts/page/title.ts'
import { Outside } from './Outside.tsx'

/** Sign in with an existing account. There is no way to make one here: accounts come from invitations. */
export function SignInScreen({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  usePageTitle('Sign in')
  return (
    <Outside title="Sign in">
      <SignInForm onSignedIn={onSignedIn} />
      <p className="ui-hint mt-4">No account? Ask an owner of your organization for an invitation link.</p>
    </Outside>
  )
}
