import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { orpc } from '../api/client.ts'
import { projectRoute } from './project.tsx'

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings',
  staticData: { area: 'settings' },
  component: lazyRouteComponent(() => import('../features/project/settings/SettingsPages.tsx'), 'SettingsPages'),
})

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/project/$ref/settings/general', params, replace: true })
  },
})

const settingsGeneralRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/general',
  component: lazyRouteComponent(
    () => import('../features/project/settings/general/GeneralScreen.tsx'),
    'GeneralScreen',
  ),
})

const settingsApiRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.settings.api.get.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('../features/project/settings/api/ApiScreen.tsx'), 'ApiScreen'),
})

const settingsDatabaseRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/database',
  component: lazyRouteComponent(
    () => import('../features/project/settings/database/DatabaseScreen.tsx'),
    'DatabaseScreen',
  ),
})

const settingsCustomDomainRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/custom-domain',
  component: lazyRouteComponent(
    () => import('../features/project/settings/custom-domain/CustomDomainScreen.tsx'),
    'CustomDomainScreen',
  ),
})

const computeAndDiskRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/compute-and-disk',
  staticData: { area: 'settings' },
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.computeAndDisk.disk.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('../features/project/compute-and-disk/ComputeAndDiskScreen.tsx'),
    'ComputeAndDiskScreen',
  ),
})

const infrastructureRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/infrastructure',
  staticData: { product: 'the infrastructure page' },
  component: lazyRouteComponent(
    () => import('../features/project/infrastructure/InfrastructureScreen.tsx'),
    'InfrastructureScreen',
  ),
})

const addonsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/addons',
  staticData: { area: 'settings' },
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.addons.get.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('../features/project/addons/AddonsScreen.tsx'), 'AddonsScreen'),
})

const usageRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/usage',
  staticData: { area: 'settings' },
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.usage.get.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('../features/project/usage/UsageScreen.tsx'), 'UsageScreen'),
})

/** What a project is set to, runs on and uses. */
export const settingsRoutes = [
  settingsRoute.addChildren([
    settingsIndexRoute,
    settingsGeneralRoute,
    settingsApiRoute,
    settingsDatabaseRoute,
    settingsCustomDomainRoute,
  ]),
  computeAndDiskRoute,
  infrastructureRoute,
  addonsRoute,
  usageRoute,
] as const
