// A benchmark of Postgres dashboards in a real browser that knows no product: what it has to know of one stands in
// an adapter. Products take turns within one run, so that what else a shared machine does falls on all alike; before
// each sample it waits for the processors to go quiet, and notes how idle they then were.
import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from './lib/browser.mjs'
import { log, memoryOf, quiet, sleep } from './lib/machine.mjs'
import { measureGrid } from './lib/page-grid.mjs'
import { loadPage } from './lib/page-load.mjs'
import { heap, timed } from './lib/page-run.mjs'
import { cellShown, shows, typable } from './lib/page-script.mjs'
import { measureTables } from './lib/page-tables.mjs'
import { measureSchemaList } from './lib/schema-list.mjs'

const SETTLE_MS = 700
const POLL_MS = 25

/** Rows of five types; the first row's id tells one run's result from every other's. */
const rowsSql = (count, key) =>
  `select g as id, md5(g::text) a, md5((g*2)::text) b, now() + g*interval '1 second' t, g%2=0 f from generate_series(${key + 1},${key + count}) g`

function serverMemory(adapter) {
  const { pss, rss, processes } = memoryOf(adapter.pids())
  return { pss_mb: pss, rss_mb: rss, processes }
}

/**
 * Runs the browser suites.
 * @param adapters the products, see README.md for the shape
 * @param options as `readOptions` gives them
 * @param samples where the samples go: `sql.cold`, `sql.warm`, `sql.<rows>`, `sql.heap`, `server`, `server.after`,
 *   `cold start`
 * @throws nothing for a product that fails: it is logged, with a screenshot, and counted as a sample of `errors`
 */
export async function measure(adapters, options, samples) {
  const profiles = join(options.work, 'profiles')
  mkdirSync(profiles, { recursive: true })
  let key = 1_000_000 + Math.floor(Math.random() * 7e6)
  let failures = 0

  const guarded = async (adapter, what, page, work) => {
    try {
      await work()
    } catch (error) {
      failures += 1
      log(adapter.name, what, 'failed:', String(error).split('\n')[0].slice(0, 300))
      samples.put(adapter.name, 'errors', { [what]: 1 })
      const path = join(options.work, `failure-${failures}.png`)
      await page?.screenshot({ path, timeout: 5_000 }).catch(() => {})
    }
  }

  const signedIn = async (adapter) => {
    const session = await openBrowser(adapter, profiles)
    await adapter.login(session.page)
    await session.cdp.send('Network.clearBrowserCache')
    return session
  }

  const loadEditor = (session, adapter) =>
    loadPage(session, adapter.routes.sql(), typable(adapter.sql, options.timeoutMs), options)

  const coldAndWarm = async (session, name, page, load) => {
    await session.cdp.send('Network.clearBrowserCache')
    samples.put(name, `${page}.cold`, await load())
    // Once in between, so that the browser also keeps the compiled code.
    await load()
    samples.put(name, `${page}.warm`, await load())
  }

  const loads = async (adapter, session) => {
    await coldAndWarm(session, adapter.name, 'sql', () => loadEditor(session, adapter))
    if (adapter.projects === undefined) return
    const ready = shows(adapter.projects.shown, options.timeoutMs)
    await coldAndWarm(session, adapter.name, 'projects', () =>
      loadPage(session, adapter.routes.projects(), ready, options),
    )
  }

  const runs = async (adapter, session) => {
    const { page } = session
    await loadEditor(session, adapter)
    await adapter.sql.prepare?.(page)
    for (const count of options.sizes)
      await guarded(adapter, `sql.${count}`, page, async () => {
        key += 200_000
        await adapter.sql.setText(page, rowsSql(count, key))
        await sleep(adapter.sql.settleMs ?? SETTLE_MS)
        const idle = await quiet(options)
        const expression = cellShown(adapter.sql.cell, String(key + 1))
        const result = await timed(
          session,
          () => adapter.sql.run(page),
          expression,
          adapter.sql.whole?.(count),
          options,
        )
        samples.put(adapter.name, `sql.${count}`, { ...result, idle })
      })
    if (options.suites.includes('heap')) samples.put(adapter.name, 'sql.heap', await heap(session))
  }

  const coldStart = async (adapter) => {
    await adapter.stop()
    await sleep(500)
    const idle = await quiet(options)
    const began = performance.now()
    await adapter.start()
    const url = adapter.routes.sql()
    for (;;) {
      const answer = await fetch(url).catch(() => null)
      if (answer !== null && answer.status < 500) break
      if (performance.now() - began > options.timeoutMs) throw new Error('The product did not start again')
      await sleep(POLL_MS)
    }
    const http = performance.now() - began
    const session = await signedIn(adapter)
    try {
      const load = await loadEditor(session, adapter)
      samples.put(adapter.name, 'cold start', { http_ms: http, usable_ms: http + load.ready_ms, idle })
    } finally {
      await session.close()
    }
  }

  for (let run = 1; run <= options.runs; run++)
    for (const adapter of adapters) {
      log('run', run, 'of', options.runs, adapter.name, 'load', loadavg()[0].toFixed(1))
      const wants = (suite) => options.suites.includes(suite)
      if (wants('rss')) samples.put(adapter.name, 'server', serverMemory(adapter))
      if (wants('load') || wants('tables') || wants('sql') || wants('grid') || wants('heap')) {
        const session = await signedIn(adapter)
        try {
          if (wants('load')) await guarded(adapter, 'load', session.page, () => loads(adapter, session))
          if (wants('tables') && adapter.table !== undefined)
            await guarded(adapter, 'tables', session.page, () => measureTables(session, adapter, options, samples))
          if (wants('tables') && adapter.schemas !== undefined)
            await guarded(adapter, 'schema list', session.page, () =>
              measureSchemaList(session, adapter, options, samples),
            )
          if (wants('grid') && adapter.sql.scroller !== undefined)
            await guarded(adapter, 'grid', session.page, async () => {
              await loadEditor(session, adapter)
              await adapter.sql.prepare?.(session.page)
              await measureGrid(session, adapter, options, samples)
            })
          if (wants('sql') || wants('heap')) await guarded(adapter, 'sql', session.page, () => runs(adapter, session))
        } finally {
          await session.close()
        }
      }
      if (wants('rss')) samples.put(adapter.name, 'server.after', serverMemory(adapter))
      if (wants('cold')) await guarded(adapter, 'cold', null, () => coldStart(adapter))
    }
}
