import {
  COMPUTE_SIZE_REQUIRED,
  DISK_SIZE_RANGE,
  type Disk,
  diskBelowUse,
  notAccepted,
  PROJECT_BUSY,
  RESIZED_SERVER_SILENT,
  SAME_COMPUTE_SIZE,
  sizeAboveMachine,
  sizeNotInPlan,
} from '@stoa/contract'
import { lastingClient } from '@stoa/engine/connections'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { TestPlatform } from './harness.ts'
import { resourceCalls } from './resource-calls.ts'

const GB = 1024 ** 3
const machine = vi.hoisted(() => ({ memory: null as number | null }))
vi.mock('node:os', async (original) => {
  const os = await original<typeof import('node:os')>()
  return { ...os, totalmem: () => machine.memory ?? os.totalmem() }
})

let platform: TestPlatform
let token: string
beforeAll(async () => {
  platform = await TestPlatform.start({ env: { STOA_COMPUTE_PRICES: 'micro=10, small=15.50' } })
  token = (await platform.as('Owner')).token
})
afterAll(() => platform.dispose())

const { ask, project, sql, mark, marked, actions, resize, compute, disk, setDisk, sample, changes, pause, warningOf } =
  resourceCalls(
    () => platform,
    () => token,
  )

describe('another compute size', () => {
  test('gives the server real connections, memory and workers, and keeps the data', async () => {
    const ref = await platform.createProject('Growing')
    await mark(ref)
    const settings = async () =>
      (
        await sql<Record<string, string>>(
          ref,
          `select current_setting('max_connections') as connections, current_setting('shared_buffers') as buffers,
            current_setting('max_parallel_workers') as workers`,
        )
      )[0]
    const before = await settings()
    const asked = await resize(ref, 'medium')
    expect([asked.status, asked.body]).toEqual([200, { status: 'RESIZING' }])
    expect((await resize(ref, 'large')).body.message).toBe(PROJECT_BUSY)
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(await project(ref)).toMatchObject({ compute_size: 'medium', postgrestStatus: 'ONLINE' })
    const after = await settings()
    expect(Number(after?.connections)).toBeGreaterThanOrEqual(120)
    expect(after).toMatchObject({ buffers: '1GB', workers: '4' })
    expect(after).not.toEqual(before)
    await marked(ref)
    expect(await changes(ref)).toEqual(['project.resize_requested', 'project.resized'])
    await ask(ref, 'restart')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(await settings()).toEqual(after)
  })

  test('that does not start is taken back, and the page says why', async () => {
    const ref = await platform.createProject('Too big')
    await mark(ref)
    platform.faults.fail('resize', 'The server did not start with this size. It runs with its old one.')
    await resize(ref, 'small')
    await platform.until(ref, 'ACTIVE_HEALTHY').finally(() => platform.faults.heal())
    expect(await compute(ref)).toMatchObject({
      compute_size: 'nano',
      last_failure: {
        compute_size: 'small',
        message: 'The server did not start with this size. It runs with its old one.',
      },
    })
    await marked(ref)
    expect((await changes(ref)).at(-1)).toBe('project.resize_failed')
    await resize(ref, 'small')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(await compute(ref)).toMatchObject({ compute_size: 'small', last_failure: null })
  })

  test('that Postgres itself refuses to start with is taken back, in its own words', async () => {
    const ref = await platform.createProject('Reserved')
    await mark(ref)
    await resize(ref, 'small')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    // More connections are set aside than the smallest size has at all.
    const admin = lastingClient(await platform.engine.target(ref, 'admin'))
    await admin.connect()
    await admin.query('alter system set reserved_connections = 70')
    await admin.end()
    await ask(ref, 'restart')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await resize(ref, 'nano')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(await compute(ref)).toMatchObject({
      compute_size: 'small',
      last_failure: {
        compute_size: 'nano',
        message: expect.stringMatching(/does not start.*\n.*reserved_connections/s),
      },
    })
    const [row] = await sql<{ buffers: string }>(ref, "select current_setting('shared_buffers') as buffers")
    expect(row).toEqual({ buffers: '512MB' })
    await marked(ref)
  })

  test('whose server answers nobody is taken back too', async () => {
    const ref = await platform.createProject('Silent')
    const { databases } = platform.server.platform
    const reachable = vi.spyOn(databases, 'reachable').mockResolvedValue(false)
    await resize(ref, 'small')
    await platform.until(ref, 'ACTIVE_HEALTHY').finally(() => reachable.mockRestore())
    expect(await compute(ref)).toMatchObject({ compute_size: 'nano', last_failure: { message: RESIZED_SERVER_SILENT } })
    expect(await sql(ref, "select current_setting('shared_buffers') as buffers")).toEqual([{ buffers: '128MB' }])
  })

  test('is refused in a sentence where it makes no sense, and nothing changes', async () => {
    const ref = await platform.createProject('Unmoved')
    for (const nothing of [undefined, null, '', 0, 'gigantic'])
      expect([nothing, (await resize(ref, nothing)).body.message]).toEqual([nothing, COMPUTE_SIZE_REQUIRED])
    expect([(await resize(ref, 'nano')).status, (await resize(ref, 'nano')).body.message]).toEqual([
      409,
      SAME_COMPUTE_SIZE,
    ])
    machine.memory = 3 * GB
    try {
      const refused = await resize(ref, 'medium')
      expect([refused.status, refused.body.message]).toEqual([409, sizeAboveMachine('4 GB', '3 GB')])
      const { sizes } = await compute(ref)
      expect(sizes.map(({ id, refusal }) => [id, refusal === null])).toEqual([
        ['nano', true],
        ['micro', true],
        ['small', true],
        ['medium', false],
        ['large', false],
        ['xlarge', false],
      ])
    } finally {
      machine.memory = null
    }
    await platform.query("update organizations set plan = 'free' where slug = 'acme'")
    try {
      const refused = await resize(ref, 'small')
      expect([refused.status, refused.body.message]).toEqual([409, sizeNotInPlan('Small', 'Free')])
    } finally {
      await platform.query("update organizations set plan = 'enterprise' where slug = 'acme'")
    }
    expect(await project(ref)).toMatchObject({ compute_size: 'nano', status: 'ACTIVE_HEALTHY' })
    await pause(ref)
    expect((await resize(ref, 'small')).body.message).toBe(notAccepted('resized', 'INACTIVE'))
  })

  test('costs what the operator says, and nothing where nothing is said', async () => {
    const ref = await platform.rowOnlyProject(await platform.acme(), 'Priced', 'ACTIVE_HEALTHY')
    const { sizes } = await compute(ref)
    expect(sizes.map((size) => size.price_per_month)).toEqual([null, 10, 15.5, null, null, null])
  })
})

describe('a disk that is full', () => {
  test('takes no more writes until it is raised, deletions help as well', { timeout: 60_000 }, async () => {
    const ref = await platform.createProject('Brimful')
    const password = await platform.resetPassword(ref)
    const fresh = async (statement: string) => {
      const client = await platform.connect(ref, password)
      try {
        return await client.query(statement)
      } finally {
        await client.end()
      }
    }
    await fresh(
      `create table load (id int, text text); alter table load alter text set storage external;
       insert into load select id, repeat(md5(id::text), 200) from generate_series(1, 8000) id`,
    )
    const { used_bytes, limit_bytes } = await disk(ref)
    expect(limit_bytes).toBe(8 * GB)
    expect(used_bytes).toBeGreaterThan(50 * 1024 ** 2)
    await sample()
    expect(await warningOf(ref)).toMatchObject({ is_readonly_mode_enabled: false, disk_space_exhaustion: null })

    // The limit comes down to what is stored, which spares the test gigabytes.
    const usedMb = Math.round((used_bytes ?? 0) / 1024 ** 2)
    await platform.query('update projects set disk_limit_mb = $1 where ref = $2', [usedMb + 1, ref])
    await sample()
    expect(await warningOf(ref)).toMatchObject({ is_readonly_mode_enabled: true, disk_space_exhaustion: 'critical' })
    await expect(fresh("insert into load values (0, 'more')")).rejects.toMatchObject({ code: '25006' })
    await expect(fresh('create table another (id int)')).rejects.toMatchObject({ code: '25006' })
    expect((await fresh('select count(*)::int as n from load')).rows).toHaveLength(1)
    // It stays so over a restart of the server, and over further measurements.
    await ask(ref, 'restart')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await sample()
    await expect(fresh('delete from load')).rejects.toMatchObject({ code: '25006' })
    expect((await actions(ref)).filter((action) => action.startsWith('project.read_only'))).toEqual([
      'project.read_only_entered',
    ])

    // Raising it helps at once.
    const raised = await setDisk(ref, 2)
    expect([raised.status, raised.body]).toMatchObject([200, { limit_bytes: 2 * GB, is_readonly_mode_enabled: false }])
    await fresh("insert into load values (0, 'more')")
    expect(await warningOf(ref)).toMatchObject({ is_readonly_mode_enabled: false })
    expect((await changes(ref)).slice(-2)).toEqual(['project.disk_limit_changed', 'project.read_only_left'])

    // So does deleting, which a session may do that says so.
    await platform.query('update projects set disk_limit_mb = $1 where ref = $2', [usedMb + 1, ref])
    await sample()
    await expect(fresh('truncate load')).rejects.toMatchObject({ code: '25006' })
    await fresh('begin; set transaction read write; truncate load; commit')
    const measured = await platform.call<Disk>('POST', `/platform/projects/${ref}/disk/measure`, { token })
    expect([measured.status, measured.body.is_readonly_mode_enabled]).toEqual([200, false])
    await fresh("insert into load values (0, 'again')")
  })

  test('cannot be given sizes that make no sense, and the sentence says which do', async () => {
    const ref = await platform.createProject('Sized')
    for (const size of [0, -1, 201, 1.5, '8', null, undefined])
      expect([size, (await setDisk(ref, size)).body.message]).toEqual([size, DISK_SIZE_RANGE])
    const seen = await platform.engine.observe(ref)
    const observe = vi.spyOn(platform.engine, 'observe').mockResolvedValue({ ...seen, diskBytes: 10 * GB })
    const refused = await setDisk(ref, 10).finally(() => observe.mockRestore())
    expect([refused.status, refused.body.message]).toEqual([409, diskBelowUse('10 GB', 11)])
    const { machine_free_bytes, used_bytes } = await disk(ref)
    const most = Math.floor((machine_free_bytes + (used_bytes ?? 0)) / GB)
    if (most < 200) {
      const above = await setDisk(ref, 200)
      expect([above.status, above.body.message]).toEqual([
        409,
        expect.stringMatching(/^This machine has [\d.]+ [MG]B of disk left. Choose \d+ GB or less$/),
      ])
    }
    expect((await disk(ref)).limit_bytes).toBe(8 * GB)
  })

  test('of a paused project is not measured, and the limit can be changed', async () => {
    const ref = await platform.createProject('Resting')
    await pause(ref)
    const measured = await platform.call('POST', `/platform/projects/${ref}/disk/measure`, { token })
    expect([measured.status, measured.body.message]).toEqual([409, 'The database is not running'])
    expect((await setDisk(ref, 3)).body.limit_bytes).toBe(3 * GB)
  })
})
