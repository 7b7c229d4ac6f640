import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConnectionTarget, Engine, EngineErrorCode, EngineEvent, ServerSpec } from './engine.ts'

/** An engine together with what a test may do to it that the platform may not. */
export type EngineUnderTest = {
  readonly engine: Engine
  /** Ends all processes of a running server as a crash would. */
  crash(ref: string): Promise<void>
  /** Stops and removes all that was made. */
  dispose(): Promise<void>
}

type Claims = {
  /** Its servers take real Postgres connections. */
  readonly connectable: boolean
  /** The catalogue version to test with. The newest unless given. */
  readonly version?: string
}

/** A ref that no other test uses. */
export function randomRef(): string {
  return Array.from({ length: 20 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')
}

const PASSWORDS = { owner: 'owner secret', api: 'api secret', reader: 'reader secret' }

/** Connects as someone and runs one statement. */
export async function query<T extends pg.QueryResultRow>(
  target: ConnectionTarget,
  password: string | undefined,
  text: string,
): Promise<T[]> {
  const client = new pg.Client({ ...target, ...(password === undefined ? {} : { password }) })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/**
 * What every engine has to hold to, whichever it is.
 * @param name how the engine is called in the report
 * @param makeEngine makes an engine that holds no servers yet
 */
export function engineConformance(name: string, makeEngine: () => Promise<EngineUnderTest>, claims: Claims): void {
  let subject: EngineUnderTest
  let engine: Engine
  const open = () => {
    beforeAll(async () => {
      subject = await makeEngine()
      engine = subject.engine
    })
    afterAll(async () => subject?.dispose())
  }
  const spec = (more: Partial<ServerSpec> = {}): ServerSpec => ({
    ref: randomRef(),
    version: claims.version ?? engine.versions()[0]?.version ?? '',
    resources: { memoryMb: 256, maxConnections: 20, workers: 2 },
    passwords: PASSWORDS,
    ...more,
  })
  const created = async (): Promise<ServerSpec> => {
    const made = spec()
    await engine.create(made)
    return made
  }
  const started = async (): Promise<ServerSpec> => {
    const made = await created()
    await engine.start(made.ref)
    return made
  }
  const stateOf = (ref: string) => engine.state(ref)
  const refusal = (code: EngineErrorCode) => expect.objectContaining({ name: 'EngineError', code })
  const nextEvent = (ref: string, type: EngineEvent['type']): Promise<EngineEvent> =>
    new Promise((resolve) => {
      const off = engine.on((event) => {
        if (event.ref !== ref || event.type !== type) return
        off()
        resolve(event)
      })
    })

  describe(`${name}: servers`, { timeout: 60_000 }, () => {
    open()

    test('the catalogue names every build once, newest first', () => {
      const names = engine.versions().map((entry) => entry.version)
      const majors = engine.versions().map((entry) => Number.parseInt(entry.postgres_engine, 10))
      expect(names.length).toBeGreaterThan(0)
      expect(new Set(names).size).toBe(names.length)
      expect(majors).toEqual([...majors].sort((a, b) => b - a))
    })

    test('a server goes from absent to stopped, running, stopped and absent again', async () => {
      const made = spec()
      expect(await stateOf(made.ref)).toBe('absent')
      await engine.create(made)
      expect(await stateOf(made.ref)).toBe('stopped')
      await engine.start(made.ref)
      expect(await stateOf(made.ref)).toBe('running')
      await engine.stop(made.ref)
      expect(await stateOf(made.ref)).toBe('stopped')
      await engine.remove(made.ref)
      expect(await stateOf(made.ref)).toBe('absent')
    })

    test('an observation says the same state', async () => {
      const made = spec()
      const both = async () => [await engine.state(made.ref), (await engine.observe(made.ref)).state]
      expect(await both()).toEqual(['absent', 'absent'])
      await engine.create(made)
      expect(await both()).toEqual(['stopped', 'stopped'])
      await engine.start(made.ref)
      expect(await both()).toEqual(['running', 'running'])
    })

    test('what cannot be known is null: all of an absent server, the use of a stopped one', async () => {
      const made = await created()
      const absent = await engine.observe(randomRef())
      expect(Object.values(absent).filter((value) => value !== null)).toEqual(['absent'])
      expect(await engine.observe(made.ref)).toMatchObject({
        version: made.version,
        port: expect.any(Number),
        startedAt: null,
        memoryBytes: null,
        cpuSeconds: null,
      })
    })

    test('a running server says since when', async () => {
      const made = await started()
      const { startedAt } = await engine.observe(made.ref)
      expect(Math.abs(Date.now() - (startedAt?.getTime() ?? 0))).toBeLessThan(60_000)
    })

    test('the port stays the same through stop, start, restart and another server', async () => {
      const made = await started()
      const { port } = await engine.observe(made.ref)
      await engine.stop(made.ref)
      const other = await started()
      await engine.start(made.ref)
      await engine.restart(made.ref)
      expect((await engine.observe(made.ref)).port).toBe(port)
      expect((await engine.publicTarget(made.ref)).port).toBe(port)
      expect((await engine.observe(other.ref)).port).not.toBe(port)
      expect(port).toBeLessThan(32_768)
    })

    test('creating twice leaves the first server as it is', async () => {
      const made = await started()
      const before = await engine.observe(made.ref)
      await engine.create({ ...made, resources: { memoryMb: 512, maxConnections: 30, workers: 2 } })
      expect(await engine.observe(made.ref)).toMatchObject({ state: 'running', port: before.port })
    })

    test('starting twice, also at once, is starting once', async () => {
      const made = await created()
      await Promise.all([engine.start(made.ref), engine.start(made.ref)])
      const { startedAt } = await engine.observe(made.ref)
      await engine.start(made.ref)
      expect(await engine.observe(made.ref)).toMatchObject({ state: 'running', startedAt })
    })

    test('stopping a stopped server and restarting one that is stopped both work', async () => {
      const made = await created()
      await engine.stop(made.ref)
      expect(await stateOf(made.ref)).toBe('stopped')
      await engine.restart(made.ref)
      expect(await stateOf(made.ref)).toBe('running')
    })

    test('a running server can be removed, twice, and its ref used again', async () => {
      const made = await started()
      await engine.remove(made.ref)
      await engine.remove(made.ref)
      await engine.create(made)
      expect(await stateOf(made.ref)).toBe('stopped')
    })

    test('of an absent server everything but stop, remove and observe is refused', async () => {
      const ref = randomRef()
      await engine.stop(ref)
      await engine.remove(ref)
      const absent = refusal('absent')
      await expect(engine.start(ref)).rejects.toEqual(absent)
      await expect(engine.restart(ref)).rejects.toEqual(absent)
      await expect(engine.target(ref, 'owner')).rejects.toEqual(absent)
      await expect(engine.publicTarget(ref)).rejects.toEqual(absent)
      await expect(engine.setPassword(ref, 'owner', 'x')).rejects.toEqual(absent)
      await expect(engine.clone(ref, spec())).rejects.toEqual(absent)
    })

    test('an unknown version and a name that is no ref are refused and leave nothing', async () => {
      const unknown = spec({ version: 'supabase-postgres-9.6.0' })
      await expect(engine.create(unknown)).rejects.toEqual(refusal('unknown-version'))
      expect(await stateOf(unknown.ref)).toBe('absent')
      for (const ref of ['', 'short', '../../../../etc/hosts', 'ABCDEFGHIJKLMNOPQRST']) {
        await expect(engine.create(spec({ ref }))).rejects.toEqual(refusal('failed'))
        await engine.remove(ref)
        expect(await stateOf(ref)).toBe('absent')
      }
    })

    test('the list holds running and stopped servers, and no removed ones', async () => {
      const [stopped, running, removed] = [await created(), await started(), await created()]
      await engine.remove(removed.ref)
      const list = await engine.list()
      expect(list).toEqual(expect.arrayContaining([stopped.ref, running.ref]))
      expect(list).not.toContain(removed.ref)
    })

    test('every identity has a user of its own', async () => {
      const made = await created()
      const targets = await Promise.all(
        (['owner', 'api', 'reader', 'admin'] as const).map((as) => engine.target(made.ref, as)),
      )
      expect(targets.map((target) => target.user)).toEqual(['postgres', 'authenticator', 'stoa_reader', 'stoa_admin'])
    })

    test('a password is changed on a running server only', async () => {
      const made = await created()
      await expect(engine.setPassword(made.ref, 'api', 'new')).rejects.toEqual(refusal('not-running'))
      await engine.start(made.ref)
      await engine.setPassword(made.ref, 'api', 'new')
    })

    test('a running and a stopped server are cloned into stopped ones and stay as they are', async () => {
      const [running, stopped] = [await started(), await created()]
      const [first, second] = [spec(), spec()]
      await engine.clone(running.ref, first)
      await engine.clone(stopped.ref, second)
      const seen = await Promise.all([running, stopped, first, second].map((one) => engine.observe(one.ref)))
      expect(seen.map((one) => one.state)).toEqual(['running', 'stopped', 'stopped', 'stopped'])
      expect(new Set(seen.map((one) => one.port)).size).toBe(4)
      await engine.start(first.ref)
      await engine.start(second.ref)
      await engine.clone(running.ref, first)
      expect(await stateOf(first.ref)).toBe('running')
    })

    test('a clone of another version than its source is refused', async () => {
      const made = await created()
      const other = spec({ version: 'supabase-postgres-9.6.0' })
      await expect(engine.clone(made.ref, other)).rejects.toEqual(refusal('unknown-version'))
      expect(await stateOf(other.ref)).toBe('absent')
    })

    test('a crash is told, and the server comes back by itself', async () => {
      const made = await started()
      const [crashed, recovered] = [nextEvent(made.ref, 'crashed'), nextEvent(made.ref, 'recovered')]
      await subject.crash(made.ref)
      expect(await crashed).toMatchObject({ attempt: 1, retryInMs: expect.any(Number) })
      await recovered
      expect(await stateOf(made.ref)).toBe('running')
    })

    test('a crashed server that is stopped stays stopped', async () => {
      const made = await started()
      const crashed = nextEvent(made.ref, 'crashed')
      await subject.crash(made.ref)
      const event = await crashed
      expect(await stateOf(made.ref)).toBe('crashed')
      await engine.stop(made.ref)
      await new Promise((resolve) => setTimeout(resolve, event.type === 'crashed' ? event.retryInMs + 100 : 0))
      expect(await stateOf(made.ref)).toBe('stopped')
      await engine.start(made.ref)
      expect(await stateOf(made.ref)).toBe('running')
    })

    test('stop, restart and remove are no crashes, and a listener that left hears nothing', async () => {
      const heard: EngineEvent[] = []
      const leave = engine.on((event) => heard.push(event))
      const made = await started()
      await engine.restart(made.ref)
      await engine.stop(made.ref)
      await engine.start(made.ref)
      await engine.remove(made.ref)
      expect(heard.filter((event) => event.ref === made.ref)).toEqual([])
      leave()
      const other = await started()
      const recovered = nextEvent(other.ref, 'recovered')
      await subject.crash(other.ref)
      await recovered
      expect(heard.filter((event) => event.ref === other.ref)).toEqual([])
    })

    test('after detach a server runs on and is adopted by start', async () => {
      const made = await started()
      const before = await engine.observe(made.ref)
      await engine.detach()
      expect(await stateOf(made.ref)).toBe('running')
      await engine.start(made.ref)
      expect((await engine.observe(made.ref)).startedAt).toEqual(before.startedAt)
      const recovered = nextEvent(made.ref, 'recovered')
      await subject.crash(made.ref)
      await recovered
    })
  })

  if (!claims.connectable) return

  describe(`${name}: over real connections`, { timeout: 60_000 }, () => {
    open()
    const as = async (made: ServerSpec, who: 'owner' | 'api' | 'reader', text: string) =>
      query(await engine.target(made.ref, who), made.passwords[who], text)

    test('each identity gets in with its password, the owner also from outside', async () => {
      const made = await started()
      for (const who of ['owner', 'api', 'reader'] as const) {
        const { user } = await engine.target(made.ref, who)
        expect(await as(made, who, 'select current_user::text as user')).toEqual([{ user }])
      }
      const outside = await engine.publicTarget(made.ref)
      expect(await query(outside, PASSWORDS.owner, 'select 1 as one')).toEqual([{ one: 1 }])
    })

    test('a wrong password and none are refused', async () => {
      const made = await started()
      for (const who of ['owner', 'api', 'reader'] as const) {
        await expect(query(await engine.target(made.ref, who), 'wrong', 'select 1')).rejects.toThrow(/password/)
      }
      await expect(query(await engine.publicTarget(made.ref), '', 'select 1')).rejects.toThrow(/password/)
    })

    test('the platform gets in as superuser without a password, and never from outside', async () => {
      const made = await started()
      const admin = await engine.target(made.ref, 'admin')
      const asked = "select current_setting('is_superuser') as super"
      expect(await query(admin, undefined, asked)).toEqual([{ super: 'on' }])
      const outside = { ...(await engine.publicTarget(made.ref)), user: admin.user }
      await expect(query(outside, PASSWORDS.owner, asked)).rejects.toThrow(/reject/)
    })

    test('a new password replaces the old one', async () => {
      const made = await started()
      await engine.setPassword(made.ref, 'owner', 'später 新')
      const target = await engine.publicTarget(made.ref)
      await expect(query(target, PASSWORDS.owner, 'select 1')).rejects.toThrow(/password/)
      expect(await query(target, 'später 新', 'select 1 as one')).toEqual([{ one: 1 }])
    })

    test('creating twice keeps the first passwords and the data', async () => {
      const made = await started()
      await as(made, 'owner', 'create table kept as select 1 as id')
      await engine.create({ ...made, passwords: { owner: 'x', api: 'y', reader: 'z' } })
      expect(await as(made, 'owner', 'select id from kept')).toEqual([{ id: 1 }])
    })

    test('data outlives stop and start, restart, and a crash', async () => {
      const made = await started()
      await as(made, 'owner', 'create table kept (id int)')
      await as(made, 'owner', 'insert into kept values (1)')
      await engine.stop(made.ref)
      await expect(as(made, 'owner', 'select 1')).rejects.toThrow()
      await engine.start(made.ref)
      await as(made, 'owner', 'insert into kept values (2)')
      await engine.restart(made.ref)
      await as(made, 'owner', 'insert into kept values (3)')
      const recovered = nextEvent(made.ref, 'recovered')
      await subject.crash(made.ref)
      await recovered
      expect(await as(made, 'owner', 'select id from kept order by id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    })

    test('a removed server takes its data with it', async () => {
      const made = await started()
      await as(made, 'owner', 'create table gone (id int)')
      await engine.remove(made.ref)
      await engine.create(made)
      await engine.start(made.ref)
      await expect(as(made, 'owner', 'select * from gone')).rejects.toThrow(/does not exist/)
    })

    test('a clone has the data of that moment, passwords of its own and a life of its own', async () => {
      const made = await started()
      await as(made, 'owner', 'create table shared as select 1 as id')
      const copy = spec({ passwords: { owner: 'copy owner', api: 'copy api', reader: 'copy reader' } })
      await engine.clone(made.ref, copy)
      await engine.start(copy.ref)
      for (const who of ['owner', 'api', 'reader'] as const) await as(copy, who, 'select 1')
      await expect(query(await engine.publicTarget(copy.ref), PASSWORDS.owner, 'select 1')).rejects.toThrow(/password/)
      await as(copy, 'owner', 'insert into shared values (2)')
      await as(made, 'owner', 'insert into shared values (3)')
      expect(await as(copy, 'owner', 'select id from shared order by id')).toEqual([{ id: 1 }, { id: 2 }])
      expect(await as(made, 'owner', 'select id from shared order by id')).toEqual([{ id: 1 }, { id: 3 }])
    })
  })
}
