import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begins with the deaths, which take longest by far: nothing is left to run beside what is begun last. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /\/crash-\w+\.test\.ts$/.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** They look at their own process, or put something else in the place of a module. */
const ALONE = ['resize', 'sql-run', 'sql-export'].map((name) => `apps/server/test/${name}.test.ts`)

/** Tests with real servers wait for them a third of the time: three files at once fill two cores. */
const MOST_AT_ONCE = 3

/** What all tests have in common. What hangs ends by these; no test is as slow as that on a machine that is busy. */
const ALL = { environment: 'node', testTimeout: 60_000, hookTimeout: 120_000, maxWorkers: MOST_AT_ONCE } as const

/** What tests with real servers have in common. */
const WITH_SERVERS = {
  ...ALL,
  // A shared machine may stall for seconds, and these tests wait for real servers.
  retry: process.env.CI ? 1 : 0,
} as const

// One list of projects: what needs no server, what starts servers, and what needs a process of its own as well. The
// files of a worker share what they import, which takes longer to read than most of them take to run: a test puts back
// what it changes in its process.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/{contract,sql,engine,ui,rest}/src/**/*.test.{ts,tsx}',
            'apps/dashboard/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
          isolate: false,
          ...ALL,
        },
      },
      {
        test: {
          name: 'integration',
          include: [
            'packages/engine-embedded/src/**/*.test.ts',
            'packages/{rest,graphql}/test/**/*.test.ts',
            'apps/server/{src,test}/**/*.test.ts',
          ],
          exclude: ALONE,
          isolate: false,
          ...WITH_SERVERS,
        },
      },
      { test: { name: 'alone', include: ALONE, ...WITH_SERVERS } },
    ],
  },
})
