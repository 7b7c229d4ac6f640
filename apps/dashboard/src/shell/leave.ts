import { toast } from '@stoa/ui'
import { errorMessage } from '../api/errors.ts'
import { signOut } from '../api/session.ts'

/** Ends the session, or says why it could not be ended. */
export function leave(): void {
  signOut().catch((error: unknown) => toast.error({ title: 'Signing out failed', description: errorMessage(error) }))
}
