import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROUTE_MODULES } from './routes.modules.ts'

// The router itself needs a browser, so its source is read: every route is written in the same few words.
const folder = join(import.meta.dirname, 'routes')
const source = [join(import.meta.dirname, 'routes.tsx'), ...readdirSync(folder).map((name) => join(folder, name))]
  .map((path) => readFileSync(path, 'utf8').replaceAll("import('../", "import('./"))
  .join('\n')
const IMPORT = /lazyRouteComponent\(\s*\(\) => import\('\.\/([^']+)'\)/

/** Functions that fetch a module, by their name in the source. */
const loaders = new Map(
  [...source.matchAll(/const (\w+) = \(\) => import\('\.\/([^']+)'\)/g)].map(([, name = '', path = '']) => [
    name,
    path,
  ]),
)
/** Components that are loaded when first drawn, by their name in the source. */
const lazy = new Map(
  [
    ...source.matchAll(/const (\w+) = lazyContent\(\s*async \(\) => \(await (?:import\('\.\/([^']+)'\)|(\w+)\(\))\)/g),
  ].map(([, name = '', path, loader = '']) => [name, `src/${path ?? loaders.get(loader)}`]),
)

type Route = { parent: string; path: string; modules: string[]; redirects: boolean }

const routes = new Map<string, Route>()
for (const [, name = '', body = ''] of source.matchAll(
  /const (\w+Route) = createRoute\((\{[^\n]*\}|\{\n.*?\n\})\)\n/gs,
)) {
  const component = /component: (\w+)/.exec(body)?.[1] ?? ''
  const written = new RegExp(`function ${component}\\(.*?\\n}`, 's').exec(source)?.[0] ?? ''
  const inside = [...lazy].filter(([part]) => written.includes(`<${part}`)).map(([, path]) => path)
  const own = IMPORT.exec(body)?.[1]
  routes.set(name, {
    parent: /getParentRoute: \(\) => (\w+)/.exec(body)?.[1] ?? '',
    path: /path: '([^']*)'/.exec(body)?.[1] ?? '',
    modules: own === undefined ? inside : [`src/${own}`],
    // A screen may send on too, for example to what it was left with.
    redirects: own === undefined && body.includes('redirect('),
  })
}

function chain(name: string): Route[] {
  const route = routes.get(name)
  return route === undefined ? [] : [...chain(route.parent), route]
}

/** Whether a route is what is seen at its address: not a frame around its children, and not a way to another. */
function isScreen(name: string, route: Route): boolean {
  const children = [...routes.values()].filter((child) => child.parent === name)
  const isFrame = children.some((child) => child.path === '/') || route.path === ''
  return !isFrame && !route.redirects
}

const screens = [...routes]
  .filter(([name, route]) => isScreen(name, route))
  .map(([name]) => ({
    address: chain(name)
      .map((route) => route.path)
      .join('')
      .replace(/(?<=.)\/$/, ''),
    modules: chain(name).flatMap((route) => route.modules),
  }))
  // The page for unknown addresses is part of the entry.
  .filter(({ modules }) => modules.length > 0)

test('the source of the routes is understood', () => {
  expect(routes.size).toBeGreaterThan(12)
  expect(screens.map((screen) => screen.address)).toContain('/project/$ref/settings/general')
})

test('every screen in the router is in the table, with the modules it loads', () => {
  for (const { address, modules } of screens) expect(ROUTE_MODULES[address], address).toEqual(modules)
})

test('the table has no address that the router does not have', () => {
  const known = new Set(screens.map(({ address }) => address))
  const outside = ['/sign-in', '/first-visit']
  for (const address of Object.keys(ROUTE_MODULES)) {
    expect(known.has(address) || outside.includes(address), address).toBe(true)
  }
})

test('the pages outside the frame are in the table', () => {
  expect(ROUTE_MODULES['/sign-in']).toEqual([lazy.get('SignInScreen')])
  expect(ROUTE_MODULES['/first-visit']).toEqual([lazy.get('FirstVisitScreen')])
})

test('every module in the table exists', () => {
  for (const path of Object.values(ROUTE_MODULES).flat()) {
    expect(existsSync(join(import.meta.dirname, '..', path)), path).toBe(true)
  }
})
