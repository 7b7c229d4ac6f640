import { processorSeconds, quiet } from './machine.mjs'
import { forgetLooks, loadPage } from './page-load.mjs'
import { timed } from './page-run.mjs'
import { cellShown } from './page-script.mjs'
import { traced } from './trace.mjs'

// The schema bench_app has 200 tables, t_001 to t_200. Lists are sorted by name.
const SCHEMA = 'bench_app'
const TABLES = 200
const LAST = 't_200'

/**
 * What is true once the list is complete: its last table is in it, or, where only rows in sight are drawn, all that
 * have room are there and say of how many they are.
 */
const complete = (last) => `(() => {
  if (document.querySelector(${JSON.stringify(last)}) !== null) return true
  const row = [...document.querySelectorAll('[aria-setsize="${TABLES}"]')].at(-1)
  let around = row?.parentElement
  while (around && !/auto|scroll/.test(getComputedStyle(around).overflowY)) around = around.parentElement
  return around != null && row.getBoundingClientRect().bottom >= around.getBoundingClientRect().bottom
})()`

/**
 * Measures the list of a schema with 200 tables: chosen in the table editor while another schema is shown, until the
 * list is complete, by the clock and by processor time of the page's main thread and of the product's servers.
 * @param session as `openBrowser` gives it, signed in
 * @param adapter a product whose adapter has `routes.table`, `table` and `schemas`: `link(schema, table)`, the selector of a
 *   table in the list, and `choose(page, schema)`, whose last input event chooses the schema
 */
export async function measureSchemaList(session, adapter, options, samples) {
  const { page } = session
  const { table, schemas } = adapter
  const first = `(async () => window.__bench.until(() => (${cellShown(table.cell, 'user1@example.com')}), ${options.timeoutMs}))()`
  const shown = complete(schemas.link(SCHEMA, LAST))
  await forgetLooks(session, adapter.routes.table())
  await loadPage(session, adapter.routes.table(), first, options)
  const idle = await quiet(options)
  const before = processorSeconds(adapter.pids())
  let clock
  const trace = await traced(session, async () => {
    clock = await timed(session, () => schemas.choose(page, SCHEMA), shown, undefined, options)
  })
  const server_cpu_ms = (processorSeconds(adapter.pids()) - before) * 1000
  samples.put(adapter.name, 'schema.list', { ...clock, ...trace, server_cpu_ms, idle })
}
