import { quiet } from './machine.mjs'
import { forgetLooks, loadPage } from './page-load.mjs'
import { timed } from './page-run.mjs'
import { cellShown } from './page-script.mjs'

// The table is bench.events; users are numbered by the row's id, so that a mail address tells which rows show.
const FIRST = 'user1@example.com'
/** The address of the last row by id: 1,000,000 users of whom every 20,000th has the same one. */
const LAST = 'user0@example.com'
const FILTERED = { id: '500077', shows: 'user77@example.com' }

/**
 * Measures a table of a million rows: opening it with an empty and a full cache, its next page, another order, a
 * filter on the key.
 * @param session as `openBrowser` gives it, signed in
 * @param adapter a product whose adapter has `routes.table` and `table`
 */
export async function measureTables(session, adapter, options, samples) {
  const { page } = session
  const { table } = adapter
  const shown = (text) =>
    `(async () => window.__bench.until(() => (${cellShown(table.cell, text)}), ${options.timeoutMs}))()`
  const load = async () => {
    await forgetLooks(session, adapter.routes.table())
    return await loadPage(session, adapter.routes.table(), shown(FIRST), options)
  }
  const put = (what, sample) => samples.put(adapter.name, what, sample)
  await load()
  await session.cdp.send('Network.clearBrowserCache')
  put('table.cold', await load())
  await load()
  put('table.warm', await load())
  const act = async (what, fire, text) => {
    const idle = await quiet(options)
    put(what, { ...(await timed(session, fire, cellShown(table.cell, text), undefined, options)), idle })
  }
  await act('table.next', () => table.next(page), `user${table.pageRows + 1}@example.com`)
  await load()
  await act('table.sort', () => table.sort(page), LAST)
  await load()
  await act('table.filter', () => table.filter(page, FILTERED.id), FILTERED.shows)
}
