import { stat, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type ServerSpec, UPGRADE_PROGRESS } from '../engine.ts'
import { type ConformanceKit, PASSWORDS, query, randomRef, refusal } from './kit.ts'

/** What every engine has to hold to when a server's contents move: dumps, upgrades, one server in the place of another. */
export function movingConformance(name: string, kit: ConformanceKit): void {
  const oldest = (): string => kit.engine.versions().at(-1)?.version ?? ''
  const newest = (): string => kit.engine.versions()[0]?.version ?? ''
  const nothing = async (): Promise<void> => {}

  describe(`${name}: moving servers`, { timeout: 60_000 }, () => {
    kit.open()

    test('of an absent server nothing is written down, loaded, moved or replaced', async () => {
      const [ref, made] = [randomRef(), await kit.created()]
      const absent = refusal('absent')
      await expect(kit.engine.dump(ref, kit.path('dump'))).rejects.toEqual(absent)
      await expect(kit.engine.dumpStopped(ref, kit.path('dump'))).rejects.toEqual(absent)
      await expect(kit.engine.load(ref, kit.path('dump'))).rejects.toEqual(absent)
      await expect(kit.engine.upgradeObstacles(ref, newest())).rejects.toEqual(absent)
      await expect(kit.engine.upgrade(ref, newest(), nothing)).rejects.toEqual(absent)
      await expect(kit.engine.replace(ref, made.ref)).rejects.toEqual(absent)
      await expect(kit.engine.replace(made.ref, ref)).rejects.toEqual(absent)
      expect(await kit.engine.state(made.ref)).toBe('stopped')
    })

    test('of a stopped server nothing is written down, and nothing is loaded into it', async () => {
      const { ref } = await kit.created()
      const stopped = refusal('not-running')
      await expect(kit.engine.dump(ref, kit.path('dump'))).rejects.toEqual(stopped)
      await expect(kit.engine.load(ref, kit.path('dump'))).rejects.toEqual(stopped)
      await expect(kit.engine.upgradeObstacles(ref, newest())).rejects.toEqual(stopped)
    })

    test('a dump is as large as is said, and is loaded into a new server', async () => {
      const [source, target] = [await kit.started(), await kit.started()]
      const file = kit.path('dump.sql.gz')
      const { bytes, leftOut } = await kit.engine.dump(source.ref, file)
      expect([(await stat(file)).size, leftOut]).toEqual([bytes, []])
      await kit.engine.dump(source.ref, file)
      await kit.engine.load(target.ref, file)
      expect(await kit.engine.state(target.ref)).toBe('running')
    })

    test('a stopped server is written down as one that stays stopped, and a running one is not', async () => {
      const [source, target] = [await kit.created(), await kit.started()]
      const file = kit.path('dump.sql.gz')
      for (const _time of ['first', 'second']) {
        const { bytes } = await kit.engine.dumpStopped(source.ref, file)
        expect((await stat(file)).size).toBe(bytes)
        expect(await kit.engine.state(source.ref)).toBe('stopped')
      }
      await kit.engine.load(target.ref, file)
      await kit.engine.start(source.ref)
      await expect(kit.engine.dumpStopped(source.ref, kit.path('dump'))).rejects.toEqual(refusal('interrupted'))
      expect(await kit.engine.state(source.ref)).toBe('running')
    })

    test('a stopped server that is being written down starts, stops and is removed without waiting', async () => {
      const { ref } = await kit.created()
      const reading = () => kit.engine.dumpStopped(ref, kit.path('dump')).catch((error: unknown) => error)
      const whole = { bytes: expect.any(Number), leftOut: [] }
      const first = reading()
      await kit.engine.start(ref)
      expect([whole, refusal('interrupted')]).toContainEqual(await first)
      expect(await kit.engine.state(ref)).toBe('running')
      await kit.engine.stop(ref)
      const second = reading()
      await kit.engine.remove(ref)
      expect([whole, refusal('interrupted'), refusal('absent')]).toContainEqual(await second)
      expect(await kit.engine.state(ref)).toBe('absent')
    })

    test('a file that is no dump is refused', async () => {
      const { ref } = await kit.started()
      const file = kit.path('dump.sql.gz')
      await writeFile(file, 'no dump')
      await expect(kit.engine.load(ref, file)).rejects.toEqual(refusal('failed'))
      await expect(kit.engine.load(ref, kit.path('missing'))).rejects.toEqual(refusal('failed'))
    })

    test('an upgrade reports every step in order and keeps the port', async () => {
      const { ref } = await kit.started({ version: oldest() })
      const { port } = await kit.engine.observe(ref)
      expect(await kit.engine.upgradeObstacles(ref, newest())).toEqual([])
      const reported: string[] = []
      await kit.engine.upgrade(ref, newest(), async (progress) => void reported.push(progress))
      expect(reported).toEqual(UPGRADE_PROGRESS)
      expect(await kit.engine.observe(ref)).toMatchObject({ state: 'running', version: newest(), port })
    })

    test('a server that has the version is only started', async () => {
      const { ref } = await kit.created({ version: newest() })
      const reported: string[] = []
      await kit.engine.upgrade(ref, newest(), async (progress) => void reported.push(progress))
      expect(reported).toEqual([])
      expect(await kit.engine.state(ref)).toBe('running')
    })

    test('a server does not go back, nor to a version that is not there', async () => {
      const { ref } = await kit.started({ version: newest() })
      const codes = async (version: string) =>
        (await kit.engine.upgradeObstacles(ref, version)).map((obstacle) => obstacle.code)
      expect(await codes(oldest())).toEqual(['downgrade'])
      expect(await codes('supabase-postgres-9.6.0')).toEqual(['unknown-version'])
      expect(await codes(newest())).toEqual([])
      await expect(kit.engine.upgrade(ref, oldest(), nothing)).rejects.toEqual(refusal('failed'))
      await expect(kit.engine.upgrade(ref, 'supabase-postgres-9.6.0', nothing)).rejects.toEqual(
        refusal('unknown-version'),
      )
      expect(await kit.engine.observe(ref)).toMatchObject({ state: 'running', version: newest() })
    })

    test('an upgrade that fails leaves the server running with its version', async () => {
      const { ref } = await kit.started({ version: oldest() })
      const failing = kit.engine.upgrade(ref, newest(), async (progress) => {
        if (progress === 'initiated data upgrade') throw new Error('No further.')
      })
      await expect(failing).rejects.toThrow()
      expect(await kit.engine.observe(ref)).toMatchObject({ state: 'running', version: oldest() })
    })

    test('a server takes the place of another: version and size change, port and access stay, once', async () => {
      const made = await kit.started({ version: oldest() })
      const { port } = await kit.engine.observe(made.ref)
      const by = await kit.started({ version: newest() })
      for (const _time of ['first', 'second']) await kit.engine.replace(made.ref, by.ref)
      expect(await kit.engine.state(by.ref)).toBe('absent')
      expect(await kit.engine.observe(made.ref)).toMatchObject({ state: 'stopped', version: newest(), port })
      await kit.engine.start(made.ref)
      expect(await kit.engine.state(made.ref)).toBe('running')
      expect(await kit.engine.list()).not.toContain(by.ref)
    })
  })

  if (!kit.claims.connectable) return

  describe(`${name}: moving servers, over real connections`, { timeout: 60_000 }, () => {
    kit.open()
    const filled = async (more?: Partial<ServerSpec>): Promise<ServerSpec> => {
      const made = await kit.started(more)
      await kit.as(
        made,
        'owner',
        "create table kept (id int primary key, body text); insert into kept values (1, 'one')",
      )
      return made
    }
    const kept = [{ id: 1, body: 'one' }]

    test('what is loaded is what was written down, behind the passwords of the new server', async () => {
      const source = await filled()
      const file = kit.path('dump.sql.gz')
      await kit.engine.dump(source.ref, file)
      await kit.as(source, 'owner', 'delete from kept')
      const target = await kit.started({ passwords: { owner: 'new owner', api: 'new api', reader: 'new reader' } })
      await kit.engine.load(target.ref, file)
      expect(await kit.as(target, 'owner', 'select * from kept')).toEqual(kept)
      expect(await kit.as(target, 'reader', 'select * from kept')).toEqual(kept)
      await kit.as(target, 'api', 'select 1')
      await kit.as(target, 'owner', "insert into kept values (2, 'two')")
    })

    test('what is written down of a stopped server is its data, and nobody gets in meanwhile or afterwards', async () => {
      const source = await filled()
      await kit.as(source, 'owner', 'create database beside')
      const leftOut = ['beside']
      expect(await kit.engine.dump(source.ref, kit.path('dump'))).toMatchObject({ leftOut })
      await kit.engine.stop(source.ref)
      const file = kit.path('dump.sql.gz')
      expect(await kit.engine.dumpStopped(source.ref, file)).toMatchObject({ leftOut })
      await expect(kit.as(source, 'owner', 'select 1')).rejects.toThrow()
      const target = await kit.started()
      await kit.engine.load(target.ref, file)
      expect(await kit.as(target, 'owner', 'select * from kept')).toEqual(kept)
      await kit.engine.start(source.ref)
      await kit.as(source, 'owner', 'delete from kept')
    })

    test('data and passwords outlive an upgrade, and one that fails', async () => {
      const made = await filled({ version: oldest() })
      const failing = kit.engine.upgrade(made.ref, newest(), async (progress) => {
        if (progress === 'completed data upgrade') throw new Error('No further.')
      })
      await expect(failing).rejects.toThrow()
      expect(await kit.as(made, 'owner', 'select * from kept')).toEqual(kept)
      await kit.as(made, 'owner', "insert into kept values (2, 'two'); delete from kept where id = 2")
      await kit.engine.upgrade(made.ref, newest(), nothing)
      for (const who of ['owner', 'reader'] as const) {
        expect(await kit.as(made, who, 'select * from kept')).toEqual(kept)
      }
      expect(await query(await kit.engine.publicTarget(made.ref), PASSWORDS.owner, 'select * from kept')).toEqual(kept)
    })

    test('a server in the place of another has its own data and passwords', async () => {
      const made = await kit.started()
      const by = await filled({ passwords: { owner: 'by owner', api: 'by api', reader: 'by reader' } })
      await kit.engine.replace(made.ref, by.ref)
      await kit.engine.start(made.ref)
      const target = await kit.engine.publicTarget(made.ref)
      expect(await query(target, 'by owner', 'select * from kept')).toEqual(kept)
    })
  })
}
