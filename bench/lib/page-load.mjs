import { counters } from './browser.mjs'
import { quiet, sleep } from './machine.mjs'

const KB = 1024
const POLL_MS = 60
const isScript = ({ type, url }) => type === 'Script' || /\.m?js(\?|$)/.test(url)

/** Waits until no request has begun or ended for so many milliseconds, at most `max`. */
export async function settle(requests, still = 800, max = 15_000) {
  const end = Date.now() + max
  let last = ''
  let since = Date.now()
  while (Date.now() < end && Date.now() - since <= still) {
    const state = requests.all.map((request) => (request.end ? 1 : 0)).join('')
    if (state !== last) {
      last = state
      since = Date.now()
    }
    await sleep(POLL_MS)
  }
}

/** Counts and sizes (KB as sent, `raw` as unpacked) of the requests of a load that was ready after `readyMs`. */
function traffic(requests, readyMs) {
  const own = requests.filter(({ url }) => !/^(data|blob|chrome)/.test(url))
  const began = Math.min(...own.map(({ start }) => start))
  const early = ({ end }) => end !== undefined && (end - began) * 1000 <= readyMs
  const sent = (some) => some.reduce((sum, request) => sum + (request.cached ? 0 : request.encoded), 0) / KB
  const raw = (some) => some.reduce((sum, request) => sum + request.decoded, 0) / KB
  const scripts = own.filter(isScript)
  const fetched = own.filter(({ type }) => type === 'XHR' || type === 'Fetch')
  const of = (...types) => own.filter((request) => types.includes(request.type) && !isScript(request))
  return {
    requests: own.length,
    failed: own.filter(({ failed, status }) => failed || status >= 400).length,
    js_requests: scripts.length,
    js_kb: sent(scripts),
    js_raw_kb: raw(scripts),
    js_kb_before_ready: sent(scripts.filter(early)),
    js_raw_kb_before_ready: raw(scripts.filter(early)),
    css_kb: sent(of('Stylesheet')),
    font_kb: sent(of('Font')),
    xhr: fetched.length,
    xhr_kb: sent(fetched),
    xhr_before_ready: fetched.filter(early).length,
    total_kb: sent(own),
    total_raw_kb: raw(own),
  }
}

/**
 * Loads a page of a product from an empty page.
 * @param session as `openBrowser` gives it
 * @param ready an expression that resolves with the time at which the page was of use
 * @returns that time (`ready_ms`) and when parts of the page showed, what the main thread did and what was
 *   transferred. Times are in ms from the start of the navigation
 */
export async function loadPage(session, url, ready, options) {
  const { page, cdp, requests } = session
  await page.goto('about:blank')
  const idle = await quiet(options)
  requests.reset()
  await page.goto(url, { waitUntil: 'commit', timeout: options.timeoutMs })
  // The counters go on over all loads of one process.
  const before = await counters(cdp)
  const readyMs = await page.evaluate(ready)
  await settle(requests)
  const seen = await page.evaluate(() => ({
    firstPaint: window.__bench.firstPaint,
    largestPaint: window.__bench.largestPaint,
    longTasks: window.__bench.longTasks,
    visibleAt: window.__bench.visibleAt,
    nodes: document.querySelectorAll('*').length,
  }))
  const after = await counters(cdp)
  const spent = (name) => ((after[name] ?? 0) - (before[name] ?? 0)) * 1000
  const blocking = seen.longTasks.filter(([start]) => start >= seen.firstPaint - 1)
  return {
    ready_ms: readyMs,
    visible_ms: seen.visibleAt || readyMs,
    fcp_ms: seen.firstPaint,
    lcp_ms: seen.largestPaint,
    tbt_ms: blocking.reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0),
    longtasks_ms: seen.longTasks.reduce((sum, [, duration]) => sum + duration, 0),
    main_thread_ms: spent('TaskDuration'),
    script_ms: spent('ScriptDuration'),
    heap_mb: after.JSHeapUsedSize / KB / KB,
    dom_nodes: seen.nodes,
    idle,
    ...traffic(requests.all, readyMs),
  }
}

/**
 * Leaves the page and lets the browser forget what the product keeps in it: it may bring back how something was looked
 * at last, and may note that only when its page is left.
 * @param url an address of the product
 */
export async function forgetLooks({ page, cdp }, url) {
  await page.goto('about:blank')
  const { origin } = new URL(url)
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
}
