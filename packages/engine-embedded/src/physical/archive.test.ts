import { readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { query } from '@stoa/engine/conformance'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BackupTest, OTHER_PASSWORDS, PASSWORDS } from './physical.fixture.ts'

let t: BackupTest
beforeAll(async () => {
  t = await BackupTest.open()
})
afterAll(async () => t?.subject.dispose())

test('a recovered server has the passwords it was asked for, and those alone', async () => {
  const { source } = await t.archived()
  const copy = await t.recovered(source)
  for (const who of ['owner', 'api', 'reader'] as const) {
    const target = await t.engine.target(copy.ref, who)
    expect(await query(target, OTHER_PASSWORDS[who], 'select 1 as one')).toEqual([{ one: 1 }])
    await expect(query(target, PASSWORDS[who], 'select 1')).rejects.toThrow(/password/)
  }
  await t.engine.recover({ ...copy, passwords: PASSWORDS }, source)
  expect(await t.engine.state(copy.ref)).toBe('running')
})

test('a moment outside of the backup and its archive is refused', async () => {
  const { made, source } = await t.archived()
  const { from } = JSON.parse(await readFile(join(source.base, 'backup.json'), 'utf8'))
  await t.note(made, 'later')
  const last = await t.engine.flushArchive(made.ref)
  expect(await t.refusal({ ...source, at: new Date(new Date(from).getTime() - 1000) })).toEqual({
    code: 'failed',
    message: `This backup begins at ${from}. Choose that moment or a later one.`,
  })
  expect(await t.refusal({ ...source, at: new Date(last.getTime() + 60_000) })).toEqual({
    code: 'failed',
    message: 'The archive ends before that moment. Choose an earlier one.',
  })
  expect(await t.refusal({ ...source, archive: null, at: last })).toEqual({
    code: 'failed',
    message: 'Without an archive of its log, a database is only had as its backup was.',
  })
})

test('a backup that is not whole, damaged, or of another version is refused', async () => {
  const { source } = await t.archived()
  const base = join(source.base, 'base.tar.gz')
  expect(await t.refusal({ ...source, base: await t.folder('nothing') })).toEqual({
    code: 'failed',
    message: 'This backup is not whole, so no database can be made from it.',
  })
  const other = t.versionOf('18')
  expect(await t.refusal(source, other)).toEqual({
    code: 'unknown-version',
    message: `This backup is of version ${t.engine.defaultVersion}, and only a database of the same major version can be made from it.`,
  })
  expect(await t.refusal(source, 'supabase-postgres-9.6.0')).toMatchObject({ code: 'unknown-version' })
  const content = await readFile(base)
  const damaged = Buffer.from(content)
  const middle = Math.floor(content.length / 2)
  damaged.fill(0x55, middle, middle + 4096)
  await writeFile(base, damaged)
  expect(await t.refusal(source)).toEqual({
    code: 'failed',
    message: 'This backup is damaged, so no database can be made from it.',
  })
  await truncate(base, content.length - 1)
  expect(await t.refusal(source)).toEqual({
    code: 'failed',
    message: 'This backup is not whole, so no database can be made from it.',
  })
})

test('an archive that is gone, or from which a piece is gone, is refused by the piece’s name', async () => {
  const { made, source, archive } = await t.archived()
  for (const text of ['one', 'two', 'three']) {
    await t.note(made, text)
    await t.engine.flushArchive(made.ref)
  }
  const segments = (await readdir(archive)).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort()
  const lost = segments.at(-2) ?? ''
  await rm(join(archive, lost))
  expect(await t.refusal(source)).toEqual({
    code: 'failed',
    message: `The archive of the log has a gap: ${lost} is missing. Use a backup made after it.`,
  })
  await rm(archive, { recursive: true })
  expect(await t.refusal(source)).toEqual({
    code: 'failed',
    message: 'The archive of the log is not there, so no database can be made from it.',
  })
})

test('a full disk is said, and leaves a backup that is not taken for a whole one', async () => {
  const made = await t.started()
  const base = await t.folder('full')
  await symlink('/dev/full', join(base, 'base.tar.gz.part'))
  await expect(t.engine.baseBackup(made.ref, base)).rejects.toMatchObject({
    code: 'no-space',
    message: 'There is not enough disk space left for the backup.',
  })
  expect(await readdir(base)).not.toContain('backup.json')
  expect(await t.refusal({ base, archive: null, at: null })).toMatchObject({ code: 'failed' })
  await rm(join(base, 'base.tar.gz.part'))
  await t.engine.baseBackup(made.ref, base)
})

test('a backup that is there is left as it is, and one that was cut off is made anew', async () => {
  const made = await t.started()
  const base = await t.folder('twice')
  await writeFile(join(base, 'base.tar.gz.part'), 'half')
  const first = await t.engine.baseBackup(made.ref, base)
  const { mtimeMs } = await stat(join(base, 'base.tar.gz'))
  expect(await t.engine.baseBackup(made.ref, base)).toEqual(first)
  expect((await stat(join(base, 'base.tar.gz'))).mtimeMs).toBe(mtimeMs)
})

test('what has to run is said', async () => {
  const made = t.spec()
  await t.engine.create(made)
  const base = await t.folder('base')
  await expect(t.engine.baseBackup(made.ref, base)).rejects.toMatchObject({
    code: 'not-running',
    message: 'The database has to run to be backed up.',
  })
  await expect(t.engine.flushArchive(made.ref)).rejects.toMatchObject({
    code: 'not-running',
    message: 'The database has to run for its log to be archived.',
  })
  await t.engine.start(made.ref)
  await expect(t.engine.flushArchive(made.ref)).rejects.toThrow('The log of this database is not archived.')
})

test('archiving begins and ends with a restart, and is not begun twice', async () => {
  const made = await t.started()
  const archive = join(await t.folder('log'), 'of', 'one')
  const since = () => t.ask(made, "select pg_postmaster_start_time()::text, current_setting('archive_mode') as mode")
  const [before] = await since()
  await t.engine.setArchive(made.ref, null)
  expect(await since()).toEqual([before])
  await t.engine.setArchive(made.ref, archive)
  const [on] = await since()
  expect(on).toMatchObject({ mode: 'on' })
  await t.engine.setArchive(made.ref, archive)
  expect(await since()).toEqual([on])
  await t.engine.restart(made.ref)
  await t.engine.flushArchive(made.ref)
  expect(await readdir(archive)).not.toEqual([])
  await t.engine.setArchive(made.ref, null)
  expect(await since()).toMatchObject([{ mode: 'off' }])
})

test('an archive that cannot be written to is said', async () => {
  const { made, archive } = await t.archived()
  await rm(archive, { recursive: true })
  await expect(t.engine.flushArchive(made.ref)).rejects.toMatchObject({
    code: 'failed',
    message: `The database's log could not be written to its archive. Make sure that ${archive} has room, can be written to, and holds the log of no other database.`,
  })
  await expect(t.engine.setArchive(made.ref, 'relative')).rejects.toThrow(
    'The folder for the archive has to be an absolute path of at most 900 bytes.',
  )
})

test('log from before the oldest kept backup is removed, and recovery from that backup still goes', async () => {
  const { made, source, archive } = await t.archived()
  for (const text of ['one', 'two']) {
    await t.note(made, text)
    await t.engine.flushArchive(made.ref)
  }
  const later = await t.folder('later')
  await t.engine.baseBackup(made.ref, later)
  await t.note(made, 'three')
  await t.engine.flushArchive(made.ref)
  const before = (await readdir(archive)).length
  const freed = await t.engine.pruneArchive(archive, later)
  expect(freed).toBeGreaterThan(0)
  expect((await readdir(archive)).length).toBeLessThan(before)
  expect(await t.engine.pruneArchive(archive, later)).toBe(0)
  const copy = await t.recovered({ ...source, base: later })
  expect(await t.notes(copy)).toEqual(['before', 'one', 'three', 'two'])
  await expect(t.engine.pruneArchive(archive, await t.folder('none'))).rejects.toThrow(
    'This backup is not whole, so nothing was removed from the archive.',
  )
})
