import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, Outlet } from '@tanstack/react-router'
import { lazyDialog } from '../parts/frame/lazy-part.tsx'
import type { QueryParams } from '../parts/query-params/query-params.ts'
import { Frame } from '../shell/Frame.tsx'

/** What every address lies under. */
export const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet })

const OVERLAYS = {
  ApiDocs: lazyDialog(async () => (await import('../features/panel/api-docs/ApiDocs.tsx')).ApiDocs),
  Connect: lazyDialog(async () => (await import('../features/panel/connect/ConnectDialog.tsx')).ConnectDialog),
}

/** The frame around every page of somebody who is signed in. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: () => <Frame overlays={OVERLAYS} />,
})

/** The texts that stand under these names in an address; what is empty is not there. */
export function textsIn<Name extends string>(search: QueryParams, ...names: Name[]): { [name in Name]?: string } {
  const found: { [name in Name]?: string } = {}
  for (const name of names) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') found[name] = value
  }
  return found
}
