import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AREAS } from './crash-arrangements/areas.ts'
import { deathsOf } from './crash-deaths.ts'
import { eventually } from './waiting.ts'

const { platform, arrangements } = deathsOf(AREAS.backups)

test.for(['killed', 'stopped'])(
  'a platform that is %s while it reads a stopped server takes the backup all the same',
  {
    timeout: 120_000,
  },
  async (how) => {
    const arrangement = arrangements['backup.take_paused']
    if (!arrangement) throw new Error('There is no arrangement for the backup of a pause')
    const ref = await arrangement.request(await arrangement.arrange())
    const folder = join(platform.dataDir, 'backups', ref)
    const pidFile = join(platform.dataDir, 'projects', ref, 'data/postmaster.pid')
    await eventually(
      'the stopped server to be read',
      async () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.part')),
    )
    if (how === 'killed') {
      await platform.kill()
      expect(existsSync(pidFile)).toBe(true)
    } else {
      platform.stop()
      expect(await platform.ended(), platform.output).toBe(0)
      expect(existsSync(pidFile)).toBe(false)
    }
    await platform.start()
    await platform.settled(ref, 'INACTIVE')
    await arrangement.check(ref)
  },
)
