import { Dialog } from '@stoa/ui'
import { useQueryClient } from '@tanstack/react-query'
import { client, orpc } from '../api/client.ts'
import { putOffSignIn, sessionRestored } from '../api/session.ts'
import { useShell } from '../api/shell.ts'
import { SignInForm } from '../parts/auth/SignInForm.tsx'

/**
 * Asks to sign in again over the page when the session has ended. The page stays as it is: nothing typed is lost, and
 * what was refused is asked again. Another person gets a page of their own.
 */
export function SessionDialog() {
  const { profile } = useShell()
  const queries = useQueryClient()

  async function onSignedIn() {
    const shell = await client.shell.get()
    if (shell.profile.id !== profile.id) return window.location.reload()
    queries.setQueryData(orpc.shell.get.queryKey(), shell)
    sessionRestored()
    await queries.invalidateQueries()
  }

  return (
    <Dialog
      onClose={putOffSignIn}
      title="Sign in again"
      description="Your session has ended. The page behind stays as it is."
    >
      <SignInForm email={profile.primary_email} onSignedIn={onSignedIn} />
    </Dialog>
  )
}
