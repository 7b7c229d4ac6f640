import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { orpc } from '../api/client.ts'
import type { QueryParams } from '../parts/query-params/query-params.ts'
import { frameRoute, textsIn } from './root.tsx'

const orgRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/org/$slug',
  component: lazyRouteComponent(() => import('../features/org/OrgPages.tsx'), 'OrgPages'),
})

const orgGeneralRoute = createRoute({
  getParentRoute: () => orgRoute,
  path: '/general',
  component: lazyRouteComponent(() => import('../features/org/general/GeneralScreen.tsx'), 'GeneralScreen'),
})

const orgTeamRoute = createRoute({
  getParentRoute: () => orgRoute,
  path: '/team',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.org.team.list.queryOptions({ input: { slug: params.slug } })),
  component: lazyRouteComponent(() => import('../features/org/team/TeamScreen.tsx'), 'TeamScreen'),
})

const orgBillingRoute = createRoute({
  getParentRoute: () => orgRoute,
  path: '/billing',
  validateSearch: (search: QueryParams) => textsIn(search, 'panel', 'source'),
  component: lazyRouteComponent(() => import('../features/org/billing/BillingScreen.tsx'), 'BillingScreen'),
})

const orgIndexRoute = createRoute({
  getParentRoute: () => orgRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/org/$slug/general', params, replace: true })
  },
})

/** The pages of an organization. */
export const organizationRoutes = orgRoute.addChildren([orgIndexRoute, orgGeneralRoute, orgTeamRoute, orgBillingRoute])
