// What people wait for who pause, restore, restart and resize a project that holds a gigabyte. Through the API alone,
// on a data folder of its own.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { log, quiet, sleep } from './lib/machine.mjs'
import { Stoa } from './lib/stoa.mjs'

const PRODUCT = 'stoa'
/** About a gigabyte, of which a part compresses as people's data does. */
const fill = (rows) => `create table events as
  select i as id, md5(i::text) as name, repeat(md5((i % 97)::text), 8) as text, now() as at
  from generate_series(1, ${rows}) i`
const FULL_ROWS = 2_900_000
/** Just below the size from which on a project is paused before its backup is taken. */
const QUICK_ROWS = 145_000
/** What is not on disk yet when the server is asked to stop. */
const CHANGE = 'update events set at = now() where id % 100 = 0'
/** How often it is asked whether a backup has ended, in ms. */
const POLL_MS = 50

const backupsOf = async (stoa, ref) => (await stoa.call('GET', `/platform/database/${ref}/backups`)).backups

/** Waits until the backup of a pause is there. @returns the backup */
async function backedUp(stoa, ref, options) {
  for (const begun = performance.now(); performance.now() - begun < options.timeoutMs; await sleep(POLL_MS)) {
    const [latest] = await backupsOf(stoa, ref)
    if (latest?.status === 'COMPLETED') return latest
    if (latest?.status === 'FAILED') throw new Error(`The backup failed: ${latest.error}`)
  }
  throw new Error('The backup has not ended')
}

/**
 * Measures the platform with a full project and puts the samples under the product `stoa`, as `life.…`.
 * @param options as `readOptions` gives them
 */
export async function measureLife(options, samples) {
  const dataDir = join(options.work, 'life')
  rmSync(dataDir, { recursive: true, force: true })
  const stoa = new Stoa({ dataDir, port: options.port + 3 })
  try {
    await stoa.start()
    const { ref } = await stoa.createProject('A gigabyte', { desired_instance_size: 'micro' })
    const measured = async (name, path, wanted, body, project = ref) => {
      const idle = await quiet(options)
      const { ms } = await stoa.timed(async () => {
        await stoa.call('POST', `/platform/projects/${project}/${path}`, body)
        return project
      }, wanted)
      samples.put(PRODUCT, `life.${name}`, { ms, idle })
    }
    const { ref: quick } = await stoa.createProject('Backed up first')
    await stoa.query(quick, fill(QUICK_ROWS))
    await stoa.query(ref, fill(FULL_ROWS))
    await stoa.query(ref, 'alter table events add primary key (id)')
    const size = 'select pg_database_size(current_database()) / 1024 / 1024 as mb'
    const [{ mb }] = await stoa.query(ref, size)
    samples.put(PRODUCT, 'life.database', { mb: Number(mb) })
    const [small] = await stoa.query(quick, size)
    samples.put(PRODUCT, 'life.quick database', { mb: Number(small.mb) })
    for (let run = 0; run < options.runs; run++) {
      await measured('pause with its backup', 'pause', 'INACTIVE', undefined, quick)
      await measured('restore of that', 'restore', 'ACTIVE_HEALTHY', undefined, quick)
      await stoa.query(ref, CHANGE)
      const began = performance.now()
      await measured('pause', 'pause', 'INACTIVE')
      if (run === 0) {
        const { size_bytes: bytes } = await backedUp(stoa, ref, options)
        samples.put(PRODUCT, 'life.backup', { ms: performance.now() - began, mb: bytes / 1024 / 1024 })
        await measured('restore', 'restore', 'ACTIVE_HEALTHY')
      } else await measured('restore while its backup is written', 'restore', 'ACTIVE_HEALTHY')
      await stoa.query(ref, CHANGE)
      await measured('restart', 'restart', 'ACTIVE_HEALTHY')
      await stoa.query(ref, CHANGE)
      await measured('resize', 'resize', 'ACTIVE_HEALTHY', { compute_size: run % 2 === 0 ? 'small' : 'micro' })
    }
    for (const name of [
      'pause with its backup',
      'pause',
      'restore',
      'restore while its backup is written',
      'restart',
      'resize',
      'backup',
    ])
      log(`life.${name}`, samples.of(PRODUCT, `life.${name}`, 'ms'))
  } finally {
    await stoa.stop('SIGINT')
  }
  // After a failure the folder stays: its logs say what went wrong.
  rmSync(dataDir, { recursive: true, force: true })
}
