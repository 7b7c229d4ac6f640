import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { orpc } from '../api/client.ts'
import { shellQuery } from '../api/shell.ts'
import { advisorsSearch } from '../features/project/advisors/search.ts'
import { editorSearch, openInput, restored } from '../features/project/editor/memory.ts'
import { logSearch } from '../features/project/logs/filters.ts'
import { snippetIn } from '../features/project/sql/snippet-address.ts'
import { readDraftEarly } from '../features/project/sql/snippets/draft-store.ts'
import { tabsOf } from '../features/project/sql/snippets/tabs.ts'
import { editorFirst } from '../parts/frame/first-picture.tsx'
import type { QueryParams } from '../parts/query-params/query-params.ts'
import { projectRoute } from './project.tsx'
import { textsIn } from './root.tsx'

const homeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  // The upgrade whose end is shown before the page.
  validateSearch: (search: QueryParams) => textsIn(search, 'trackingId'),
  component: lazyRouteComponent(() => import('../features/project/home/HomeScreen.tsx'), 'HomeScreen'),
})

const sqlRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sql',
  staticData: { product: 'the SQL editor' },
  // The schema whose tables are completed without its name.
  validateSearch: (search: QueryParams) => textsIn(search, 'schema'),
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
    const id = snippetIn(location.pathname)
    if (account !== undefined && id !== null) await readDraftEarly(account, params.ref, id)
  },
  component: lazyRouteComponent(() => import('../features/project/sql/SqlScreen.tsx'), 'SqlScreen'),
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
  component: lazyRouteComponent(() => import('../features/project/editor/EditorScreen.tsx'), 'EditorScreen'),
})

const graphiqlRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/api/graphiql',
  staticData: { product: 'the GraphQL explorer' },
  component: lazyRouteComponent(() => import('../features/project/api/graphiql/GraphiqlScreen.tsx'), 'GraphiqlScreen'),
})

const logsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs',
  staticData: { product: 'the logs' },
  validateSearch: logSearch,
  component: lazyRouteComponent(() => import('../features/project/logs/LogsScreen.tsx'), 'LogsScreen'),
})

const reportsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/reports',
  staticData: { product: 'the reports' },
  component: lazyRouteComponent(() => import('../features/project/reports/ReportsPages.tsx'), 'ReportsPages'),
})

const reportListRoute = createRoute({
  getParentRoute: () => reportsRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../features/project/reports/ReportsScreen.tsx'), 'ReportsScreen'),
})

const reportRoute = createRoute({
  getParentRoute: () => reportsRoute,
  path: '/$id',
  component: lazyRouteComponent(() => import('../features/project/reports/ReportScreen.tsx'), 'ReportScreen'),
})

const advisorsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/advisors',
  staticData: { product: 'the advisors' },
  validateSearch: advisorsSearch,
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.advisors.list.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('../features/project/advisors/AdvisorsScreen.tsx'), 'AdvisorsScreen'),
})

// What it keeps is the platform's: it is there while the project is paused.
const vaultRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/vault',
  staticData: { area: 'settings' },
  component: lazyRouteComponent(() => import('../features/project/vault/VaultScreen.tsx'), 'VaultScreen'),
})

/** The pages on which one works with a project. */
export const workRoutes = [
  homeRoute,
  sqlRoute.addChildren([snippetRoute]),
  editorRoute,
  graphiqlRoute,
  logsRoute,
  reportsRoute.addChildren([reportListRoute, reportRoute]),
  advisorsRoute,
  vaultRoute,
] as const
