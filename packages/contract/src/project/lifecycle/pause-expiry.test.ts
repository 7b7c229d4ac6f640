import { expect, test } from 'vitest'
import { PLAN_IDS } from '../../plans.ts'
import { MAX_DAYS_TILL_RESTORE_DISABLED, pauseExpiry } from './pause-expiry.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const pausedAt = new Date('2026-08-01T12:00:00Z')
const after = (days: number, ms = 0) => new Date(pausedAt.getTime() + days * DAY_MS + ms)
const free = (now: Date) => pauseExpiry({ pausedAt, plan: 'free', flag: true, now })

test('a project of the free plan can be restored for ninety days', () => {
  expect(MAX_DAYS_TILL_RESTORE_DISABLED).toBe(90)
  expect(free(pausedAt)).toEqual({ until: new Date('2026-10-30T12:00:00Z'), remainingDays: 90, canRestore: true })
  expect(free(after(1))).toMatchObject({ remainingDays: 89, canRestore: true })
})

test('the last day counts until its end, and then it is over', () => {
  expect(free(after(89, 1))).toMatchObject({ remainingDays: 1, canRestore: true })
  expect(free(after(90, -1))).toMatchObject({ remainingDays: 1, canRestore: true })
  expect(free(after(90))).toMatchObject({ remainingDays: 0, canRestore: false })
  expect(free(after(400))).toMatchObject({ remainingDays: 0, canRestore: false })
})

test('no other plan and nobody without the flag knows an end', () => {
  const endless = { until: null, remainingDays: null, canRestore: true }
  for (const plan of PLAN_IDS) {
    if (plan !== 'free') expect(pauseExpiry({ pausedAt, plan, flag: true, now: after(400) }), plan).toEqual(endless)
    expect(pauseExpiry({ pausedAt, plan, flag: false, now: after(400) }), plan).toEqual(endless)
  }
})

test('a project that is not paused does not expire', () => {
  expect(pauseExpiry({ pausedAt: null, plan: 'free', flag: true, now: after(400) }).canRestore).toBe(true)
})
