import { Suspense, useEffect } from 'react'
import { useSessionState } from '../api/session.ts'
import { lazyPart } from '../parts/frame/lazy-part.tsx'

const load = () => import('./SessionDialog.tsx')
const SessionDialog = lazyPart(async () => (await load()).SessionDialog)

/** When the dialog is fetched, in ms after the page: once needed, the server may be another version. */
const FETCH_AFTER_MS = 4_000

/** Asks to sign in again when the session has ended. */
export function SessionGuard() {
  const state = useSessionState()
  useEffect(() => {
    // Should it fail, it is fetched again when it is needed.
    const timer = setTimeout(() => void load().catch(() => {}), FETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return state === 'asked' ? (
    <Suspense fallback={null}>
      <SessionDialog />
    </Suspense>
  ) : null
}
