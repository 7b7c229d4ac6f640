// npm test: everything that CI runs. Checks, unit and integration tests on real Postgres servers, browser tests.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, main, node, root, say } from './lib/environment.mjs'

/** Runs a test runner that writes its counts to a file. A runner that breaks before counting is one failure. */
function runner(args, cwd, report, count, env = {}) {
  const done = spawnSync(node, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  try {
    const counts = count(JSON.parse(readFileSync(report, 'utf8')))
    return done.status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

await main(() => {
  const started = Date.now()
  ensureInstalled()
  const chromium = ensureChromium()
  const work = mkdtempSync(join(tmpdir(), 'stoa-test-reports-'))
  const results = []
  const stage = (name, body) => {
    say(`\n── ${name}`)
    const from = Date.now()
    const { passed, failed, skipped = 0, flaky = 0 } = body()
    results.push({ name, passed, failed, skipped, flaky, seconds: Math.round((Date.now() - from) / 1000) })
  }
  try {
    stage('checks', runChecks)
    stage('unit and integration tests', () => {
      const report = join(work, 'vitest.json')
      return runner(
        [
          join(root, 'node_modules/vitest/vitest.mjs'),
          'run',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        root,
        report,
        (json) => ({
          passed: json.numPassedTests,
          failed: json.numFailedTests + json.numFailedTestSuites * (json.numFailedTests === 0 ? 1 : 0),
          skipped: json.numPendingTests + json.numTodoTests,
        }),
        { CHROMIUM_PATH: chromium },
      )
    })
    stage('browser tests', () => {
      ensureBuilt()
      const report = join(work, 'playwright.json')
      return runner(
        [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'],
        join(root, 'apps/dashboard'),
        report,
        ({ stats }) => ({
          passed: stats.expected + stats.flaky,
          failed: stats.unexpected,
          skipped: stats.skipped,
          flaky: stats.flaky,
        }),
        { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      )
    })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  say('')
  for (const { name, passed, failed, flaky, seconds } of results)
    say(
      `${name}: ${passed} passed, ${failed} failed in ${seconds} s${flaky > 0 ? ` (${flaky} only at the second try)` : ''}`,
    )
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const skipped = sum('skipped')
  say(`all of it took ${Math.round((Date.now() - started) / 1000)} s`)
  say(`${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1)
})
