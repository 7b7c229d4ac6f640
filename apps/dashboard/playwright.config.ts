import { defineConfig } from '@playwright/test'

/** What the runner turns off by itself: of two lists of features, Chromium reads the second alone. */
const NOT_IN_TESTS = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Pages of Chromium's own address bar, which nobody sees here: two for each window, half of the time of a short test. */
const ADDRESS_BAR = ['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup']

/** Flags that keep Chromium quiet: it runs as any user and calls nobody. */
const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...NOT_IN_TESTS, ...ADDRESS_BAR].join(',')}`,
]

// Every worker has a server of its own, with real Postgres servers behind it (e2e/stoa.ts).
export default defineConfig({
  testDir: 'e2e',
  // Much of their time is waiting for servers: two leave the cores of a small machine idle.
  workers: 3,
  // What never comes fails by these. A shared machine may stall for seconds, and waiting costs nothing where it comes.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A shared machine may stall for seconds; a test that needed its second try is named in the closing lines.
  retries: process.env.CI ? 1 : 0,
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    // Recording costs a fifth of the time: ask for it with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS },
  },
})
