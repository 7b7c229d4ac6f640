import { readFileSync } from 'node:fs'
import { counters } from './browser.mjs'
import { sleep } from './machine.mjs'
import { settle } from './page-load.mjs'

const KB = 1024
const ATTEMPTS = 8

/**
 * Waits inside the page for an expression to be true and painted. A page that is replaced meanwhile (products that
 * answer with a whole new page) is asked again.
 * @returns the time of the page then showing, in ms
 */
async function untilPainted(page, expression, timeoutMs) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await page.evaluate(`window.__bench.until(() => (${expression}), ${timeoutMs})`)
    } catch (error) {
      if (attempt > ATTEMPTS || !/context|navigat|destroyed|undefined/i.test(String(error))) throw error
      await sleep(10)
    }
  }
}

/**
 * Times an action from the last input event that it makes to the painted result.
 * @param fire does it; its last trusted input event begins the time
 * @param expression what is true in the page when the result shows
 * @param whole what is true when all of the result has arrived, for products that show its beginning before; it gives
 *   `whole_ms`
 */
export async function timed(session, fire, expression, whole, options) {
  const { page, requests } = session
  await page.evaluate('window.__bench.longTasks.length = 0; window.__bench.lastInput = 0')
  const documentBefore = await page.evaluate('performance.timeOrigin')
  requests.reset()
  await fire()
  const done = await untilPainted(page, expression, options.timeoutMs)
  const wholeAt = whole === undefined ? done : await untilPainted(page, whole, options.timeoutMs)
  const { began, document } = await page.evaluate(() => ({
    began: window.__bench.lastInput,
    document: performance.timeOrigin,
  }))
  // A new document counts its time from the start of the navigation, which the input began.
  const replaced = document !== documentBefore
  await settle(requests, 300, 8_000)
  const answers = requests.all.filter(({ type }) => ['XHR', 'Fetch', 'Document'].includes(type))
  const [largest] = answers.sort((a, b) => b.encoded - a.encoded)
  const longTasks = await page.evaluate('window.__bench.longTasks')
  return {
    ms: replaced ? done : done - began,
    whole_ms: replaced ? wholeAt : wholeAt - began,
    longtasks_ms: longTasks.reduce((sum, [, duration]) => sum + duration, 0),
    requests: answers.length,
    http_ms: largest?.end ? (largest.end - largest.start) * 1000 : Number.NaN,
    response_kb: largest ? largest.encoded / KB : Number.NaN,
    response_raw_kb: largest ? largest.decoded / KB : Number.NaN,
    full_page: replaced ? 1 : 0,
  }
}

/** What the page holds after its garbage was collected. */
export async function heap({ page, cdp }) {
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  await sleep(300)
  await cdp.send('HeapProfiler.collectGarbage')
  const now = await counters(cdp)
  return {
    heap_mb: now.JSHeapUsedSize / KB / KB,
    dom_nodes: now.Nodes,
    listeners: now.JSEventListeners,
    renderer_rss_mb: await rendererMemory(page),
  }
}

/** Memory of the largest page process of the browser, in MB; not a number where that cannot be read. */
async function rendererMemory(page) {
  const browser = page.context().browser()
  if (browser === null) return Number.NaN
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  const memory = ({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]) / KB
  return Math.max(...pages.map(memory))
}
