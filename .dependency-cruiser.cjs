// Who may import whom. ARCHITECTURE.md says why; scripts/architecture.test.ts plants bad imports and sees them fail.
const OURS = '^(packages|apps)/'

// Files directly in features/org or features/project serve the screens below them.
const PARENT = '^apps/(dashboard|server)/src/features/(org|project)/[^/]+\\.tsx?$'

/** A package that may use only the listed ones of ours. Its tests may start servers. */
const only = (name, allowed, tests = '^$') => ({
  name: `${name}-imports`,
  severity: 'error',
  comment: `packages/${name} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing'} of ours.`,
  from: { path: `^packages/${name}/`, pathNot: tests },
  to: { path: OURS, pathNot: [name, ...allowed].map((one) => `^packages/${one}/`) },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    only('ui', []),
    only('model-stub', []),
    only('sql', []),
    only('contract', []),
    only('engine', []),
    only('engine-embedded', ['engine']),
    only('(rest|graphql|auth|storage|realtime|functions)', ['sql'], '/test/'),
    {
      name: 'dashboard-is-a-client',
      severity: 'error',
      comment: 'The dashboard knows the server by the contract alone.',
      from: { path: '^apps/dashboard/(src|e2e)/' },
      to: { path: '^(apps/server|packages/engine)' },
    },
    {
      name: 'dashboard-features-apart',
      severity: 'error',
      comment: 'What two features need moves down to parts/, api/ or packages/ui.',
      from: { path: '^apps/dashboard/src/features/((?:project|org)/[^/]+|[^/]+)/' },
      to: { path: '^apps/dashboard/src/features/', pathNot: ['^apps/dashboard/src/features/$1/', PARENT] },
    },
    {
      name: 'dashboard-layers',
      severity: 'error',
      comment:
        'Only routes.tsx and what lies below routes/ know screens; features know neither the shell nor the routes.',
      from: { path: '^apps/dashboard/src/(features|parts|api)/' },
      to: { path: '^apps/dashboard/src/(routes|main|shell/)' },
    },
    {
      name: 'dashboard-parts-below-features',
      severity: 'error',
      from: { path: '^apps/dashboard/src/(parts|api|shell)/' },
      to: { path: '^apps/dashboard/src/features/' },
    },
    {
      name: 'server-features-apart',
      severity: 'error',
      comment: 'What two features need moves down to core/, store/ or workflows/.',
      from: { path: '^apps/server/src/features/((?:project|org)/[^/]+|[^/]+)/' },
      to: { path: '^apps/server/src/features/', pathNot: ['^apps/server/src/features/$1/', PARENT] },
    },
    {
      name: 'server-layers',
      severity: 'error',
      comment: 'Below the features nobody knows HTTP or features.',
      from: { path: '^apps/server/src/(features|workflows|core|store)/' },
      to: { path: '^apps/server/src/(http/|main|start|router)' },
    },
    {
      name: 'server-lower-layers',
      severity: 'error',
      from: { path: '^apps/server/src/(workflows|core|store)/' },
      to: { path: '^apps/server/src/features/' },
    },
    {
      name: 'server-gateway-apart',
      severity: 'error',
      comment:
        'The projects’ own APIs know neither the platform’s API nor its screens. What listens, start.ts, mounts them.',
      from: { path: '^apps/server/src/gateway/' },
      to: { path: '^apps/server/src/(features|http|router|start|main)' },
    },
    {
      name: 'server-gateway-above',
      severity: 'error',
      from: { path: '^apps/server/src/(features|workflows|core|store)/' },
      to: { path: '^apps/server/src/gateway/' },
    },
    {
      name: 'server-core-below-workflows',
      severity: 'error',
      from: { path: '^apps/server/src/(core|store)/' },
      to: { path: '^apps/server/src/workflows/' },
    },
    {
      name: 'server-store-at-the-bottom',
      severity: 'error',
      from: { path: '^apps/server/src/store/' },
      to: { path: '^apps/server/src/(core|workflows)/' },
    },
    {
      name: 'one-place-names-an-engine',
      severity: 'error',
      comment: 'Which engine stands behind the platform is decided in main.ts.',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/main\\.ts$' },
      to: { path: '^packages/engine-' },
    },
    {
      name: 'doors',
      severity: 'error',
      comment: 'Packages are entered by the doors in their package.json.',
      from: { path: '^(apps|packages)/([^/]+)/' },
      to: {
        path: '^packages/[^/]+/src/',
        pathNot: [
          '^packages/$2/',
          '^packages/[^/]+/src/(index|testing|fake|conformance|connections|panels|command|charts|living|parsing|format|ddl/index)',
          '^packages/ui/src/(panels|command|charts|living|styles)/',
          '^packages/ui/src/theme-script',
        ],
      },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.sql'],
    },
  },
}
