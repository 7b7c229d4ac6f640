import { describe, expect, test } from 'vitest'
import {
  type Claims,
  ConformanceKit,
  type EngineUnderTest,
  PASSWORDS,
  query,
  randomRef,
  refusal,
} from './conformance/kit.ts'
import { movingConformance } from './conformance/moving.ts'
import { operatingConformance } from './conformance/operating.ts'
import type { EngineEvent } from './engine.ts'

export { type EngineUnderTest, query, randomRef } from './conformance/kit.ts'

/**
 * What every engine has to hold to, whichever it is.
 * @param name how the engine is called in the report
 * @param makeEngine makes an engine that holds no servers yet
 */
export function engineConformance(name: string, makeEngine: () => Promise<EngineUnderTest>, claims: Claims): void {
  const kit = new ConformanceKit(makeEngine, claims)
  const { part } = claims
  if (part === undefined || part === 'servers') serversConformance(name, kit)
  if (part === undefined || part === 'operating') operatingConformance(name, kit)
  if (part === undefined || part === 'moving') movingConformance(name, kit)
}

/** What every engine has to hold to in making, starting, stopping, copying and removing servers. */
function serversConformance(name: string, kit: ConformanceKit): void {
  describe(`${name}: servers`, { timeout: 60_000 }, () => {
    kit.open()

    test('the catalogue names every build once, newest first', () => {
      const names = kit.engine.versions().map((entry) => entry.version)
      const majors = kit.engine.versions().map((entry) => Number.parseInt(entry.postgres_engine, 10))
      expect(names.length).toBeGreaterThan(0)
      expect(new Set(names).size).toBe(names.length)
      expect(majors).toEqual([...majors].sort((a, b) => b - a))
    })

    test('a server goes from absent to stopped, running, stopped and absent again', async () => {
      const made = kit.spec()
      expect(await kit.engine.state(made.ref)).toBe('absent')
      await kit.engine.create(made)
      expect(await kit.engine.state(made.ref)).toBe('stopped')
      await kit.engine.start(made.ref)
      expect(await kit.engine.state(made.ref)).toBe('running')
      await kit.engine.stop(made.ref)
      expect(await kit.engine.state(made.ref)).toBe('stopped')
      await kit.engine.remove(made.ref)
      expect(await kit.engine.state(made.ref)).toBe('absent')
    })

    test('an observation says the same state', async () => {
      const made = kit.spec()
      const both = async () => [await kit.engine.state(made.ref), (await kit.engine.observe(made.ref)).state]
      expect(await both()).toEqual(['absent', 'absent'])
      await kit.engine.create(made)
      expect(await both()).toEqual(['stopped', 'stopped'])
      await kit.engine.start(made.ref)
      expect(await both()).toEqual(['running', 'running'])
    })

    test('what cannot be known is null: all of an absent server, the use of a stopped one', async () => {
      const made = await kit.created()
      const absent = await kit.engine.observe(randomRef())
      expect(Object.values(absent).filter((value) => value !== null)).toEqual(['absent'])
      expect(await kit.engine.observe(made.ref)).toMatchObject({
        version: made.version,
        port: expect.any(Number),
        startedAt: null,
        memoryBytes: null,
        cpuSeconds: null,
      })
    })

    test('a running server says since when', async () => {
      const made = await kit.started()
      const { startedAt } = await kit.engine.observe(made.ref)
      expect(Math.abs(Date.now() - (startedAt?.getTime() ?? 0))).toBeLessThan(60_000)
    })

    test('the port stays the same through stop, start, restart and another server', async () => {
      const made = await kit.started()
      const { port } = await kit.engine.observe(made.ref)
      await kit.engine.stop(made.ref)
      const other = await kit.started()
      await kit.engine.start(made.ref)
      await kit.engine.restart(made.ref)
      expect((await kit.engine.observe(made.ref)).port).toBe(port)
      expect((await kit.engine.publicTarget(made.ref)).port).toBe(port)
      expect((await kit.engine.observe(other.ref)).port).not.toBe(port)
      expect(port).toBeLessThan(32_768)
    })

    test('creating twice leaves the first server as it is', async () => {
      const made = await kit.started()
      const before = await kit.engine.observe(made.ref)
      await kit.engine.create({ ...made, resources: { memoryMb: 512, maxConnections: 30, workers: 2 } })
      expect(await kit.engine.observe(made.ref)).toMatchObject({ state: 'running', port: before.port })
    })

    test('starting twice, also at once, is starting once', async () => {
      const made = await kit.created()
      await Promise.all([kit.engine.start(made.ref), kit.engine.start(made.ref)])
      const { startedAt } = await kit.engine.observe(made.ref)
      await kit.engine.start(made.ref)
      expect(await kit.engine.observe(made.ref)).toMatchObject({ state: 'running', startedAt })
    })

    test('stopping a stopped server and restarting one that is stopped both work', async () => {
      const made = await kit.created()
      await kit.engine.stop(made.ref)
      expect(await kit.engine.state(made.ref)).toBe('stopped')
      await kit.engine.restart(made.ref)
      expect(await kit.engine.state(made.ref)).toBe('running')
    })

    test('a running server can be removed, twice, and its ref used again', async () => {
      const made = await kit.started()
      await kit.engine.remove(made.ref)
      await kit.engine.remove(made.ref)
      await kit.engine.create(made)
      expect(await kit.engine.state(made.ref)).toBe('stopped')
    })

    test('of an absent server everything but stop, remove and observe is refused', async () => {
      const ref = randomRef()
      await kit.engine.stop(ref)
      await kit.engine.remove(ref)
      const absent = refusal('absent')
      await expect(kit.engine.start(ref)).rejects.toEqual(absent)
      await expect(kit.engine.restart(ref)).rejects.toEqual(absent)
      await expect(kit.engine.target(ref, 'owner')).rejects.toEqual(absent)
      await expect(kit.engine.publicTarget(ref)).rejects.toEqual(absent)
      await expect(kit.engine.setPassword(ref, 'owner', 'x')).rejects.toEqual(absent)
      await expect(kit.engine.clone(ref, kit.spec())).rejects.toEqual(absent)
    })

    test('an unknown version and a name that is no ref are refused and leave nothing', async () => {
      const unknown = kit.spec({ version: 'supabase-postgres-9.6.0' })
      await expect(kit.engine.create(unknown)).rejects.toEqual(refusal('unknown-version'))
      expect(await kit.engine.state(unknown.ref)).toBe('absent')
      for (const ref of ['', 'short', '../../../../etc/hosts', 'ABCDEFGHIJKLMNOPQRST']) {
        await expect(kit.engine.create(kit.spec({ ref }))).rejects.toEqual(refusal('failed'))
        await kit.engine.remove(ref)
        expect(await kit.engine.state(ref)).toBe('absent')
      }
    })

    test('the list holds running and stopped servers, and no removed ones', async () => {
      const [stopped, running, removed] = [await kit.created(), await kit.started(), await kit.created()]
      await kit.engine.remove(removed.ref)
      const list = await kit.engine.list()
      expect(list).toEqual(expect.arrayContaining([stopped.ref, running.ref]))
      expect(list).not.toContain(removed.ref)
    })

    test('every identity has a user of its own', async () => {
      const made = await kit.created()
      const targets = await Promise.all(
        (['owner', 'api', 'reader', 'admin'] as const).map((as) => kit.engine.target(made.ref, as)),
      )
      expect(targets.map((target) => target.user)).toEqual(['postgres', 'authenticator', 'stoa_reader', 'stoa_admin'])
    })

    test('a password is changed on a running server only', async () => {
      const made = await kit.created()
      await expect(kit.engine.setPassword(made.ref, 'api', 'new')).rejects.toEqual(refusal('not-running'))
      await kit.engine.start(made.ref)
      await kit.engine.setPassword(made.ref, 'api', 'new')
    })

    test('a running and a stopped server are cloned into stopped ones and stay as they are', async () => {
      const [running, stopped] = [await kit.started(), await kit.created()]
      const [first, second] = [kit.spec(), kit.spec()]
      await kit.engine.clone(running.ref, first)
      await kit.engine.clone(stopped.ref, second)
      const seen = await Promise.all([running, stopped, first, second].map((one) => kit.engine.observe(one.ref)))
      expect(seen.map((one) => one.state)).toEqual(['running', 'stopped', 'stopped', 'stopped'])
      expect(new Set(seen.map((one) => one.port)).size).toBe(4)
      await kit.engine.start(first.ref)
      await kit.engine.start(second.ref)
      await kit.engine.clone(running.ref, first)
      expect(await kit.engine.state(first.ref)).toBe('running')
    })

    test('a clone of another version than its source is refused', async () => {
      const made = await kit.created()
      const other = kit.spec({ version: 'supabase-postgres-9.6.0' })
      await expect(kit.engine.clone(made.ref, other)).rejects.toEqual(refusal('unknown-version'))
      expect(await kit.engine.state(other.ref)).toBe('absent')
    })

    test('a crash is told, and the server comes back by itself', async () => {
      const made = await kit.started()
      const [crashed, recovered] = [kit.nextEvent(made.ref, 'crashed'), kit.nextEvent(made.ref, 'recovered')]
      await kit.subject.crash(made.ref)
      expect(await crashed).toMatchObject({ attempt: 1, retryInMs: expect.any(Number) })
      await recovered
      expect(await kit.engine.state(made.ref)).toBe('running')
    })

    test('a crashed server that is stopped stays stopped', async () => {
      const made = await kit.started()
      const crashed = kit.nextEvent(made.ref, 'crashed')
      await kit.subject.crash(made.ref)
      const event = await crashed
      expect(await kit.engine.state(made.ref)).toBe('crashed')
      await kit.engine.stop(made.ref)
      await new Promise((resolve) => setTimeout(resolve, event.type === 'crashed' ? event.retryInMs + 100 : 0))
      expect(await kit.engine.state(made.ref)).toBe('stopped')
      await kit.engine.start(made.ref)
      expect(await kit.engine.state(made.ref)).toBe('running')
    })

    test('stop, restart and remove are no crashes, and a listener that left hears nothing', async () => {
      const heard: EngineEvent[] = []
      const leave = kit.engine.on((event) => heard.push(event))
      const made = await kit.started()
      await kit.engine.restart(made.ref)
      await kit.engine.stop(made.ref)
      await kit.engine.start(made.ref)
      await kit.engine.remove(made.ref)
      expect(heard.filter((event) => event.ref === made.ref)).toEqual([])
      leave()
      const other = await kit.started()
      const recovered = kit.nextEvent(other.ref, 'recovered')
      await kit.subject.crash(other.ref)
      await recovered
      expect(heard.filter((event) => event.ref === other.ref)).toEqual([])
    })

    test('after detach a server runs on and is adopted by start', async () => {
      const made = await kit.started()
      const before = await kit.engine.observe(made.ref)
      await kit.engine.detach()
      expect(await kit.engine.state(made.ref)).toBe('running')
      await kit.engine.start(made.ref)
      expect((await kit.engine.observe(made.ref)).startedAt).toEqual(before.startedAt)
      const recovered = kit.nextEvent(made.ref, 'recovered')
      await kit.subject.crash(made.ref)
      await recovered
    })
  })

  if (!kit.claims.connectable) return

  describe(`${name}: over real connections`, { timeout: 60_000 }, () => {
    kit.open()
    test('each identity gets in with its password, the owner also from outside', async () => {
      const made = await kit.started()
      for (const who of ['owner', 'api', 'reader'] as const) {
        const { user } = await kit.engine.target(made.ref, who)
        expect(await kit.as(made, who, 'select current_user::text as user')).toEqual([{ user }])
      }
      const outside = await kit.engine.publicTarget(made.ref)
      expect(await query(outside, PASSWORDS.owner, 'select 1 as one')).toEqual([{ one: 1 }])
    })

    test('a wrong password and none are refused', async () => {
      const made = await kit.started()
      for (const who of ['owner', 'api', 'reader'] as const) {
        await expect(query(await kit.engine.target(made.ref, who), 'wrong', 'select 1')).rejects.toThrow(/password/)
      }
      await expect(query(await kit.engine.publicTarget(made.ref), '', 'select 1')).rejects.toThrow(/password/)
    })

    test('the platform gets in as superuser without a password, and never from outside', async () => {
      const made = await kit.started()
      const admin = await kit.engine.target(made.ref, 'admin')
      const asked = "select current_setting('is_superuser') as super"
      expect(await query(admin, undefined, asked)).toEqual([{ super: 'on' }])
      const outside = { ...(await kit.engine.publicTarget(made.ref)), user: admin.user }
      await expect(query(outside, PASSWORDS.owner, asked)).rejects.toThrow(/reject/)
    })

    test('a new password replaces the old one', async () => {
      const made = await kit.started()
      await kit.engine.setPassword(made.ref, 'owner', 'später 新')
      const target = await kit.engine.publicTarget(made.ref)
      await expect(query(target, PASSWORDS.owner, 'select 1')).rejects.toThrow(/password/)
      expect(await query(target, 'später 新', 'select 1 as one')).toEqual([{ one: 1 }])
    })

    test('creating twice keeps the first passwords and the data', async () => {
      const made = await kit.started()
      await kit.as(made, 'owner', 'create table kept as select 1 as id')
      await kit.engine.create({ ...made, passwords: { owner: 'x', api: 'y', reader: 'z' } })
      expect(await kit.as(made, 'owner', 'select id from kept')).toEqual([{ id: 1 }])
    })

    test('data outlives stop and start, restart, and a crash', async () => {
      const made = await kit.started()
      await kit.as(made, 'owner', 'create table kept (id int)')
      await kit.as(made, 'owner', 'insert into kept values (1)')
      await kit.engine.stop(made.ref)
      await expect(kit.as(made, 'owner', 'select 1')).rejects.toThrow()
      await kit.engine.start(made.ref)
      await kit.as(made, 'owner', 'insert into kept values (2)')
      await kit.engine.restart(made.ref)
      await kit.as(made, 'owner', 'insert into kept values (3)')
      const recovered = kit.nextEvent(made.ref, 'recovered')
      await kit.subject.crash(made.ref)
      await recovered
      expect(await kit.as(made, 'owner', 'select id from kept order by id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    })

    test('a removed server takes its data with it', async () => {
      const made = await kit.started()
      await kit.as(made, 'owner', 'create table gone (id int)')
      await kit.engine.remove(made.ref)
      await kit.engine.create(made)
      await kit.engine.start(made.ref)
      await expect(kit.as(made, 'owner', 'select * from gone')).rejects.toThrow(/does not exist/)
    })

    test('a clone has the data of that moment, passwords of its own and a life of its own', async () => {
      const made = await kit.started()
      await kit.as(made, 'owner', 'create table shared as select 1 as id')
      const copy = kit.spec({ passwords: { owner: 'copy owner', api: 'copy api', reader: 'copy reader' } })
      await kit.engine.clone(made.ref, copy)
      await kit.engine.start(copy.ref)
      for (const who of ['owner', 'api', 'reader'] as const) await kit.as(copy, who, 'select 1')
      await expect(query(await kit.engine.publicTarget(copy.ref), PASSWORDS.owner, 'select 1')).rejects.toThrow(
        /password/,
      )
      await kit.as(copy, 'owner', 'insert into shared values (2)')
      await kit.as(made, 'owner', 'insert into shared values (3)')
      expect(await kit.as(copy, 'owner', 'select id from shared order by id')).toEqual([{ id: 1 }, { id: 2 }])
      expect(await kit.as(made, 'owner', 'select id from shared order by id')).toEqual([{ id: 1 }, { id: 3 }])
    })
  })
}
