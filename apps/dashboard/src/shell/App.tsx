import { Toaster } from '@stoa/ui'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { bootAgain } from '../api/boot.ts'
import { errorMessage } from '../api/errors.ts'
import type { Boot } from '../api/parse-boot.ts'
import { sessionRestored } from '../api/session.ts'
import { endEarlyEditor } from '../parts/sql-code/early-editor.ts'
import { createAppRouter, FirstVisitScreen, SignInScreen } from '../routes.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { SessionGuard } from './SessionGuard.tsx'

/** For so many ms after the first picture a screen may still take over the editor that stood before it. */
const TAKING_OVER_MS = 1_000

type AppRouter = ReturnType<typeof createAppRouter>
type State = { readonly boot: Boot; readonly router: AppRouter } | { readonly error: unknown }

/** Whether there is somebody, or an invitation, to show pages to. */
const hasPages = (boot: Boot): boolean =>
  !boot.needs_owner && (boot.shell !== null || window.location.pathname === '/join')

/**
 * Makes the router and loads the screen at the address, if one will be shown. React would draw a placeholder for a
 * screen whose code it has to wait for, and then keep it for 300 ms however soon the code is there.
 * @param booting the data to begin with
 * @returns what to show; never fails
 */
export async function enter(booting: Promise<Boot>, queries: QueryClient): Promise<State> {
  try {
    const data = await booting
    const router = createAppRouter(queries)
    if (hasPages(data)) await router.load()
    return { boot: data, router }
  } catch (error) {
    return { error }
  }
}

/**
 * The whole dashboard: decides whether somebody is signed in, and holds what every screen shares.
 * @param first what it begins with, as `enter` gives it
 */
export function App({ queries, first }: { queries: QueryClient; first: State }) {
  const [state, setState] = useState(first)
  useEffect(() => {
    const timer = setTimeout(endEarlyEditor, TAKING_OVER_MS)
    return () => clearTimeout(timer)
  }, [])
  const again = useCallback(async () => {
    setState(await enter(bootAgain(queries), queries))
    sessionRestored()
  }, [queries])

  return (
    <QueryClientProvider client={queries}>
      {'error' in state ? (
        <ErrorPage title="Stoa cannot start" message={errorMessage(state.error)} onRetry={() => void again()} />
      ) : (
        <Suspense fallback={null}>
          <Entrance boot={state.boot} router={state.router} onSignedIn={again} />
        </Suspense>
      )}
      <Toaster />
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
