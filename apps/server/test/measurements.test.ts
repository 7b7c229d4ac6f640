import {
  ADDON_NOT_SELECTED,
  ADDON_SELECTED,
  type Addons,
  DOMAIN_IN_USE,
  METRICS,
  type Monitoring,
  type ResourceWarning,
  UNKNOWN_ADDON,
  type Usage,
} from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pruneMetrics, rollUpMetrics, writeMetrics } from '../src/core/metrics.ts'
import { pruneMeasurements } from '../src/workflows/sampler.ts'
import { TestPlatform } from './harness.ts'
import { resourceCalls } from './resource-calls.ts'
import { eventually } from './waiting.ts'

const GB = 1024 ** 3

let platform: TestPlatform
let token: string
beforeAll(async () => {
  platform = await TestPlatform.start({ env: { STOA_COMPUTE_PRICES: 'micro=10, small=15.50' } })
  token = (await platform.as('Owner')).token
})
afterAll(() => platform.dispose())

const { project, sql, actions, get, sample, pause, warningOf } = resourceCalls(
  () => platform,
  () => token,
)

describe('measurements', () => {
  test('come back as charts, with gaps where nothing was measured', async () => {
    const ref = await platform.createProject('Measured')
    await sample()
    await sql(ref, 'select sum(sqrt(n)) from generate_series(1, 2000000) n')
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await sample()
    for (const [range, step, count] of [
      ['1h', 60, 60],
      ['24h', 600, 144],
      ['7d', 3600, 168],
    ] as const) {
      const seen = await get<Monitoring>(`/platform/projects/${ref}/infra-monitoring?range=${range}`)
      expect(seen.step_seconds).toBe(step)
      for (const metric of Object.keys(METRICS) as (keyof typeof METRICS)[]) {
        expect(seen.series[metric].avg, metric).toHaveLength(count)
        expect(seen.series[metric].avg.slice(0, -2).every((value) => value === null)).toBe(true)
      }
      const latest = (metric: keyof typeof METRICS) => seen.series[metric].max.findLast((value) => value !== null)
      expect(latest('cpu')).toBeGreaterThan(0)
      expect(latest('memory')).toBeGreaterThan(10 * 1024 ** 2)
      expect(latest('disk')).toBeGreaterThan(10 * 1024 ** 2)
      expect(latest('database')).toBeGreaterThan(5 * 1024 ** 2)
      expect(latest('connections')).toBe(0)
      expect(latest('transactions')).toBeGreaterThanOrEqual(0)
      expect(latest('active')).toBeGreaterThanOrEqual(0)
      expect(seen.limits).toMatchObject({ memory_bytes: 512 * 1024 ** 2, connections: 60, disk_bytes: 8 * GB })
    }
    const refused = await platform.call('GET', `/platform/projects/${ref}/infra-monitoring?range=1y`, { token })
    expect(refused.status).toBe(400)
  })

  test('are rolled up to ten minutes and hours, and removed when they are old', async () => {
    const ref = await platform.createProject('Rolled')
    const { id } = await project(ref)
    const hour = Date.UTC(2026, 0, 10, 12)
    const none = {
      ...{ memory: null, swap: null, disk: null, disk_read: null, disk_write: null, connections: null },
      ...{ database: null, active: null, cache_hits: null, transactions: null },
    }
    for (let minute = 0; minute < 60; minute++) {
      const at = new Date(hour + minute * 60_000 + 500)
      await writeMetrics(platform.store, at, [
        { projectId: id, values: { ...none, cpu: minute / 100 } },
        { projectId: 999_999, values: { ...none, cpu: 1 } },
      ])
      if (minute % 5 === 4) await rollUpMetrics(platform.store, at)
    }
    const rows = () =>
      platform.query<{ resolution: number; n: number; avg: number; max: number }>(
        `select resolution, count(*)::int as n, avg(avg) as avg, max(max) as max from metrics
         where project_id = $1 and at < '2026-02-01' group by resolution order by resolution`,
        [id],
      )
    expect(await rows()).toEqual([
      { resolution: 1, n: 60, avg: expect.closeTo(0.295), max: 0.59 },
      { resolution: 10, n: 6, avg: expect.closeTo(0.295), max: 0.59 },
      { resolution: 60, n: 1, avg: expect.closeTo(0.295), max: 0.59 },
    ])
    await pruneMetrics(platform.store, new Date(hour + 3 * 24 * 3_600_000))
    expect((await rows()).map((row) => row.resolution)).toEqual([10, 60])
    await pruneMetrics(platform.store, new Date(hour + 20 * 24 * 3_600_000))
    expect((await rows()).map((row) => row.resolution)).toEqual([60])
    await pruneMeasurements(platform.server.platform)
  })

  test('become warnings only when they last, and a paused project has none of its busy past', async () => {
    const ref = await platform.createProject('Strained')
    await sample()
    const { id } = await project(ref)
    const busy = { level: 'critical', toward: null, count: 0 }
    await platform.query('update resource_states set warnings = $1 where project_id = $2', [
      JSON.stringify({ cpu_exhaustion: busy, memory_and_swap_exhaustion: busy, disk_space_exhaustion: busy }),
      id,
    ])
    expect(await warningOf(ref)).toEqual({
      project: ref,
      is_readonly_mode_enabled: false,
      disk_io_exhaustion: null,
      disk_space_exhaustion: 'critical',
      cpu_exhaustion: 'critical',
      memory_and_swap_exhaustion: 'critical',
      auth_rate_limit_exhaustion: null,
    })
    // An idle minute is not enough to leave it; the disk is looked at as it is.
    await sample()
    expect(await warningOf(ref)).toMatchObject({ memory_and_swap_exhaustion: 'critical', disk_space_exhaustion: null })
    await sample()
    await sample()
    expect(await warningOf(ref)).toMatchObject({ memory_and_swap_exhaustion: null })
    await pause(ref)
    expect(await warningOf(ref)).toMatchObject({ cpu_exhaustion: null })
    const stranger = await platform.as('stranger')
    const theirs = await platform.call<ResourceWarning[]>('GET', '/platform/projects-resource-warnings', {
      token: stranger.token,
    })
    expect(theirs.body).toEqual([])
  })

  test('are taken by the schedule itself', async () => {
    const ref = await platform.createProject('Scheduled')
    await platform.server.schedule.now('measure projects')
    expect(await warningOf(ref)).toBeDefined()
    await platform.server.schedule.now('remove old measurements')
    const { series } = await get<Monitoring>(`/platform/projects/${ref}/infra-monitoring`)
    expect(series.disk.avg.at(-1) ?? series.disk.avg.at(-2)).toBeGreaterThan(10 * 1024 ** 2)
  })

  test('leave no connection behind', async () => {
    const ref = await platform.createProject('Left alone')
    await sample()
    const admins = `select count(*)::int as open from pg_stat_activity where usename = 'stoa_admin'`
    // The process of a connection that was ended goes a moment later; one that a pool keeps stays for ten seconds.
    const gone = async () => (await sql<{ open: number }>(ref, admins))[0]?.open === 0
    await eventually('the connection to end', gone, 5_000)
  })

  test('of one server that cannot be looked at do not keep the others from being measured', async () => {
    const well = await platform.createProject('Well')
    await platform.rowOnlyProject(await platform.acme(), 'Ghost', 'ACTIVE_HEALTHY')
    await sample()
    expect(await warningOf(well)).toBeDefined()
  })

  test('add up to what a project used this month', async () => {
    const ref = await platform.createProject('Used')
    const { id } = await project(ref)
    await sample()
    await platform.query(
      "insert into compute_usage values ($1, now() at time zone 'utc', 'small', 5400), ($1, now() - interval '40 days', 'small', 3600)",
      [id],
    )
    const seen = await get<Usage>(`/platform/projects/${ref}/usage`)
    expect(seen.database_bytes).toBeGreaterThan(5 * 1024 ** 2)
    expect(seen.disk.used_bytes).toBeGreaterThan(10 * 1024 ** 2)
    expect(seen.disk_by_day.at(-1)?.bytes).toBeGreaterThan(10 * 1024 ** 2)
    expect(seen.disk_by_day).toHaveLength(new Date().getUTCDate())
    expect(seen.connections).toEqual({ most: 0, limit: 60 })
    expect(seen.compute.map(({ compute_size, hours }) => [compute_size, hours > 0])).toEqual([
      ['nano', true],
      ['small', true],
    ])
    expect(seen.compute[1]?.hours).toBe(1.5)
    expect(seen.backups).toEqual({ count: 0, bytes: 0 })
  })
})

describe('add-ons', () => {
  const addons = (ref: string) => get<Addons>(`/v1/projects/${ref}/billing/addons`)
  const apply = (ref: string, addon_type: string, addon_variant: string) =>
    platform.call<Addons & { message?: string }>('PATCH', `/v1/projects/${ref}/billing/addons`, {
      token,
      body: { addon_type, addon_variant },
    })
  const remove = (ref: string, variant: string) =>
    platform.call<Addons & { message?: string }>('DELETE', `/v1/projects/${ref}/billing/addons/${variant}`, { token })
  const types = (seen: Addons) => seen.selected_addons.map(({ type, variant }) => [type, variant.id])

  test('are listed in the shape of the Management API', async () => {
    const ref = await platform.createProject('Extras')
    const seen = await addons(ref)
    expect(seen).toEqual(await get(`/platform/projects/${ref}/billing/addons`))
    expect(seen.selected_addons).toEqual([])
    expect(seen.available_addons.map(({ type, variants }) => [type, variants.map(({ id }) => id)])).toEqual([
      ['compute_instance', ['ci_micro', 'ci_small', 'ci_medium', 'ci_large', 'ci_xlarge']],
      ['pitr', ['pitr_7', 'pitr_14', 'pitr_28']],
      ['custom_domain', ['cd_default']],
    ])
    expect(seen.available_addons[0]?.variants[0]?.price).toEqual({
      description: '$10 a month',
      type: 'fixed',
      interval: 'monthly',
      amount: 10,
    })
  })

  test('of compute change the size, and without one the project has the smallest', async () => {
    const ref = await platform.createProject('Bigger')
    expect((await apply(ref, 'compute_instance', 'ci_small')).status).toBe(200)
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(types(await addons(ref))).toEqual([['compute_instance', 'ci_small']])
    expect((await remove(ref, 'ci_medium')).body.message).toBe(ADDON_NOT_SELECTED)
    expect((await remove(ref, 'ci_small')).status).toBe(200)
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(types(await addons(ref))).toEqual([])
    expect(await project(ref)).toMatchObject({ compute_size: 'nano' })
  })

  test('of a custom domain are added once, and stay while the domain is set up', async () => {
    const ref = await platform.createProject('Named')
    expect(types((await apply(ref, 'custom_domain', 'cd_default')).body)).toEqual([['custom_domain', 'cd_default']])
    expect((await apply(ref, 'custom_domain', 'cd_default')).body.message).toBe(ADDON_SELECTED)
    const { id } = await project(ref)
    await platform.query(
      "insert into custom_hostnames (project_id, hostname, txt_value, status) values ($1, 'api.example.com', 'x', '2_initiated')",
      [id],
    )
    const refused = await remove(ref, 'cd_default')
    expect([refused.status, refused.body.message]).toEqual([409, DOMAIN_IN_USE])
    expect(types(await addons(ref))).toEqual([['custom_domain', 'cd_default']])
    await platform.query('delete from custom_hostnames where project_id = $1', [id])
    expect(types((await remove(ref, 'cd_default')).body)).toEqual([])
    expect((await remove(ref, 'cd_default')).body.message).toBe(ADDON_NOT_SELECTED)
    expect((await actions(ref)).slice(-2)).toEqual(['project.addon_added', 'project.addon_removed'])
  })

  test('of recovery turn it on, change how far it reaches back, and turn it off', async () => {
    const ref = await platform.createProject('Recoverable')
    const days = async () =>
      (await platform.query('select days from pitr join projects p on p.id = project_id where ref = $1', [ref])).map(
        (row) => row.days,
      )
    expect(types((await apply(ref, 'pitr', 'pitr_7')).body)).toEqual([['pitr', 'pitr_7']])
    expect(await days()).toEqual([7])
    expect((await apply(ref, 'pitr', 'pitr_7')).body.message).toBe(ADDON_SELECTED)
    expect(types((await apply(ref, 'pitr', 'pitr_14')).body)).toEqual([['pitr', 'pitr_14']])
    expect(await days()).toEqual([14])
    expect((await remove(ref, 'pitr_7')).body.message).toBe(ADDON_NOT_SELECTED)
    expect(types((await remove(ref, 'pitr_14')).body)).toEqual([])
    expect(await days()).toEqual([])
  })

  test('that do not exist are refused in a sentence', async () => {
    const ref = await platform.rowOnlyProject(await platform.acme(), 'Picky', 'ACTIVE_HEALTHY')
    for (const [type, variant] of [
      ['ipv4', 'ipv4_default'],
      ['pitr', 'ci_small'],
      ['compute_instance', 'ci_giant'],
      ['pitr', 'pitr_8'],
    ] as const)
      expect((await apply(ref, type, variant)).body.message, variant).toBe(UNKNOWN_ADDON)
    expect((await remove(ref, 'ipv4_default')).body.message).toBe(UNKNOWN_ADDON)
  })
})
