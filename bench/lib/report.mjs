import { PUBLISHED } from './published.mjs'

/** The lines to hold: name, measurement, field, unit, and what Stoa has to stay below. */
const SCREENS = [
  ['SQL editor, cold cache, until one can type', 'sql.cold', 'ready_ms', 'ms', 400],
  ['the same, warm cache', 'sql.warm', 'ready_ms', 'ms', 200],
  ['JavaScript before that, as sent', 'sql.cold', 'js_kb_before_ready', 'KB', 300],
  ['first paint, cold cache', 'sql.cold', 'fcp_ms', 'ms', null],
  ['main thread busy, cold cache', 'sql.cold', 'main_thread_ms', 'ms', null],
  ['project list, cold cache, until it shows', 'projects.cold', 'ready_ms', 'ms', null],
  ['the same, warm cache', 'projects.warm', 'ready_ms', 'ms', null],
  ['JavaScript before that, as sent', 'projects.cold', 'js_kb_before_ready', 'KB', 180],
  ['table of 1M rows, cold cache, until rows show', 'table.cold', 'ready_ms', 'ms', 500],
  ['the same, warm cache', 'table.warm', 'ready_ms', 'ms', 250],
  ['next page', 'table.next', 'ms', 'ms', 80],
  ['sort by the key, descending', 'table.sort', 'ms', 'ms', 150],
  ['filter by the key', 'table.filter', 'ms', 'ms', 80],
  ['list of a schema with 200 tables: longest task, processor time', 'schema.list', 'task_cpu_ms', 'ms', 100],
  ['until it shows', 'schema.list', 'ms', 'ms', 100],
  ['processor time of the servers', 'schema.list', 'server_cpu_ms', 'ms', null],
  ['run, 1,000 rows to painted', 'sql.1000', 'ms', 'ms', 60],
  ['10,000 rows', 'sql.10000', 'ms', 'ms', 120],
  ['100,000 rows, no limit', 'sql.100000', 'ms', 'ms', 500],
  ['100,000 rows, all arrived', 'sql.100000', 'whole_ms', 'ms', null],
  ['long tasks of that', 'sql.100000', 'longtasks_ms', 'ms', null],
  ['100,000 rows of 20 columns: a frame of scrolling, main thread', 'grid', 'frame_ms', 'ms', 8],
  ['of that script, styles, layout', 'grid', 'script_ms', 'ms', null],
  ['', 'grid', 'style_ms', 'ms', null],
  ['', 'grid', 'layout_ms', 'ms', null],
  ['a frame of a slow scroll', 'grid.wheel', 'frame_ms', 'ms', 8],
  ['tab memory with them (heap)', 'grid.heap', 'heap_mb', 'MB', 50],
  ['tab memory after (heap)', 'sql.heap', 'heap_mb', 'MB', 50],
  ['server memory before (PSS)', 'server', 'pss_mb', 'MB', 250],
  ['server memory after (PSS)', 'server.after', 'pss_mb', 'MB', 250],
  ['cold start to a usable editor', 'cold start', 'usable_ms', 'ms', 2000],
  ['idle share of the processors', 'sql.cold', 'idle', '', null],
]

const ENGINE = [
  ['first start in an empty folder', 'engine.first start', 'ms', 'ms', null],
  ['the first project in it', 'engine.first project', 'ms', 'ms', 2000],
  ['new project until healthy', 'engine.create', 'ms', 'ms', 2000],
  ['pause', 'engine.pause', 'ms', 'ms', null],
  ['restore', 'engine.restore', 'ms', 'ms', null],
  ['restart', 'engine.restart', 'ms', 'ms', null],
  ['delete', 'engine.delete', 'ms', 'ms', null],
]

const REST = [
  ['memory of one server (PSS)', 'server_pss_mb', 'MB', 15],
  ['memory of the largest', 'server_pss_max_mb', 'MB', null],
  ['memory of the platform’s program', 'platform_pss_mb', 'MB', null],
  ['memory of the script that started it', 'launcher_pss_mb', 'MB', null],
  ['memory of the platform’s database', 'control_pss_mb', 'MB', null],
  ['memory of everything', 'total_pss_mb', 'MB', null],
  ['the list of projects, first look (API)', 'list_ms', 'ms', null],
  ['disk of one project', 'disk_mb', 'MB', null],
  ['processes', 'processes', '', null],
  ['processor time of everything, of one core', 'cpu_percent', '%', null],
  ['of that the platform’s program', 'platform_cpu_percent', '%', null],
]

const MANY = [
  ['each further project, one after another', 'each_ms', 'ms'],
  ['projects that answer', 'answering', ''],
  ['the list of projects again (API)', 'list_ms', 'ms'],
  ['select 1 in one of them (API)', 'select_ms', 'ms'],
  ['stop of everything', 'stop_ms', 'ms'],
  ['start until the platform answers', 'platform_ready_ms', 'ms'],
  ['start until all projects answer', 'all_ready_ms', 'ms'],
]

const SERVERS = [
  ['the database', 'servers.database', 'mb', 'MB', null],
  ['another size, until it runs', 'servers.resize', 'ms', 'ms', 5000],
  ['base backup', 'servers.base backup', 'ms', 'ms', null],
  ['of that on disk', 'servers.base backup', 'mb', 'MB', null],
  ['memory this process grew by at most', 'servers.base backup', 'grown_mb', 'MB', 64],
  ['plain copy of the folder', 'servers.copy', 'ms', 'ms', null],
  ['base backup / plain copy', 'servers.base backup', 'ratio', '', null],
  ['recovery of the backup', 'servers.recover', 'ms', 'ms', null],
  ['recovery to a moment, an eighth changed since', 'servers.recover to a moment', 'ms', 'ms', null],
]

const LIFE = [
  ['a small database', 'life.quick database', 'mb', 'MB', null],
  ['pause of it, its backup taken first', 'life.pause with its backup', 'ms', 'ms', 5000],
  ['the database', 'life.database', 'mb', 'MB', null],
  ['pause, until it is paused', 'life.pause', 'ms', 'ms', 5000],
  ['until the backup of the pause is there', 'life.backup', 'ms', 'ms', null],
  ['restore, until it is healthy', 'life.restore', 'ms', 'ms', 5000],
  ['the same while the backup is being written', 'life.restore while its backup is written', 'ms', 'ms', 5000],
  ['restart', 'life.restart', 'ms', 'ms', 5000],
  ['another size', 'life.resize', 'ms', 'ms', 5000],
]

const EXPORT = ['csv', 'json', 'sql'].flatMap((format) => [
  [`as ${format.toUpperCase()}`, `export.${format}`, 'ms', 'ms', null],
  ['the file', `export.${format}`, 'mb', 'MB', null],
  ['the same COPY by a bare client', `export.${format}`, 'bare_ms', 'ms', null],
  ['export / bare COPY', `export.${format}`, 'ratio', '', 1.5],
  ['memory the platform grew by at most', `export.${format}`, 'grown_mb', 'MB', 64],
])

const IMPORT = [
  ['into a table', 'import.csv', 'ms', 'ms', null],
  ['the file', 'import.csv', 'mb', 'MB', null],
  ['the same COPY by a bare client', 'import.csv', 'bare_ms', 'ms', null],
  ['import / bare COPY', 'import.csv', 'ratio', '', 1.5],
  ['memory the platform grew by at most', 'import.csv', 'grown_mb', 'MB', 64],
]

const ROWS = [
  ['first page of a million rows, with the list of tables', 'rows.first', 'ms', 'ms', 30],
  ['of that Postgres, for the rows', 'rows.first', 'postgres_ms', 'ms', null],
  ['tables of a schema, with their columns', 'rows.list', 'ms', 'ms', 100],
  ['how many', 'rows.list', 'tables', '', null],
  ['first page with a value of 5 MB in it', 'rows.large', 'ms', 'ms', 30],
  ['the value', 'rows.large', 'mb', 'MB', null],
  ['with / without that value', 'rows.large', 'ratio', '', null],
]

const CLASSIFY = [
  ['what 100 KB of mixed statements could destroy', 'classify.dangers of a mixed script', 'ms', 'ms', 50],
  ['whether they may run by themselves', 'classify.mixed script', 'ms', 'ms', 50],
  ['the same of 100 KB of queries', 'classify.queries alone', 'ms', 'ms', 50],
  ['the same of one query', 'classify.one query', 'ms', 'ms', null],
]

const MOVING = [
  ['the database', 'moving.database', 'mb', 'MB', null],
  ['dump, compressed', 'moving.dump', 'ms', 'ms', null],
  ['of that on disk', 'moving.dump', 'mb', 'MB', null],
  ['memory this process grew by at most', 'moving.dump', 'grown_mb', 'MB', 256],
  ['pg_dump of the distribution', 'moving.pg_dump', 'ms', 'ms', null],
  ['dump / pg_dump', 'moving.dump', 'ratio', '', null],
  ['load into 17', 'moving.load', 'ms', 'ms', null],
  ['memory this process grew by at most', 'moving.load', 'grown_mb', 'MB', 256],
  ['upgrade from 15 to 17', 'moving.upgrade', 'ms', 'ms', 60_000],
]

/** What is told of each thing that is done in the drawing of a schema. */
const VISUALIZER = [
  ['opened', 'open', null],
  ['panned, all tables in sight', 'pan, all in sight', 50],
  ['zoomed in, to where columns show', 'zoom in', 50],
  ['zoomed out again', 'zoom out', 50],
  ['panned, columns in sight', 'pan, columns in sight', 50],
  ['a table dragged', 'drag a table', 50],
  ['all tables shown by the button', 'show all', 50],
  ['a table searched', 'search', 50],
  ['gone to', 'go to a table', 50],
].flatMap(([what, name, limit]) => [
  [`${what}: longest task`, `visualizer.${name}`, 'task_ms', 'ms', limit],
  ['its processor time', `visualizer.${name}`, 'task_cpu_ms', 'ms', null],
  ['between two frames, median', `visualizer.${name}`, 'frame_ms', 'ms', null],
  ['at most', `visualizer.${name}`, 'frame_max_ms', 'ms', null],
])

const ASSISTANT = [
  ['the panel’s code that is loaded before it opens', 'assistant.code', 'early_kb', 'KB', 1],
  ['what opening it loads, as sent', 'assistant.code', 'opened_kb', 'KB', null],
  ['a model’s first word painted, after its first byte', 'assistant.first token', 'ms', 'ms', 100],
  ['the same in a chat of 200 blocks', 'assistant.first token, long', 'ms', 'ms', 100],
  ['blocks in that chat', 'assistant.blocks', 'count', '', null],
  ['opened until all of it is there: longest task', 'assistant.open', 'task_ms', 'ms', 50],
  ['its processor time', 'assistant.open', 'task_cpu_ms', 'ms', null],
  ['scrolled by the wheel to its beginning and back: longest task', 'assistant.scroll', 'task_ms', 'ms', 50],
  ['its processor time', 'assistant.scroll', 'task_cpu_ms', 'ms', null],
  ['between two frames, median', 'assistant.scroll', 'frame_ms', 'ms', null],
  ['at most', 'assistant.scroll', 'frame_max_ms', 'ms', null],
  ['an answer of 6,000 characters is written below it: longest task', 'assistant.write', 'task_ms', 'ms', 50],
  ['its processor time', 'assistant.write', 'task_cpu_ms', 'ms', null],
  ['idle share of the processors', 'assistant.scroll', 'idle', '', null],
]

/** A line that is held from some number up. */
const least = (number) => ({ least: number })

/** What is told of each kind of request to the data API. */
const dataApi = (what, kind, wanted) => [
  [what, `rest.${kind}`, 'per_second', 'requests/s', wanted],
  ['the same SQL by a bare client', `rest.${kind}`, 'bare_per_second', 'a second', null],
  ['bare / data API', `rest.${kind}`, 'ratio', '', 1.6],
  ['processor time, data API / bare', `rest.${kind}`, 'work_ratio', '', 1.6],
  ['slowest hundredth', `rest.${kind}`, 'p99_ms', 'ms', null],
  ['processor time of a request: platform', `rest.${kind}`, 'server_us', 'µs', null],
  ['its control database', `rest.${kind}`, 'control_us', 'µs', null],
  ['the project’s server', `rest.${kind}`, 'project_us', 'µs', null],
  ['what asks', `rest.${kind}`, 'load_us', 'µs', null],
  ['processor time by a bare client: itself', `rest.${kind}`, 'bare_us', 'µs', null],
  ['the project’s server', `rest.${kind}`, 'bare_project_us', 'µs', null],
]

const DATA_API = [
  ...dataApi('a row by its key', 'row', least(3000)),
  ...dataApi('a filtered list with an embed, in the order of an index', 'list', least(1500)),
  ...dataApi('the same, sorted by something else', 'sorted', null),
  ['definitions of 500 tables read anew, until the first answer', 'rest.definitions', 'ms', 'ms', 1000],
  ['processor time of that: platform', 'rest.definitions', 'server_ms', 'ms', null],
  ['the project’s server', 'rest.definitions', 'project_ms', 'ms', null],
  ['somebody else’s longest wait meanwhile', 'rest.definitions', 'beside_ms', 'ms', null],
  ['idle share of the processors before', 'rest.row', 'idle', '', null],
]

const cell = (found, unit) => (found === null ? '–' : `${found.median} ${unit}`.trim())
const spread = (found) => (found === null ? '' : ` (${found.min}–${found.max})`)
const line = (...cells) => `| ${cells.join(' | ')} |`
const rule = (count) => `|${' --- |'.repeat(count)}`

function verdict(found, limit) {
  if (found === null || limit === null) return ''
  if (typeof limit === 'object')
    return found.median >= limit.least ? `>= ${limit.least}: held` : `>= ${limit.least}: MISSED`
  return found.median < limit ? `< ${limit}: held` : `< ${limit}: MISSED`
}

function screens(samples, products) {
  const versus = products.includes('adminer')
  const head = ['', 'Stoa (median, range)', 'line']
  if (versus) head.push('Adminer here', 'Stoa / Adminer')
  const published = ['Studio', 'Prisma Studio', 'Adminer']
  const lines = [line(...head, ...published.map((name) => `${name}, published`)), rule(head.length + published.length)]
  for (const [name, measurement, field, unit, limit] of SCREENS) {
    const stoa = samples.of('stoa', measurement, field)
    const adminer = samples.of('adminer', measurement, field)
    if (stoa === null && adminer === null) continue
    const cells = [name, `${cell(stoa, unit)}${spread(stoa)}`, verdict(stoa, limit)]
    if (versus) cells.push(cell(adminer, unit), stoa && adminer ? (stoa.median / adminer.median).toFixed(2) : '')
    const known = PUBLISHED[`${measurement} ${field}`]
    for (const product of ['studio', 'prisma', 'adminer']) cells.push(known?.[product] ?? '')
    lines.push(line(...cells))
  }
  return lines.length > 2 ? lines : []
}

function engine(samples) {
  const rows = []
  const add = (name, found, unit, limit = null) => {
    if (found !== null) rows.push(line(name, `${cell(found, unit)}${spread(found)}`, verdict(found, limit)))
  }
  for (const [name, measurement, field, unit, limit] of ENGINE)
    add(name, samples.of('stoa', measurement, field), unit, limit)
  for (const measurement of Object.keys(samples.all.stoa ?? {})) {
    const count = /^engine\.rest\.(\d+)$/.exec(measurement)?.[1]
    if (count === undefined) continue
    for (const [name, field, unit, limit] of REST)
      add(`${count} at rest: ${name}`, samples.of('stoa', measurement, field), unit, limit)
  }
  for (const [name, field, unit] of MANY) add(`many: ${name}`, samples.of('stoa', 'engine.many', field), unit)
  return rows.length > 0 ? [line('', 'Stoa (median, range)', 'line'), rule(3), ...rows] : []
}

function servers(samples, title, lines) {
  const rows = lines
    .map(([name, measurement, field, unit, limit]) => {
      const found = samples.of('stoa', measurement, field)
      return found && line(name, `${cell(found, unit)}${spread(found)}`, verdict(found, limit))
    })
    .filter((row) => row !== null)
  return rows.length > 0 ? [line(title, 'Stoa (median, range)', 'line'), rule(3), ...rows] : []
}

function errors(samples) {
  const lines = []
  for (const [product, measurements] of Object.entries(samples.all))
    for (const sample of measurements.errors ?? []) lines.push(`${product}: ${Object.keys(sample)[0]} failed`)
  return lines
}

/** The results as Markdown tables, and what failed. @param products the names of those that were measured */
export function report(samples, products) {
  const parts = [
    screens(samples, products),
    engine(samples),
    servers(samples, 'a project of a gigabyte, through the API', LIFE),
    servers(samples, 'a server of a gigabyte', SERVERS),
    servers(samples, 'moving a gigabyte', MOVING),
    servers(samples, 'the data API, 32 clients', DATA_API),
    servers(samples, 'what a script does', CLASSIFY),
    servers(samples, 'a million rows as a file', EXPORT),
    servers(samples, 'a million rows from a file', IMPORT),
    servers(samples, 'first pages of tables (API)', ROWS),
    servers(samples, 'a drawing of 300 tables', VISUALIZER),
    servers(samples, 'the assistant’s panel', ASSISTANT),
    errors(samples),
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}
