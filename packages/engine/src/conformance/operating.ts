import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { RecoverySource, ServerSpec } from '../engine.ts'
import { type ConformanceKit, PASSWORDS, query, randomRef, refusal } from './kit.ts'

const LARGER = { memoryMb: 512, maxConnections: 30, workers: 3 }

/** What every engine has to hold to while a server is in use: sizes, access, read-only times, physical backups. */
export function operatingConformance(name: string, kit: ConformanceKit): void {
  const folder = async (called: string): Promise<string> => {
    const path = kit.path(called)
    await mkdir(path)
    return path
  }
  /** A running server with an archive and a base backup. */
  const backedUp = async (): Promise<{ made: ServerSpec; source: RecoverySource; from: Date }> => {
    const made = await kit.started()
    const [base, archive] = [await folder('base'), await folder('archive')]
    await kit.engine.setArchive(made.ref, archive)
    const { from } = await kit.engine.baseBackup(made.ref, base)
    return { made, source: { base, archive, at: null }, from }
  }

  describe(`${name}: operating servers`, { timeout: 60_000 }, () => {
    kit.open()

    test('of an absent server nothing is changed or copied', async () => {
      const ref = randomRef()
      const absent = refusal('absent')
      await expect(kit.engine.resize(ref, LARGER)).rejects.toEqual(absent)
      await expect(kit.engine.setReadOnly(ref, true)).rejects.toEqual(absent)
      await expect(kit.engine.setAccess(ref, { sslOnly: true, networks: null })).rejects.toEqual(absent)
      await expect(kit.engine.baseBackup(ref, await folder('base'))).rejects.toEqual(absent)
      await expect(kit.engine.setArchive(ref, await folder('archive'))).rejects.toEqual(absent)
      await expect(kit.engine.flushArchive(ref)).rejects.toEqual(absent)
    })

    test('of a stopped server nothing is copied, and it is not made read-only', async () => {
      const { ref } = await kit.created()
      const stopped = refusal('not-running')
      await expect(kit.engine.setReadOnly(ref, true)).rejects.toEqual(stopped)
      await expect(kit.engine.baseBackup(ref, await folder('base'))).rejects.toEqual(stopped)
      await expect(kit.engine.flushArchive(ref)).rejects.toEqual(stopped)
    })

    test('a resized server stays in its state, also when it is resized twice', async () => {
      const [running, stopped] = [await kit.started(), await kit.created()]
      for (const _time of ['first', 'second']) {
        await kit.engine.resize(running.ref, LARGER)
        await kit.engine.resize(stopped.ref, LARGER)
      }
      expect(await kit.engine.state(running.ref)).toBe('running')
      expect(await kit.engine.state(stopped.ref)).toBe('stopped')
    })

    test('what a running server uses is told, and its totals do not fall', async () => {
      const { ref } = await kit.started()
      const first = await kit.engine.observe(ref)
      const second = await kit.engine.observe(ref)
      for (const total of ['cpuSeconds', 'diskReadBytes', 'diskWrittenBytes'] as const) {
        if (first[total] !== null) expect(second[total]).toBeGreaterThanOrEqual(first[total])
      }
      await kit.engine.stop(ref)
      expect(await kit.engine.observe(ref)).toMatchObject({
        swapBytes: null,
        diskReadBytes: null,
        diskWrittenBytes: null,
      })
    })

    test('who may connect is set on running and on stopped servers, and only by networks', async () => {
      for (const { ref } of [await kit.started(), await kit.created()]) {
        for (const networks of [['10.0.0.0/8', '2001:db8::/32'], [], null]) {
          await kit.engine.setAccess(ref, { sslOnly: true, networks })
          await kit.engine.setAccess(ref, { sslOnly: false, networks })
        }
        const wrong = kit.engine.setAccess(ref, { sslOnly: false, networks: ['10.0.0.1/40'] })
        await expect(wrong).rejects.toEqual(refusal('failed'))
      }
    })

    test('a server is recovered from its backup, stopped, and once', async () => {
      const { source, from } = await backedUp()
      expect(Math.abs(Date.now() - from.getTime())).toBeLessThan(60_000)
      const copy = kit.spec()
      await kit.engine.recover(copy, { ...source, archive: null })
      expect(await kit.engine.state(copy.ref)).toBe('stopped')
      await kit.engine.start(copy.ref)
      await kit.engine.recover(copy, { ...source, archive: null })
      expect(await kit.engine.state(copy.ref)).toBe('running')
    })

    test('a server is recovered to a moment that its archive holds, and to no other', async () => {
      const { made, source, from } = await backedUp()
      const until = await kit.engine.flushArchive(made.ref)
      const copy = kit.spec()
      await kit.engine.recover(copy, { ...source, at: until })
      expect(await kit.engine.state(copy.ref)).toBe('stopped')
      for (const at of [new Date(from.getTime() - 60_000), new Date(until.getTime() + 60_000)]) {
        const none = kit.spec()
        await expect(kit.engine.recover(none, { ...source, at })).rejects.toEqual(refusal('failed'))
        expect(await kit.engine.state(none.ref)).toBe('absent')
      }
    })

    test('a folder that holds no whole backup, or one of another version, is refused', async () => {
      const { source } = await backedUp()
      const none = kit.spec()
      const empty = await folder('empty')
      await writeFile(`${empty}/half.part`, 'half')
      await expect(kit.engine.recover(none, { ...source, base: empty })).rejects.toEqual(refusal('failed'))
      for (const { version } of kit.engine.versions()) {
        if (version === none.version) continue
        await expect(kit.engine.recover({ ...none, version }, source)).rejects.toEqual(refusal('unknown-version'))
      }
      const unknown = { ...none, version: 'supabase-postgres-9.6.0' }
      await expect(kit.engine.recover(unknown, source)).rejects.toEqual(refusal('unknown-version'))
      expect(await kit.engine.state(none.ref)).toBe('absent')
    })

    test('an archive is begun, flushed, pruned and ended, each as often as one likes', async () => {
      const { made, source } = await backedUp()
      const archive = source.archive ?? ''
      await kit.engine.setArchive(made.ref, archive)
      const first = await kit.engine.flushArchive(made.ref)
      expect((await kit.engine.flushArchive(made.ref)).getTime()).toBeGreaterThanOrEqual(first.getTime())
      expect(await readdir(archive)).not.toEqual([])
      await kit.engine.pruneArchive(archive, source.base)
      expect(await kit.engine.pruneArchive(archive, source.base)).toBe(0)
      for (const _time of ['first', 'second']) await kit.engine.setArchive(made.ref, null)
      await expect(kit.engine.flushArchive(made.ref)).rejects.toEqual(refusal('failed'))
      expect(await kit.engine.state(made.ref)).toBe('running')
    })
  })

  if (!kit.claims.connectable) return

  describe(`${name}: operating servers, over real connections`, { timeout: 60_000 }, () => {
    kit.open()

    test('a resized server keeps its data', async () => {
      const made = await kit.started()
      await kit.as(made, 'owner', 'create table kept as select 1 as id')
      const before = await kit.as(made, 'owner', 'show max_connections')
      await kit.engine.resize(made.ref, LARGER)
      expect(await kit.as(made, 'owner', 'select id from kept')).toEqual([{ id: 1 }])
      expect(await kit.as(made, 'owner', 'show max_connections')).not.toEqual(before)
    })

    test('a read-only server refuses changes until it takes them again', async () => {
      const made = await kit.started()
      await kit.engine.setReadOnly(made.ref, true)
      const change = 'create table notes (id int)'
      await expect(kit.as(made, 'owner', change)).rejects.toThrow(/read-only/)
      await kit.engine.restart(made.ref)
      await expect(kit.as(made, 'owner', change)).rejects.toThrow(/read-only/)
      await kit.engine.setReadOnly(made.ref, false)
      await kit.as(made, 'owner', change)
    })

    test('who is not named does not get in from outside, and the platform does', async () => {
      const made = await kit.started()
      await kit.engine.setAccess(made.ref, { sslOnly: false, networks: [] })
      const outside = await kit.engine.publicTarget(made.ref)
      await expect(query(outside, PASSWORDS.owner, 'select 1')).rejects.toThrow()
      expect(await kit.as(made, 'owner', 'select 1 as one')).toEqual([{ one: 1 }])
      await kit.engine.setAccess(made.ref, { sslOnly: false, networks: null })
      expect(await query(outside, PASSWORDS.owner, 'select 1 as one')).toEqual([{ one: 1 }])
    })

    test('a recovered server has the data of its moment, passwords of its own and a life of its own', async () => {
      const { made, source } = await backedUp()
      await kit.as(made, 'owner', 'create table kept as select 1 as id')
      const at = await kit.engine.flushArchive(made.ref)
      await kit.as(made, 'owner', 'drop table kept')
      await kit.engine.flushArchive(made.ref)
      const passwords = { owner: 'copy owner', api: 'copy api', reader: 'copy reader' }
      const copy = kit.spec({ passwords })
      await kit.engine.recover(copy, { ...source, at })
      await kit.engine.start(copy.ref)
      expect(await kit.as(copy, 'owner', 'insert into kept values (2) returning id')).toEqual([{ id: 2 }])
      const outside = await kit.engine.publicTarget(copy.ref)
      await expect(query(outside, PASSWORDS.owner, 'select 1')).rejects.toThrow(/password/)
      await expect(kit.as(made, 'owner', 'select id from kept')).rejects.toThrow(/does not exist/)
    })
  })
}
