import type { GateArea } from '@stoa/contract'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { PanelRight, Sparkles } from 'lucide-react'
import { orpc } from './api/client.ts'
import { shellQuery } from './api/shell.ts'
import { advisorsSearch } from './features/project/advisors/search.ts'
import { connectionsSearch } from './features/project/database/connections/search.ts'
import { visualizerSearch } from './features/project/database/visualizer/search.ts'
import { editorSearch, openInput, restored } from './features/project/editor/memory.ts'
import { logSearch } from './features/project/logs/filters.ts'
import { readDraftEarly } from './features/project/sql/snippets/draft-store.ts'
import { tabsOf } from './features/project/sql/snippets/tabs.ts'
import { ASSISTANT_PANEL } from './parts/assistant/ask.ts'
import { editorFirst } from './parts/frame/first-picture.tsx'
import { lazyContent, lazyDialog } from './parts/frame/lazy-part.tsx'
import { type Panel, panels } from './parts/frame/panels.ts'
import type { SupportSearch } from './parts/project/support-link.ts'
import { parseQuery, type QueryParams, stringifyQuery } from './parts/query-params/query-params.ts'
import { Frame } from './shell/Frame.tsx'
import { NotFound } from './shell/NotFound.tsx'
import { ScreenError } from './shell/ScreenError.tsx'
import { ScreenPending } from './shell/ScreenPending.tsx'

// Every address of the dashboard, and the only file that knows all screens. Each screen is a chunk of its own; what a
// screen needs from the server is asked for here, so that the request leaves before the screen's code arrives.
// `routes.modules.ts` lists the same screens for the server.

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

const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet })

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

const OVERLAYS = {
  ApiDocs: lazyDialog(async () => (await import('./features/panel/api-docs/ApiDocs.tsx')).ApiDocs),
  Connect: lazyDialog(async () => (await import('./features/panel/connect/ConnectDialog.tsx')).ConnectDialog),
}
const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: () => <Frame overlays={OVERLAYS} />,
})

const indexRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true })
  },
})

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const projectsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/projects',
  validateSearch: (search: QueryParams): { org?: string; q?: string; show?: string; sort?: string } => ({
    ...(text(search.org) && { org: text(search.org) }),
    ...(text(search.q) && { q: text(search.q) }),
    ...(text(search.show) && { show: text(search.show) }),
    ...(text(search.sort) && { sort: text(search.sort) }),
  }),
  loader: ({ context }) => void context.queries.prefetchQuery(orpc.projects.list.queryOptions()),
  component: lazyRouteComponent(() => import('./features/projects/ProjectsScreen.tsx'), 'ProjectsScreen'),
})

const newProjectRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/projects/new',
  validateSearch: (search: QueryParams): { org?: string } => (text(search.org) ? { org: text(search.org) } : {}),
  component: lazyRouteComponent(() => import('./features/projects/NewProjectScreen.tsx'), 'NewProjectScreen'),
})

const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account',
  loader: ({ context }) => void context.queries.prefetchQuery(orpc.account.tokens.queryOptions()),
  component: lazyRouteComponent(() => import('./features/account/AccountScreen.tsx'), 'AccountScreen'),
})

const supportRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/support',
  validateSearch: (search: QueryParams): { id?: string } => (text(search.id) ? { id: text(search.id) } : {}),
  loader: ({ context }) => void context.queries.prefetchQuery(orpc.support.list.queryOptions()),
  component: lazyRouteComponent(() => import('./features/support/SupportScreen.tsx'), 'SupportScreen'),
})

const newRequestRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/support/new',
  validateSearch: (search: QueryParams): SupportSearch => ({
    ...(text(search.category) && { category: text(search.category) }),
    ...(text(search.ref) && { ref: text(search.ref) }),
    ...(text(search.subject) && { subject: text(search.subject) }),
    ...(text(search.message) && { message: text(search.message) }),
  }),
  loader: ({ context }) => void context.queries.prefetchQuery(orpc.support.desk.queryOptions({ staleTime: 60_000 })),
  component: lazyRouteComponent(() => import('./features/support/new/NewRequestScreen.tsx'), 'NewRequestScreen'),
})

const orgRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/org/$slug',
  component: lazyRouteComponent(() => import('./features/org/OrgPages.tsx'), 'OrgPages'),
})

const orgGeneralRoute = createRoute({
  getParentRoute: () => orgRoute,
  path: '/general',
  component: lazyRouteComponent(() => import('./features/org/general/GeneralScreen.tsx'), 'GeneralScreen'),
})

const orgTeamRoute = createRoute({
  getParentRoute: () => orgRoute,
  path: '/team',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.org.team.list.queryOptions({ input: { slug: params.slug } })),
  component: lazyRouteComponent(() => import('./features/org/team/TeamScreen.tsx'), 'TeamScreen'),
})

const orgBillingRoute = createRoute({
  getParentRoute: () => orgRoute,
  path: '/billing',
  validateSearch: (search: QueryParams): { panel?: string; source?: string } => ({
    ...(text(search.panel) && { panel: text(search.panel) }),
    ...(text(search.source) && { source: text(search.source) }),
  }),
  component: lazyRouteComponent(() => import('./features/org/billing/BillingScreen.tsx'), 'BillingScreen'),
})

const orgIndexRoute = createRoute({
  getParentRoute: () => orgRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/org/$slug/general', params, replace: true })
  },
})

const ASSISTANT: Panel = {
  id: ASSISTANT_PANEL,
  label: 'Assistant',
  icon: Sparkles,
  key: 'i',
  Content: lazyDialog(
    async () => (await import('./features/panel/assistant/AssistantPanel.tsx')).AssistantPanel,
    () => panels.close(),
  ),
}
const SQL_PANEL: Panel = {
  id: 'sql',
  label: 'SQL editor panel',
  icon: PanelRight,
  key: 'j',
  Content: lazyDialog(
    async () => (await import('./features/panel/sql-editor/SqlPanel.tsx')).SqlPanel,
    () => panels.close(),
  ),
}

let leaveProject: (() => void) | null = null

const projectRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/project/$ref',
  onEnter: () => {
    const leave = [ASSISTANT, SQL_PANEL].map(panels.register)
    leaveProject = () => {
      for (const one of leave) one()
    }
  },
  onLeave: () => leaveProject?.(),
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.home.get.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('./features/project/lifecycle/ProjectPages.tsx'), 'ProjectPages'),
})

const homeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  // The upgrade whose end is shown before the page.
  validateSearch: (search: QueryParams): { trackingId?: string } =>
    text(search.trackingId) ? { trackingId: text(search.trackingId) } : {},
  component: lazyRouteComponent(() => import('./features/project/home/HomeScreen.tsx'), 'HomeScreen'),
})

/** The query in an address of the SQL editor; null where there is none. */
const snippetIn = (pathname: string): string | null => /\/sql\/([^/]+)$/.exec(pathname)?.[1] ?? null

const sqlRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sql',
  staticData: { product: 'the SQL editor' },
  // The schema whose tables are completed without its name.
  validateSearch: (search: QueryParams): { schema?: string } =>
    text(search.schema) ? { schema: text(search.schema) } : {},
  // The query that was open last, here and not in the screen, which would be drawn twice for it.
  beforeLoad: ({ context, params, preload, location, search }) => {
    const account = context.queries.getQueryData(shellQuery().queryKey)?.profile.id
    if (preload || account === undefined || snippetIn(location.pathname) !== null) return
    const { active } = tabsOf(account, params.ref).get()
    if (active === null) return
    throw redirect({
      to: '/project/$ref/sql/$snippetId',
      params: { ref: params.ref, snippetId: active },
      search,
      replace: true,
    })
  },
  loader: async ({ context, params, preload, location }) => {
    // Not while the pointer only rests on the link: the text may change until it is pressed.
    if (preload) return
    editorFirst()
    const account = context.queries.getQueryData(shellQuery().queryKey)?.profile.id
    if (account !== undefined) await readDraftEarly(account, params.ref, snippetIn(location.pathname))
  },
  component: lazyRouteComponent(() => import('./features/project/sql/SqlScreen.tsx'), 'SqlScreen'),
})

// A child without a component: the editor stays mounted while the snippet in the address changes.
const snippetRoute = createRoute({ getParentRoute: () => sqlRoute, path: '/$snippetId' })

const editorRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/editor',
  staticData: { product: 'the table editor' },
  validateSearch: editorSearch,
  beforeLoad: ({ params, search }) => {
    const more = restored(params.ref, search)
    if (more !== null) throw redirect({ to: '/project/$ref/editor', params, search: more, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    void context.queries.prefetchQuery(orpc.project.editor.open.queryOptions({ input: openInput(params.ref, deps) })),
  component: lazyRouteComponent(() => import('./features/project/editor/EditorScreen.tsx'), 'EditorScreen'),
})

const graphiqlRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/api/graphiql',
  staticData: { product: 'the GraphQL explorer' },
  component: lazyRouteComponent(() => import('./features/project/api/graphiql/GraphiqlScreen.tsx'), 'GraphiqlScreen'),
})

const logsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs',
  staticData: { product: 'the logs' },
  validateSearch: logSearch,
  component: lazyRouteComponent(() => import('./features/project/logs/LogsScreen.tsx'), 'LogsScreen'),
})

const reportsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/reports',
  staticData: { product: 'the reports' },
  component: lazyRouteComponent(() => import('./features/project/reports/ReportsPages.tsx'), 'ReportsPages'),
})

const reportListRoute = createRoute({
  getParentRoute: () => reportsRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./features/project/reports/ReportsScreen.tsx'), 'ReportsScreen'),
})

const reportRoute = createRoute({
  getParentRoute: () => reportsRoute,
  path: '/$id',
  component: lazyRouteComponent(() => import('./features/project/reports/ReportScreen.tsx'), 'ReportScreen'),
})

const databaseRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/database',
  staticData: { product: 'the database pages' },
  component: lazyRouteComponent(() => import('./features/project/database/DatabasePages.tsx'), 'DatabasePages'),
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
    () => import('./features/project/database/backups/ScheduledScreen.tsx'),
    'ScheduledScreen',
  ),
})

const pitrRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/backups/pitr',
  staticData: { area: 'backups' },
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.backups.pitr.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('./features/project/database/backups/PitrScreen.tsx'), 'PitrScreen'),
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
    () => import('./features/project/database/visualizer/VisualizerScreen.tsx'),
    'VisualizerScreen',
  ),
})

const connectionsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/connections',
  validateSearch: connectionsSearch,
  component: lazyRouteComponent(
    () => import('./features/project/database/connections/ConnectionsScreen.tsx'),
    'ConnectionsScreen',
  ),
})

const advisorsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/advisors',
  staticData: { product: 'the advisors' },
  validateSearch: advisorsSearch,
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.advisors.list.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('./features/project/advisors/AdvisorsScreen.tsx'), 'AdvisorsScreen'),
})

// What it keeps is the platform's: it is there while the project is paused.
const vaultRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/vault',
  staticData: { area: 'settings' },
  component: lazyRouteComponent(() => import('./features/project/vault/VaultScreen.tsx'), 'VaultScreen'),
})

const tablesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/tables',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(
      orpc.project.database.meta.tables.queryOptions({ input: { ref: params.ref, include_columns: false } }),
    ),
  component: lazyRouteComponent(() => import('./features/project/database/tables/TablesScreen.tsx'), 'TablesScreen'),
})

const typesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/types',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.meta.types.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('./features/project/database/types/TypesScreen.tsx'), 'TypesScreen'),
})

const indexesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/indexes',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.indexes.list.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('./features/project/database/indexes/IndexesScreen.tsx'), 'IndexesScreen'),
})

const migrationsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/migrations',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(
      orpc.project.database.migrations.list.queryOptions({ input: { ref: params.ref } }),
    ),
  component: lazyRouteComponent(
    () => import('./features/project/database/migrations/MigrationsScreen.tsx'),
    'MigrationsScreen',
  ),
})

const schemasRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/schemas',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.schemas.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('./features/project/database/schemas/SchemasScreen.tsx'), 'SchemasScreen'),
})

const viewsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/views',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.views.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('./features/project/database/views/ViewsScreen.tsx'), 'ViewsScreen'),
})

const functionsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/functions',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.functions.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('./features/project/database/functions/FunctionsScreen.tsx'),
    'FunctionsScreen',
  ),
})

const triggersRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/triggers',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.triggers.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('./features/project/database/triggers/TriggersScreen.tsx'),
    'TriggersScreen',
  ),
})

const policiesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/policies',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.policies.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('./features/project/database/policies/PoliciesScreen.tsx'),
    'PoliciesScreen',
  ),
})

const rolesRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/roles',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.roles.list.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('./features/project/database/roles/RolesScreen.tsx'), 'RolesScreen'),
})

const extensionsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/extensions',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.extensions.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('./features/project/database/extensions/ExtensionsScreen.tsx'),
    'ExtensionsScreen',
  ),
})

const publicationsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: '/publications',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.database.publications.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(
    () => import('./features/project/database/publications/PublicationsScreen.tsx'),
    'PublicationsScreen',
  ),
})

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings',
  staticData: { area: 'settings' },
  component: lazyRouteComponent(() => import('./features/project/settings/SettingsPages.tsx'), 'SettingsPages'),
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
  component: lazyRouteComponent(() => import('./features/project/settings/general/GeneralScreen.tsx'), 'GeneralScreen'),
})

const settingsApiRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.settings.api.get.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('./features/project/settings/api/ApiScreen.tsx'), 'ApiScreen'),
})

const settingsDatabaseRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/database',
  component: lazyRouteComponent(
    () => import('./features/project/settings/database/DatabaseScreen.tsx'),
    'DatabaseScreen',
  ),
})

const settingsCustomDomainRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/custom-domain',
  component: lazyRouteComponent(
    () => import('./features/project/settings/custom-domain/CustomDomainScreen.tsx'),
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
    () => import('./features/project/compute-and-disk/ComputeAndDiskScreen.tsx'),
    'ComputeAndDiskScreen',
  ),
})

const infrastructureRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/infrastructure',
  staticData: { product: 'the infrastructure page' },
  component: lazyRouteComponent(
    () => import('./features/project/infrastructure/InfrastructureScreen.tsx'),
    'InfrastructureScreen',
  ),
})

const addonsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/addons',
  staticData: { area: 'settings' },
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.addons.get.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('./features/project/addons/AddonsScreen.tsx'), 'AddonsScreen'),
})

const usageRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/usage',
  staticData: { area: 'settings' },
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.usage.get.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('./features/project/usage/UsageScreen.tsx'), 'UsageScreen'),
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
  indexRoute,
  projectsRoute,
  newProjectRoute,
  accountRoute,
  supportRoute,
  newRequestRoute,
  unknownRoute,
  orgRoute.addChildren([orgIndexRoute, orgGeneralRoute, orgTeamRoute, orgBillingRoute]),
  projectRoute.addChildren([
    homeRoute,
    sqlRoute.addChildren([snippetRoute]),
    editorRoute,
    databaseRoute.addChildren([
      databaseIndexRoute,
      tablesRoute,
      typesRoute,
      indexesRoute,
      migrationsRoute,
      backupsIndexRoute,
      scheduledBackupsRoute,
      pitrRoute,
      visualizerRoute,
      connectionsRoute,
      schemasRoute,
      viewsRoute,
      functionsRoute,
      triggersRoute,
      policiesRoute,
      rolesRoute,
      extensionsRoute,
      publicationsRoute,
    ]),
    graphiqlRoute,
    logsRoute,
    reportsRoute.addChildren([reportListRoute, reportRoute]),
    computeAndDiskRoute,
    infrastructureRoute,
    addonsRoute,
    usageRoute,
    advisorsRoute,
    vaultRoute,
    settingsRoute.addChildren([
      settingsIndexRoute,
      settingsGeneralRoute,
      settingsApiRoute,
      settingsDatabaseRoute,
      settingsCustomDomainRoute,
    ]),
  ]),
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
