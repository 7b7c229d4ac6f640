// npm test: everything that CI runs. Checks, budgets of JavaScript, unit and integration tests on real Postgres servers,
// browser tests.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, main, node, root, say } from './lib/environment.mjs'
import { firstLine } from './lib/vitest-report.mjs'

/**
 * Runs a test runner that writes what it came to into a file. One that fails without naming a failure is a failure by
 * itself.
 */
function runner(name, args, cwd, report, read, env = {}) {
  const done = spawnSync(node, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  const ended = `${name} ended with ${done.signal ?? done.status}`
  try {
    const result = read(JSON.parse(readFileSync(report, 'utf8')))
    if (done.status === 0 || result.failures.length > 0) return result
    return { ...result, failures: [`${ended}, though nothing that it names failed`] }
  } catch {
    return { passed: 0, failures: [`${ended} before it said what failed`] }
  }
}

/** The tests of a browser suite and those inside it that came out in one way, a line each with what they failed by. */
function playwrightTests(outcome, { file, specs = [], suites = [] }) {
  const found = specs.flatMap(({ title, tests }) =>
    tests
      .filter((test) => test.status === outcome)
      .map(({ results }) => {
        const { error } = results.findLast((result) => result.error) ?? {}
        return `e2e/${file} > ${title}: ${firstLine(error?.message)}`
      }),
  )
  return [...found, ...suites.flatMap((suite) => playwrightTests(outcome, suite))]
}

/** Builds the dashboard and weighs its screens. Each screen that has a budget of JavaScript is one check. */
function runBudgets() {
  ensureBuilt()
  const done = spawnSync(node, [join(root, 'apps/dashboard/build/sizes.ts')], { cwd: root, encoding: 'utf8' })
  const lines = done.stdout.split('\n').filter((line) => /(within|OVER) \d+ KB/.test(line))
  for (const line of lines) say(`  ${line}`)
  const failures = lines.filter((line) => line.includes('OVER')).map((line) => line.replaceAll(/\s+/g, ' '))
  const unsaid = failures.length === 0 && (done.status !== 0 || lines.length === 0)
  return {
    passed: lines.length - failures.length,
    failures: unsaid ? [`the sizes of the screens are not known: ${firstLine(done.stderr.trim())}`] : failures,
  }
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
    const result = await body()
    results.push({ name, skipped: 0, again: [], ...result, seconds: Math.round((Date.now() - from) / 1000) })
  }
  try {
    await stage('checks', runChecks)
    await stage('budgets of JavaScript', runBudgets)
    await stage('unit and integration tests', () => {
      const report = join(work, 'vitest.json')
      const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/lib/vitest-report.mjs')}`]
      return runner(
        'vitest',
        [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters],
        root,
        report,
        (result) => result,
        { ...env, STOA_TEST_REPORT: report },
      )
    })
    await stage('browser tests', () => {
      const report = join(work, 'playwright.json')
      return runner(
        'playwright',
        [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'],
        join(root, 'apps/dashboard'),
        report,
        ({ stats, suites, errors }) => ({
          passed: stats.expected + stats.flaky,
          skipped: stats.skipped,
          failures: [
            ...suites.flatMap((suite) => playwrightTests('unexpected', suite)),
            ...errors.map(({ message, location }) => `${location?.file ?? 'e2e'}: ${firstLine(message)}`),
          ],
          again: suites.flatMap((suite) => playwrightTests('flaky', suite)),
        }),
        { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      )
    })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  say('')
  // Once more at the end, where whoever reads only the end of a long log finds them.
  for (const line of results.flatMap((result) => result.again)) say(`only at the second try: ${line}`)
  for (const line of results.flatMap((result) => result.failures)) say(`failed: ${line}`)
  for (const { name, passed, failures, again, seconds } of results) {
    const second = again.length > 0 ? ` (${again.length} only at the second try)` : ''
    say(`${name}: ${passed} passed, ${failures.length} failed in ${seconds} s${second}`)
  }
  const sum = (count) => results.reduce((total, result) => total + count(result), 0)
  const [passed, failed] = [sum((result) => result.passed), sum(({ failures }) => failures.length)]
  const skipped = sum((result) => result.skipped)
  say(`all of it took ${Math.round((Date.now() - started) / 1000)} s`)
  say(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
})
