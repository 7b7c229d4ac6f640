import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { orpc } from '../api/client.ts'
import type { SupportSearch } from '../parts/project/support-link.ts'
import type { QueryParams } from '../parts/query-params/query-params.ts'
import { frameRoute, textsIn } from './root.tsx'

const indexRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true })
  },
})

const projectsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/projects',
  validateSearch: (search: QueryParams) => textsIn(search, 'org', 'q', 'show', 'sort'),
  loader: ({ context }) => void context.queries.prefetchQuery(orpc.projects.list.queryOptions()),
  component: lazyRouteComponent(() => import('../features/projects/ProjectsScreen.tsx'), 'ProjectsScreen'),
})

const newProjectRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/projects/new',
  validateSearch: (search: QueryParams) => textsIn(search, 'org'),
  component: lazyRouteComponent(() => import('../features/projects/NewProjectScreen.tsx'), 'NewProjectScreen'),
})

const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account',
  loader: ({ context }) => void context.queries.prefetchQuery(orpc.account.tokens.queryOptions()),
  component: lazyRouteComponent(() => import('../features/account/AccountScreen.tsx'), 'AccountScreen'),
})

const supportRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/support',
  validateSearch: (search: QueryParams) => textsIn(search, 'id'),
  loader: ({ context }) => void context.queries.prefetchQuery(orpc.support.list.queryOptions()),
  component: lazyRouteComponent(() => import('../features/support/SupportScreen.tsx'), 'SupportScreen'),
})

const newRequestRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/support/new',
  validateSearch: (search: QueryParams): SupportSearch => textsIn(search, 'category', 'ref', 'subject', 'message'),
  loader: ({ context }) => void context.queries.prefetchQuery(orpc.support.desk.queryOptions({ staleTime: 60_000 })),
  component: lazyRouteComponent(() => import('../features/support/new/NewRequestScreen.tsx'), 'NewRequestScreen'),
})

/** The pages that belong to an account: its projects, its own settings, its requests for support. */
export const accountRoutes = [
  indexRoute,
  projectsRoute,
  newProjectRoute,
  accountRoute,
  supportRoute,
  newRequestRoute,
] as const
