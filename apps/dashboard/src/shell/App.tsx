import { Toaster, TooltipProvider } from '@stoa/ui'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { boot, bootAgain } from '../api/boot.ts'
import { errorMessage } from '../api/errors.ts'
import type { Boot } from '../api/parse-boot.ts'
import { sessionRestored } from '../api/session.ts'
import { createAppRouter, FirstVisitScreen, SignInScreen } from '../routes.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { SessionGuard } from './SessionGuard.tsx'

type AppRouter = ReturnType<typeof createAppRouter>
type State = { readonly boot: Boot; readonly router: AppRouter } | { readonly error: unknown } | null

/** Whether there is somebody, or an invitation, to show pages to. */
const hasPages = (boot: Boot): boolean =>
  !boot.needs_owner && (boot.shell !== null || window.location.pathname === '/join')

/**
 * Makes the router and loads the screen at the address, if one will be shown. React would draw a placeholder for a
 * screen whose code it has to wait for, and then keep it for 300 ms however soon the code is there.
 */
async function enter(boot: Boot, queries: QueryClient): Promise<State> {
  const router = createAppRouter(queries)
  if (hasPages(boot)) await router.load()
  return { boot, router }
}

/** The whole dashboard: decides whether somebody is signed in, and holds what every screen shares. */
export function App({ queries }: { queries: QueryClient }) {
  const [state, setState] = useState<State>(null)
  const load = useCallback(
    (loading: Promise<Boot>) =>
      loading.then((data) => enter(data, queries)).then(setState, (error: unknown) => setState({ error })),
    [queries],
  )
  const again = useCallback(async () => {
    await load(bootAgain(queries))
    sessionRestored()
  }, [load, queries])
  useEffect(() => void load(boot(queries)), [load, queries])

  return (
    <QueryClientProvider client={queries}>
      <TooltipProvider>
        {state === null ? null : 'error' in state ? (
          <ErrorPage title="Stoa cannot start" message={errorMessage(state.error)} onRetry={() => void again()} />
        ) : (
          <Suspense fallback={null}>
            <Entrance boot={state.boot} router={state.router} onSignedIn={again} />
          </Suspense>
        )}
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

function Entrance({ boot, router, onSignedIn }: { boot: Boot; router: AppRouter; onSignedIn: () => Promise<void> }) {
  if (boot.needs_owner) return <FirstVisitScreen onSignedIn={onSignedIn} />
  // An invitation is for people without an account too.
  if (!hasPages(boot)) return <SignInScreen onSignedIn={onSignedIn} />
  return (
    <>
      <RouterProvider router={router} />
      {boot.shell === null ? null : <SessionGuard />}
    </>
  )
}
