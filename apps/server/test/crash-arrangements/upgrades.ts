import { expect } from 'vitest'
import type { Arrangements, CrashPlatform } from '../crash-platform.ts'

/** The project has come to the newest version with its data, and its upgrade says so. */
async function upgraded(platform: CrashPlatform, ref: string): Promise<void> {
  await platform.works(ref)
  const { rows } = await platform.database.query(
    `select p.postgres_engine, u.status, u.progress, u.error from projects p join upgrades u on u.project_id = p.id
     where p.ref = $1 order by u.initiated_at desc limit 1`,
    [ref],
  )
  expect(rows).toEqual([{ postgres_engine: '18', status: 'Upgraded', progress: 'completed upgrade', error: null }])
  await platform.again(ref, 'restart', 'ACTIVE_HEALTHY')
  await platform.works(ref)
}

/** The workflows that bring a healthy and a paused project to a newer version of Postgres. */
export function upgradeArrangements(platform: CrashPlatform): Arrangements {
  return {
    'project.upgrade': {
      arrange: () => platform.healthy('17'),
      request: async (ref) => {
        await platform.attempt('POST', `/v1/projects/${ref}/upgrade`, { target_version: '18' })
        return ref
      },
      expected: 'ACTIVE_HEALTHY',
      check: (ref) => upgraded(platform, ref),
    },
    'project.restore_upgrade': {
      arrange: () => platform.paused('17'),
      request: async (ref) => {
        await platform.attempt('POST', `/platform/projects/${ref}/restore`, { postgres_engine: '18' })
        return ref
      },
      expected: 'ACTIVE_HEALTHY',
      check: (ref) => upgraded(platform, ref),
    },
  }
}
