// What a run of vitest came to, for the closing lines of `npm test`: also what failed without being a test's.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = process.cwd()

/** The first line of a failure, without colours. */
export const firstLine = (message = '') => stripVTControlCharacters(message).split('\n', 1)[0]

/** The first line of a stack that is of our own code, as `path:line`. */
function ownLine({ stack = '' }) {
  const lines = stripVTControlCharacters(stack).split('\n')
  const own = lines.find((line) => line.includes(root) && !line.includes('node_modules'))
  const [, path, line] = /((?:file:\/\/)?\/[^\s():]+):(\d+)/.exec(own ?? '') ?? []
  return path ? ` (${relative(root, path.replace('file://', ''))}:${line})` : ''
}

const said = (error) => `${firstLine(error?.message)}${error ? ownLine(error) : ''}`

/** What a file, or a group of tests in it, failed with besides its tests: a hook, or its own code. */
function besideTests(module) {
  const groups = [module, ...module.children.allSuites()]
  return groups.flatMap((group) =>
    group.errors().map((error) => `${module.relativeModuleId} > ${group.fullName ?? 'the file'}: ${said(error)}`),
  )
}

/** An error that no test waited for. Vitest names the file, and the test that ran last, as far as it knows them. */
function uncaught(error) {
  const { name = 'Error', type = 'Uncaught error', VITEST_TEST_PATH: path, VITEST_TEST_NAME: test } = error
  const file = path ? `${relative(root, path)} > ` : ''
  return `${file}${type}${test ? ` during “${test}”` : ''}: ${name}: ${said(error)}`
}

/** A reporter that writes the counts to the file that STOA_TEST_REPORT names, with a line for each failure. */
export default class Report {
  onTestRunEnd(modules, errors) {
    const failures = [...modules.flatMap(besideTests), ...errors.map(uncaught)]
    const again = []
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const { state, errors: [error] = [] } = test.result()
        const line = () => `${module.relativeModuleId} > ${test.fullName}: ${said(error)}`
        if (state in counts) counts[state] += 1
        if (state === 'failed') failures.push(line())
        if (test.diagnostic()?.flaky) again.push(line())
      }
    const { passed, skipped } = counts
    writeFileSync(process.env.STOA_TEST_REPORT, JSON.stringify({ passed, skipped, failures, again }))
  }
}
