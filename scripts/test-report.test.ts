import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'stoa-test-report-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SUITE = `
let tries = 0
it('passes', () => {})
it.skip('is left out', () => {})
it('fails', () => expect(1, 'one is\\nnot two').toBe(2))
it('passes at its second try', { retry: 1 }, () => expect(++tries, 'not yet').toBe(2))
describe('a group', () => {
  beforeAll(() => { throw new Error('the hook broke') })
  it('never runs', () => {})
})
it('ends before its error comes', () => {
  process.nextTick(() => { throw new RangeError('nobody listens') })
})
`

it('the closing lines name all that failed, also what no test waited for', () => {
  writeFileSync(join(folder, 'a.test.js'), SUITE)
  const report = join(folder, 'report.json')
  const done = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      `--root=${folder}`,
      '--globals',
      `--reporter=${join(root, 'scripts/lib/vitest-report.mjs')}`,
    ],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, STOA_TEST_REPORT: report } },
  )
  expect(done.status).toBe(1)
  const { passed, skipped, failures, again } = JSON.parse(readFileSync(report, 'utf8'))
  expect([passed, skipped]).toEqual([3, 2])
  expect(again).toEqual([expect.stringMatching(/^a\.test\.js > passes at its second try: .*not yet/)])
  expect(failures).toEqual([
    expect.stringMatching(/^a\.test\.js > a group: the hook broke/),
    expect.stringMatching(/^a\.test\.js > Uncaught Exception.*: RangeError: nobody listens \(a\.test\.js:12\)$/),
    expect.stringMatching(/^a\.test\.js > fails: .*one is/),
  ])
})
