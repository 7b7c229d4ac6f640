import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { lastingClient } from '@stoa/engine/connections'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BackupTest, PASSWORDS } from './physical.fixture.ts'

let t: BackupTest
beforeAll(async () => {
  t = await BackupTest.open()
})
afterAll(async () => t?.subject.dispose())

for (const major of ['15', '17', '18']) {
  test(`Postgres ${major}: a base backup made while changes go on gives a server as it was at its end`, async () => {
    const version = t.versionOf(major)
    const made = await t.started(version)
    await t.ask(made, 'create table ticks (tick int); create table notes (note text)')
    await t.note(made, 'kept')
    const writer = lastingClient({ ...(await t.engine.target(made.ref, 'owner')), password: PASSWORDS.owner })
    await writer.connect()
    let [ticks, on] = [0, true]
    const writing = (async () => {
      while (on) await writer.query('insert into ticks values ($1)', [++ticks])
    })()
    const base = await t.folder('base')
    const before = ticks
    const backup = await t.engine.baseBackup(made.ref, base)
    const after = ticks
    on = false
    await writing
    await writer.end()
    expect(backup.from.getTime()).toBeLessThanOrEqual(Date.now() + 5)
    const sizes = await Promise.all((await readdir(base)).map(async (name) => (await stat(join(base, name))).size))
    expect(backup.bytes).toBe(sizes.reduce((sum, size) => sum + size, 0))
    expect((await readdir(base)).sort()).toEqual(['backup.json', 'backup_manifest', 'base.tar.gz'])

    const copy = await t.recovered({ base, archive: null, at: null }, version)
    expect(await t.notes(copy)).toEqual(['kept'])
    const [seen] = await t.ask(copy, 'select count(*)::int as count, max(tick) as last from ticks')
    expect(seen?.count).toBe(seen?.last)
    expect(seen?.last).toBeGreaterThanOrEqual(before)
    expect(seen?.last).toBeLessThanOrEqual(after + 1)
    await t.note(copy, 'of its own')
    expect(await t.notes(made)).toEqual(['kept'])
  })

  test(`Postgres ${major}: a server comes back as it was before a mistake, and as it was last`, async () => {
    const version = t.versionOf(major)
    const { made, source } = await t.archived(version)
    await t.note(made, 'after the backup')
    const at = await t.engine.flushArchive(made.ref)
    await t.note(made, 'too late')
    await t.ask(made, 'drop table notes')
    await t.ask(made, 'create table regret (id int)')
    await t.engine.flushArchive(made.ref)

    const then = await t.recovered({ ...source, at }, version)
    expect(await t.notes(then)).toEqual(['after the backup', 'before'])
    await t.note(then, 'and on it goes')
    await t.engine.restart(then.ref)
    expect(await t.notes(then)).toHaveLength(3)

    const last = await t.recovered(source, version)
    expect(
      await t.ask(last, "select to_regclass('notes') is null as gone, to_regclass('regret') is null as none"),
    ).toEqual([{ gone: true, none: false }])
  })
}
