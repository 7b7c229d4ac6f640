import { defineConfig } from 'vitest/config'

// One list of projects: what needs no server runs in parallel, what starts servers runs one file after another
// on machines with few cores, so that a slow start is never mistaken for a failure.
export default defineConfig({
  test: {
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
          include: ['packages/engine-embedded/src/**/*.test.ts', 'packages/rest/test/**/*.test.ts', 'apps/server/{src,test}/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          // A shared machine may stall for seconds, and these tests wait for real servers.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})
