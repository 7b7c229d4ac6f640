import { Banner, Button } from '@stoa/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ping, setReachable, useReachable } from '../api/reachability.ts'
import { askToSignIn, useSessionState } from '../api/session.ts'
import { FrameBanner } from '../parts/frame/slots.tsx'

const RETRY_MS = 3_000

/** Says that the server does not answer, asks again by itself, and brings everything up to date when it does. */
export function ConnectionNotice() {
  const reachable = useReachable()
  const session = useSessionState()
  const queries = useQueryClient()
  useEffect(() => {
    if (reachable) return
    const timer = setInterval(async () => {
      if (!(await ping())) return
      setReachable(true)
      await queries.invalidateQueries()
    }, RETRY_MS)
    return () => clearInterval(timer)
  }, [reachable, queries])
  useEffect(() => {
    // A browser without a network may still reach a server on its own machine, so it is asked.
    const ask = () => void ping().then((answers) => answers || setReachable(false))
    window.addEventListener('offline', ask)
    return () => window.removeEventListener('offline', ask)
  }, [])

  if (!reachable) {
    return (
      <FrameBanner>
        <Banner tone="warn">
          <b className="font-medium">The server does not answer.</b> Trying again every few seconds. Nothing you typed
          is lost.
        </Banner>
      </FrameBanner>
    )
  }
  if (session !== 'put-off') return null
  return (
    <FrameBanner>
      <Banner
        tone="warn"
        action={
          <Button size="sm" onClick={askToSignIn}>
            Sign in
          </Button>
        }
      >
        <b className="font-medium">You are signed out.</b> What you see may be out of date, and nothing can be saved.
      </Banner>
    </FrameBanner>
  )
}
