import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Schedule } from '../src/core/schedule.ts'
import { JOBS } from '../src/workflows/schedule.ts'
import { TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

const HOUR_MS = 3_600_000

let platform: TestPlatform
beforeAll(async () => {
  platform = await TestPlatform.start()
})
afterAll(() => platform.dispose())

/** A schedule of its own on the platform's control database, as another process would have it. */
const open = () => new Schedule(platform.server.platform)
const row = async (name: string) =>
  (await platform.query('select started_at, finished_at, error from schedules where name = $1', [name]))[0]
const ran = (name: string) => eventually(`${name} to have run`, async () => (await row(name))?.finished_at)

describe('a job', () => {
  test('is done at once when it never was, and not again before its time, whoever starts', async () => {
    let times = 0
    const first = open()
    first.every('first', HOUR_MS, async () => void times++)
    await ran('first')
    await first.stop()
    const second = open()
    second.every('first', HOUR_MS, async () => void times++)
    second.every('marker', HOUR_MS, async () => {})
    await ran('marker')
    await second.stop()
    expect(times).toBe(1)
  })

  test('is done again and again', async () => {
    let times = 0
    const schedule = open()
    schedule.every('often', 20, async () => void times++)
    await eventually('three runs', async () => times >= 3)
    await schedule.stop()
    const before = times
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(times).toBe(before)
  })

  test('that was interrupted is done again at the next start', async () => {
    await platform.query("insert into schedules (name, started_at) values ('cut off', now())")
    const schedule = open()
    schedule.every('cut off', HOUR_MS, async () => {})
    await ran('cut off')
    await schedule.stop()
  })

  test('that is overdue is done at the next start, once', async () => {
    let times = 0
    await platform.query(
      `insert into schedules (name, started_at, finished_at) values ('overdue', now() - interval '9 hours', now() - interval '9 hours')`,
    )
    const schedule = open()
    schedule.every('overdue', HOUR_MS, async () => void times++)
    await eventually('the run', async () => times > 0)
    await schedule.stop()
    expect(times).toBe(1)
  })

  test('that fails is told of, and done the next time all the same', async () => {
    let times = 0
    const schedule = open()
    schedule.every('unlucky', 20, async () => {
      times++
      throw new Error('The moon is in the way')
    })
    await eventually('two runs', async () => times >= 2)
    await schedule.stop()
    expect(await row('unlucky')).toMatchObject({ error: 'The moon is in the way' })
    expect(platform.log.join('')).toContain('The moon is in the way')
  })

  test('is done by one process at a time', async () => {
    let at = 0
    let most = 0
    const job = async () => {
      most = Math.max(most, ++at)
      await new Promise((resolve) => setTimeout(resolve, 30))
      at--
    }
    const schedules = [open(), open(), open()]
    for (const schedule of schedules) schedule.every('shared', HOUR_MS, job)
    await Promise.all(schedules.map((schedule) => schedule.now('shared')))
    await Promise.all(schedules.map((schedule) => schedule.stop()))
    expect(most).toBe(1)
  })

  test('that runs is waited for when the platform stops', async () => {
    let ended = false
    const begun = Promise.withResolvers<void>()
    const schedule = open()
    schedule.every('slow', HOUR_MS, async () => {
      begun.resolve()
      await new Promise((resolve) => setTimeout(resolve, 100))
      ended = true
    })
    await begun.promise
    await schedule.stop()
    expect(ended).toBe(true)
  })
})

test('every job of the platform has a name of its own and is done when the platform starts', async () => {
  expect(new Set(JOBS.map(({ name }) => name)).size).toBe(JOBS.length)
  for (const { name } of JOBS) await ran(name)
})
