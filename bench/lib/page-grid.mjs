import { quiet, sleep } from './machine.mjs'
import { heap } from './page-run.mjs'

const ROWS = 100_000
const SQL = `select * from bench.events order by id limit ${ROWS}`
const FRAMES = 120
/** What is scrolled by in one frame, in pixels: more than the view shows, so that every cell is another one. */
const STEP = 960

/**
 * Measures the grid of results over a hundred thousand rows of twenty columns: how long the page's main thread works
 * for one frame in which every cell of the view is replaced, and what the rows take of memory.
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
  const scroll = (from) =>
    page.evaluate(
      async ([selector, frames, step, first]) => {
        const scroller = document.querySelector(selector)
        for (let frame = 1; frame <= frames; frame++) {
          scroller.scrollTop = first + frame * step
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
      },
      [sql.scroller, FRAMES, STEP, from],
    )
  // The first time over, code is still being compiled.
  await scroll(0)
  const before = await figures()
  await scroll(FRAMES * STEP)
  const after = await figures()
  const perFrame = (name) => ((after[name] - before[name]) * 1000) / FRAMES
  samples.put(adapter.name, 'grid', {
    frame_ms: perFrame('TaskDuration'),
    script_ms: perFrame('ScriptDuration'),
    style_ms: perFrame('RecalcStyleDuration'),
    layout_ms: perFrame('LayoutDuration'),
    idle,
  })
  await cdp.send('Performance.disable')
  await cdp.send('Performance.enable')
  samples.put(adapter.name, 'grid.heap', await heap(session))
}
