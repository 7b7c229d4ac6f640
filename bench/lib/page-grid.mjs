import { quiet, sleep } from './machine.mjs'
import { heap } from './page-run.mjs'

const ROWS = 100_000
const SQL = `select * from bench.events order by id limit ${ROWS}`
const FRAMES = 120
/** What is scrolled by in one frame, in pixels: more than the view shows, so that every cell is another one. */
const STEP = 960
const REST_MS = 400
/** What a notch of a wheel scrolls by, in a few frames. */
const WHEEL_STEP = 90

/**
 * Measures the grid of results over a hundred thousand rows of twenty columns: how long the page's main thread works
 * for one frame in which every cell of the view is replaced, and for one of a slow scroll, and what the rows take of
 * memory.
 * @param session as `openBrowser` gives it, signed in, with the editor open
 * @param adapter a product whose adapter has `sql.scroller` and `sql.whole`
 */
export async function measureGrid(session, adapter, options, samples) {
  const { page, cdp } = session
  const { sql } = adapter
  await sql.setText(page, SQL)
  await sleep(700)
  const idle = await quiet(options)
  await sql.run(page)
  // Not Playwright's own waiting, which the page's policy forbids: it makes functions of texts.
  await page.evaluate(`window.__bench.until(() => (${sql.whole(ROWS)}), ${options.timeoutMs})`)
  await cdp.send('Performance.disable')
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const figures = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
  }
  const scroll = (from, by) =>
    page.evaluate(
      async ([selector, frames, step, first]) => {
        const scroller = document.querySelector(selector)
        for (let frame = 1; frame <= frames; frame++) {
          scroller.scrollTop = first + frame * step
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
      },
      [sql.scroller, FRAMES, by, from],
    )
  const perFrame = async (from, by) => {
    const before = await figures()
    await scroll(from, by)
    // What a product puts off until the scroll has ended is part of it.
    await sleep(REST_MS)
    const after = await figures()
    const of = (name) => ((after[name] - before[name]) * 1000) / FRAMES
    return {
      frame_ms: of('TaskDuration'),
      script_ms: of('ScriptDuration'),
      style_ms: of('RecalcStyleDuration'),
      layout_ms: of('LayoutDuration'),
    }
  }
  // The first time over, code is still being fetched and compiled.
  await scroll(0, STEP)
  samples.put(adapter.name, 'grid', { ...(await perFrame(FRAMES * STEP, STEP)), idle })
  await scroll(0, WHEEL_STEP)
  samples.put(adapter.name, 'grid.wheel', { ...(await perFrame(FRAMES * WHEEL_STEP, WHEEL_STEP)), idle })
  await cdp.send('Performance.disable')
  await cdp.send('Performance.enable')
  samples.put(adapter.name, 'grid.heap', await heap(session))
}
