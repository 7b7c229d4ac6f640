// npm test: everything that CI runs. Checks, unit and integration tests on real Postgres servers, browser tests.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
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

/** The first line of a failure, without colours. */
const firstLine = (message = '') => stripVTControlCharacters(message).split('\n', 1)[0]

/** What failed in a test file, a line each. A file that broke before its first test counts as one. */
function vitestFailures({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
  return failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
}

/** What failed in a browser suite and those inside it, a line each. */
function playwrightFailures({ file, specs = [], suites = [] }) {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter((test) => test.status === 'unexpected')
      .map((test) => `e2e/${file} > ${title}: ${firstLine(test.results.at(-1)?.error?.message)}`),
  )
  return [...failed, ...suites.flatMap(playwrightFailures)]
}

await main(async () => {
  const started = Date.now()
  ensureInstalled()
  const chromium = ensureChromium()
  const work = mkdtempSync(join(tmpdir(), 'stoa-test-reports-'))
  const results = []
  // Each test file and each platform is a process of its own that begins with the same code.
  const env = { CHROMIUM_PATH: chromium, NODE_COMPILE_CACHE: join(work, 'compiled') }
  const stage = async (name, body) => {
    say(`\n── ${name}`)
    const from = Date.now()
    const { passed, failed, skipped = 0, flaky = 0, failures = [] } = await body()
    results.push({ name, passed, failed, skipped, flaky, failures, seconds: Math.round((Date.now() - from) / 1000) })
  }
  try {
    await stage('checks', runChecks)
    await stage('unit and integration tests', () => {
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
          failures: json.testResults.flatMap(vitestFailures),
        }),
        env,
      )
    })
    await stage('browser tests', () => {
      ensureBuilt()
      const report = join(work, 'playwright.json')
      return runner(
        [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'],
        join(root, 'apps/dashboard'),
        report,
        ({ stats, suites }) => ({
          passed: stats.expected + stats.flaky,
          failed: stats.unexpected,
          skipped: stats.skipped,
          flaky: stats.flaky,
          failures: suites.flatMap(playwrightFailures),
        }),
        { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      )
    })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  say('')
  // Once more at the end, where whoever reads only the end of a long log finds them.
  for (const failure of results.flatMap((result) => result.failures)) say(`failed: ${failure}`)
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
