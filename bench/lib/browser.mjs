import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { INSTRUMENTS } from './page-script.mjs'

// The browser tests of the dashboard have the driver already.
const { chromium } = createRequire(resolve(import.meta.dirname, '../../apps/dashboard/package.json'))(
  '@playwright/test',
)

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-default-apps',
  '--js-flags=--expose-gc',
  // What a product asks of the internet must not decide how fast it is here.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
]
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Every request of a page, as the browser's network layer saw it. Times are in seconds, sizes in bytes. */
class Requests {
  #byId = new Map()

  constructor(cdp) {
    const change = (event, f) => {
      const request = this.#byId.get(event.requestId)
      if (request) f(request)
    }
    cdp.on('Network.requestWillBeSent', (event) => {
      const { url, method } = event.request
      this.#byId.set(event.requestId, { url, method, type: event.type, start: event.timestamp, encoded: 0, decoded: 0 })
    })
    cdp.on('Network.responseReceived', (event) =>
      change(event, (request) => {
        request.type = event.type
        request.status = event.response.status
        request.cached = event.response.fromDiskCache || event.response.fromPrefetchCache
        request.answered = event.timestamp
      }),
    )
    cdp.on('Network.requestServedFromCache', (event) =>
      change(event, (request) => {
        request.cached = true
      }),
    )
    cdp.on('Network.dataReceived', (event) =>
      change(event, (request) => {
        request.decoded += event.dataLength
      }),
    )
    cdp.on('Network.loadingFinished', (event) =>
      change(event, (request) => {
        request.encoded = event.encodedDataLength
        request.end = event.timestamp
      }),
    )
    cdp.on('Network.loadingFailed', (event) =>
      change(event, (request) => {
        request.end = event.timestamp
        request.failed = true
      }),
    )
  }

  /** Forgets what there was. */
  reset() {
    this.#byId = new Map()
  }

  /** What there was since the last reset, in order. */
  get all() {
    return [...this.#byId.values()]
  }
}

/**
 * Opens a browser with an empty profile of its own.
 * @param adapter what `initScript` of it runs before every page's scripts
 * @param profiles the folder to make the profile in
 * @returns the page with its protocol session, its requests, and `close`, which also removes the profile
 */
export async function openBrowser(adapter, profiles) {
  const executablePath = process.env.CHROMIUM_PATH ?? PLACES.find((place) => existsSync(place))
  if (executablePath === undefined) throw new Error('There is no Chromium here. Install it or set CHROMIUM_PATH')
  const profile = mkdtempSync(join(profiles, 'p-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: FLAGS,
    viewport: { width: 1440, height: 900 },
  })
  await context.addInitScript(INSTRUMENTS)
  if (adapter.initScript) await context.addInitScript(adapter.initScript)
  const page = context.pages()[0] ?? (await context.newPage())
  page.on('dialog', (dialog) => dialog.accept().catch(() => {}))
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const requests = new Requests(cdp)
  const close = async () => {
    await context.close().catch(() => {})
    rmSync(profile, { recursive: true, force: true })
  }
  return { page, cdp, requests, close }
}

/** The browser's counters of the page's process: times in seconds, sizes in bytes. */
export async function counters(cdp) {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}
