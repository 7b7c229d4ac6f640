// Which code comes together in one file. Every file is a request and an answer to wait for, also when it comes from
// the browser's cache; but what a page does not need should not come along with what it does.

/** Modules by the ends of their paths. */
const modules = (...paths: string[]): RegExp => new RegExp(`(?:${paths.join('|')})`.replaceAll('/', '[\\\\/]'))

/** What both the early editor and the dashboard begin with: what this browser keeps of the SQL editor. */
const KEPT = modules(
  'node_modules/idb/',
  'vite/preload-helper',
  '/dashboard/src/api/parse-boot',
  '/dashboard/src/parts/browser-store/',
  '/dashboard/src/parts/sql-code/(?:early-editor|place)',
  '/dashboard/src/features/project/sql/(?:snippet-address|snippets/(?:draft-store|stored-tabs))',
)

/** CodeMirror, and what of ours one needs to type. */
const EDITOR = modules(
  'node_modules/@codemirror/(?:state|view|language|commands|lang-sql)/',
  '/dashboard/src/parts/sql-code/editing',
)

/** All but the script before the dashboard, which must not bring it along. */
const NOT_BEFORE = /^(?!.*[\\/]src[\\/]editor-first\.ts)/

/** Icons, the light parts of the design system, the zod-free part of the contract, and what every screen asks through. */
const PARTS = modules(
  'lucide-react/dist',
  '@tanstack/(?:react-query|query-core)/',
  '/ui/src/(?:[^/]+\\.ts$|parts/(?!menu|actions-menu|select|dialog|popover|typed))',
  '/contract/src/(?:.*permissions|access|compute|lifecycle|plans|.*\\.lifecycle)\\.ts$',
  '/dashboard/src/(?:api|parts/(?:frame|page|query-params))/',
  // Not its components: some bring dialogs.
  '/dashboard/src/parts/project/[a-z-]+\\.ts$',
)

/** All that opens from a button, with the library below it. */
const MENUS = modules('/ui/src/parts/(?:menu|actions-menu|select|popover)\\.tsx$')

/** What runs SQL, without what shows its results. */
const SQL = modules(
  '/dashboard/src/parts/sql-run/(?:use-runs|runner|send-run|database-lists)',
  '/dashboard/src/parts/sql-params/use-params',
  '/dashboard/src/parts/sql-handoff/',
  '/dashboard/src/parts/sql-assist/use-assist',
  '/dashboard/src/parts/grid/say-copy',
)

const GRID = modules(
  '/dashboard/src/parts/grid/(?:Grid|Selected|layout)',
  '/dashboard/src/features/project/editor/edit/columns',
)

/** What is small and shared by pages about tables: a request for each takes longer than all of them. */
const TABLES = modules(
  '/dashboard/src/parts/(?:page/rows-in-sight|schema-change/use-schema-change|backups/start-download)',
  'lucide-react/dist/esm/icons/columns-3',
)

/** For `output.codeSplitting.groups`. A module goes to the first that wants it, by priority. */
export const codeFiles = [
  { name: 'kept', test: KEPT, priority: 5 },
  { name: 'editor', test: EDITOR, priority: 4 },
  // One file for all that the first page runs.
  { name: 'app', tags: ['$initial' as const], test: NOT_BEFORE, priority: 3 },
  // What most screens share is small: one file for it loads sooner than one for every icon.
  { name: 'parts', test: PARTS, minShareCount: 3, priority: 2 },
  { name: 'menus', test: MENUS, priority: 1 },
  { name: 'running', test: SQL, priority: 1 },
  { name: 'grid', test: GRID, priority: 1 },
  { name: 'tables', test: TABLES, priority: 1 },
]
