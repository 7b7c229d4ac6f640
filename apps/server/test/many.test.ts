import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'
import { projectCalls } from './project-calls.ts'

const MANY = 20

let platform: TestPlatform
beforeAll(async () => {
  platform = await TestPlatform.start()
  await platform.as('Owner')
})
afterAll(() => platform.dispose())

const { ask, mark, marked } = projectCalls(() => platform)

test('twenty projects are paused and restored at once, and none fails', { timeout: 300_000 }, async () => {
  const refs = await Promise.all(
    Array.from({ length: MANY }, (_, index) => platform.createProject(`One of many ${index}`)),
  )
  await Promise.all(refs.map(mark))
  for (const [operation, status] of [
    ['pause', 'INACTIVE'],
    ['restore', 'ACTIVE_HEALTHY'],
  ] as const) {
    const answers = await Promise.all(refs.map((ref) => ask(ref, operation)))
    expect(answers.filter((answer) => answer.status >= 300)).toEqual([])
    await Promise.all(refs.map((ref) => platform.until(ref, status, 200_000)))
  }
  await Promise.all(refs.map(marked))
  const failed = await platform.query('select kind, error from operations where error is not null')
  expect(failed).toEqual([])
  const backups = await platform.query(
    "select status, count(*)::int as n from backups where reason = 'pause' group by 1",
  )
  expect(backups).toEqual([{ status: 'COMPLETED', n: MANY }])
})
