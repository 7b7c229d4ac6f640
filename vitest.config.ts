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

// One list of projects: what needs no server runs in parallel, what starts servers runs one file after another
// on machines with few cores, so that a slow start is never mistaken for a failure.
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
          environment: 'node',
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
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // They wait for their servers a third of the time: three fill two cores.
          maxWorkers: 3,
          // A shared machine may stall for seconds, and these tests wait for real servers.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})
