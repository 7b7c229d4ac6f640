import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { orpc } from '../api/client.ts'
import { connectionsSearch } from '../features/project/database/connections/search.ts'
import { visualizerSearch } from '../features/project/database/visualizer/search.ts'
import { projectRoute } from './project.tsx'

const databaseRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database',
  staticData: { product: 'the database pages' },
  component: lazyRouteComponent(() => import('../features/project/database/DatabasePages.tsx'), 'DatabasePages'),
})

const databaseIndexRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/project/$ref/database/tables', params, replace: true })
  },
})

const backupsIndexRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/backups',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/project/$ref/database/backups/scheduled', params, replace: true })
  },
})

const scheduledBackupsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/backups/scheduled',
  staticData: { area: 'backups' },
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.backups.list.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('../features/project/database/backups/ScheduledScreen.tsx'),
    'ScheduledScreen',
  ),
})

const pitrRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/backups/pitr',
  staticData: { area: 'backups' },
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.backups.pitr.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('../features/project/database/backups/PitrScreen.tsx'), 'PitrScreen'),
})

const visualizerRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/visualizer',
  validateSearch: visualizerSearch,
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(
      orpc.project.database.visualizer.draw.queryOptions({ input: { ref: params.ref } }),
    ),
  component: lazyRouteComponent(
    () => import('../features/project/database/visualizer/VisualizerScreen.tsx'),
    'VisualizerScreen',
  ),
})

const connectionsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/connections',
  validateSearch: connectionsSearch,
  component: lazyRouteComponent(
    () => import('../features/project/database/connections/ConnectionsScreen.tsx'),
    'ConnectionsScreen',
  ),
})

const tablesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/tables',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(
      orpc.project.database.meta.tables.queryOptions({ input: { ref: params.ref, include_columns: false } }),
    ),
  component: lazyRouteComponent(() => import('../features/project/database/tables/TablesScreen.tsx'), 'TablesScreen'),
})

const typesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/types',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.meta.types.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('../features/project/database/types/TypesScreen.tsx'), 'TypesScreen'),
})

const indexesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/indexes',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.indexes.list.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('../features/project/database/indexes/IndexesScreen.tsx'),
    'IndexesScreen',
  ),
})

const migrationsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/migrations',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(
      orpc.project.database.migrations.list.queryOptions({ input: { ref: params.ref } }),
    ),
  component: lazyRouteComponent(
    () => import('../features/project/database/migrations/MigrationsScreen.tsx'),
    'MigrationsScreen',
  ),
})

const schemasRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/schemas',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.schemas.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('../features/project/database/schemas/SchemasScreen.tsx'),
    'SchemasScreen',
  ),
})

const viewsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/views',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.views.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('../features/project/database/views/ViewsScreen.tsx'), 'ViewsScreen'),
})

const functionsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/functions',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.functions.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('../features/project/database/functions/FunctionsScreen.tsx'),
    'FunctionsScreen',
  ),
})

const triggersRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/triggers',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.triggers.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('../features/project/database/triggers/TriggersScreen.tsx'),
    'TriggersScreen',
  ),
})

const policiesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/policies',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.policies.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('../features/project/database/policies/PoliciesScreen.tsx'),
    'PoliciesScreen',
  ),
})

const rolesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/roles',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.roles.list.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('../features/project/database/roles/RolesScreen.tsx'), 'RolesScreen'),
})

const extensionsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/extensions',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.extensions.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('../features/project/database/extensions/ExtensionsScreen.tsx'),
    'ExtensionsScreen',
  ),
})

const publicationsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/publications',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.publications.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('../features/project/database/publications/PublicationsScreen.tsx'),
    'PublicationsScreen',
  ),
})

/** The pages of a project's database. */
export const databaseRoutes = databaseRoute.addChildren([
  databaseIndexRoute,
  backupsIndexRoute,
  scheduledBackupsRoute,
  pitrRoute,
  visualizerRoute,
  connectionsRoute,
  tablesRoute,
  typesRoute,
  indexesRoute,
  migrationsRoute,
  schemasRoute,
  viewsRoute,
  functionsRoute,
  triggersRoute,
  policiesRoute,
  rolesRoute,
  extensionsRoute,
  publicationsRoute,
])
