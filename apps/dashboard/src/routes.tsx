import type { GateArea } from '@stoa/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { lazyContent } from './parts/frame/lazy-part.tsx'
import { parseQuery, stringifyQuery } from './parts/query-params/query-params.ts'
import { accountRoutes } from './routes/account.tsx'
import { databaseRoutes } from './routes/database.tsx'
import { organizationRoutes } from './routes/organization.tsx'
import { projectRoute } from './routes/project.tsx'
import { frameRoute, rootRoute } from './routes/root.tsx'
import { settingsRoutes } from './routes/settings.tsx'
import { workRoutes } from './routes/work.tsx'
import { NotFound } from './shell/NotFound.tsx'
import { ScreenError } from './shell/ScreenError.tsx'
import { ScreenPending } from './shell/ScreenPending.tsx'

// Every address of the dashboard, here and below `routes/`: nothing else knows all screens. Each screen is a chunk of
// its own; what a screen needs from the server is asked for with its address, so that the request leaves before the
// screen's code arrives. `routes.modules.ts` lists the same screens for the server.

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The area that some status screens of a project let through. */
    area?: GateArea
    /** What the address is for, as a paused project names it: "the SQL editor". */
    product?: string
  }
}

/** What every address shows while nobody is signed in. */
export const SignInScreen = lazyContent(async () => (await import('./features/auth/SignInScreen.tsx')).SignInScreen)
/** What every address shows until the owner account exists. */
export const FirstVisitScreen = lazyContent(
  async () => (await import('./features/auth/FirstVisitScreen.tsx')).FirstVisitScreen,
)

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: lazyRouteComponent(() => import('./features/auth/JoinScreen.tsx'), 'JoinScreen'),
})

// Signed-out people see the sign-in page at every address; whoever opens its own address signed in is let through.
const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true })
  },
})

// Inside the frame, so that a mistyped address leaves every way on.
const unknownRoute = createRoute({ getParentRoute: () => frameRoute, path: '/$', component: NotFound })

// Every part of the design system in every state. A production build has neither the address nor the code.
const developmentRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/dev/parts',
        component: lazyRouteComponent(() => import('@stoa/ui/living'), 'LivingPage'),
      }),
    ]
  : []

const screens = [
  ...accountRoutes,
  unknownRoute,
  organizationRoutes,
  projectRoute.addChildren([...workRoutes, databaseRoutes, ...settingsRoutes]),
] as const

export const routeTree = rootRoute.addChildren([
  joinRoute,
  signInRoute,
  frameRoute.addChildren(screens),
  ...developmentRoutes,
])

/**
 * Makes the router.
 * @param queries the cache that loaders ask through
 */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: ScreenError,
    defaultNotFoundComponent: NotFound,
    // Parameters are plain text in both directions: an address typed by hand means what it says.
    parseSearch: (search) => parseQuery(search),
    stringifySearch: stringifyQuery,
    scrollRestoration: true,
  })
}
