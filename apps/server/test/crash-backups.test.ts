import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AREAS } from './crash-arrangements/areas.ts'
import { deathsOf } from './crash-platform.ts'
import { eventually } from './waiting.ts'

const { platform, arrangements } = deathsOf(AREAS.backups)

test('a platform that is killed while it reads a stopped server takes the backup anew, and the project stays paused', {
  timeout: 120_000,
}, async () => {
  const arrangement = arrangements['backup.take_paused']
  if (!arrangement) throw new Error('There is no arrangement for the backup of a pause')
  const ref = await arrangement.request(await arrangement.arrange())
  const folder = join(platform.dataDir, 'backups', ref)
  await eventually(
    'the stopped server to be read',
    async () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.part')),
  )
  await platform.kill()
  expect(existsSync(join(platform.dataDir, 'projects', ref, 'data/postmaster.pid'))).toBe(true)
  await platform.start()
  await platform.settled(ref, 'INACTIVE')
  await arrangement.check(ref)
})
