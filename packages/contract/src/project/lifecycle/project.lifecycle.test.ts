import { describe, expect, test } from 'vitest'
import { gate, PROJECT_STATUSES, type ProjectEvent, projectLifecycle } from './project.lifecycle.ts'

const { states } = projectLifecycle
const EVENTS: ProjectEvent[] = [
  'pause',
  'paused',
  'restart',
  'restore',
  'resize',
  'upgrade',
  'restoreBackup',
  'ready',
  'failed',
  'remove',
]

test('there are twelve statuses', () => {
  expect([...PROJECT_STATUSES].sort()).toEqual([
    'ACTIVE_HEALTHY',
    'COMING_UP',
    'GOING_DOWN',
    'INACTIVE',
    'PAUSE_FAILED',
    'PAUSING',
    'RESIZING',
    'RESTARTING',
    'RESTORE_FAILED',
    'RESTORING',
    'UNKNOWN',
    'UPGRADING',
  ])
})

test('each status goes where it should and nowhere else', () => {
  const table = Object.fromEntries(
    PROJECT_STATUSES.map((status) => [
      status,
      EVENTS.filter((event) => projectLifecycle.can(status, event)).map(
        (event) => `${event} → ${projectLifecycle.next(status, event)}`,
      ),
    ]),
  )
  expect(table).toEqual({
    ACTIVE_HEALTHY: [
      'pause → PAUSING',
      'restart → RESTARTING',
      'resize → RESIZING',
      'upgrade → UPGRADING',
      'restoreBackup → RESTORING',
      'remove → GOING_DOWN',
    ],
    COMING_UP: ['ready → ACTIVE_HEALTHY', 'failed → UNKNOWN'],
    UNKNOWN: ['restart → RESTARTING', 'ready → ACTIVE_HEALTHY', 'remove → GOING_DOWN'],
    INACTIVE: ['restore → RESTORING', 'remove → GOING_DOWN'],
    GOING_DOWN: ['failed → UNKNOWN'],
    PAUSING: ['paused → INACTIVE', 'failed → PAUSE_FAILED'],
    PAUSE_FAILED: ['pause → PAUSING', 'restart → RESTARTING', 'remove → GOING_DOWN'],
    RESTARTING: ['ready → ACTIVE_HEALTHY', 'failed → UNKNOWN'],
    RESIZING: ['ready → ACTIVE_HEALTHY', 'failed → UNKNOWN'],
    UPGRADING: ['ready → ACTIVE_HEALTHY', 'failed → ACTIVE_HEALTHY'],
    RESTORING: ['ready → ACTIVE_HEALTHY', 'failed → RESTORE_FAILED'],
    RESTORE_FAILED: ['restore → RESTORING', 'restoreBackup → RESTORING', 'remove → GOING_DOWN'],
  })
})

test('a status that a running operation owns lets no other operation begin, and can fail', () => {
  const beginning: ProjectEvent[] = ['pause', 'restart', 'restore', 'resize', 'upgrade', 'restoreBackup', 'remove']
  for (const status of PROJECT_STATUSES) {
    const begins = beginning.some((event) => projectLifecycle.can(status, event))
    expect(begins, status).toBe(!states[status].unsettled)
    if (states[status].unsettled) expect(projectLifecycle.can(status, 'failed'), status).toBe(true)
  }
})

test('no status is a dead end: each leads to a healthy project or to one that can be deleted', () => {
  for (const status of PROJECT_STATUSES) {
    const reached = new Set([status])
    for (const from of reached)
      for (const event of EVENTS) if (projectLifecycle.can(from, event)) reached.add(projectLifecycle.next(from, event))
    expect(reached.has('ACTIVE_HEALTHY') || reached.has('GOING_DOWN'), status).toBe(true)
  }
})

test('a status that changes by itself is asked for again, one that waits for a person is not', () => {
  for (const status of PROJECT_STATUSES) {
    const changes = states[status].unsettled || status === 'UNKNOWN'
    expect(states[status].pollMs !== null, status).toBe(changes)
  }
})

describe('the gate', () => {
  test.for([
    ['ACTIVE_HEALTHY', null, null, null],
    ['COMING_UP', 'setting-up', null, 'setting-up'],
    ['UNKNOWN', 'setting-up', null, 'setting-up'],
    ['INACTIVE', 'paused', null, null],
    ['GOING_DOWN', 'pausing', 'pausing', 'pausing'],
    ['PAUSING', 'pausing', 'pausing', 'pausing'],
    ['PAUSE_FAILED', 'pause-failed', null, null],
    ['RESTARTING', 'restarting', 'restarting', null],
    ['RESIZING', 'resizing', 'resizing', null],
    ['UPGRADING', 'upgrading', 'upgrading', null],
    ['RESTORING', 'restoring', 'restoring', 'restoring'],
    ['RESTORE_FAILED', 'restore-failed', null, null],
  ] as const)('%s shows %s, settings %s, backups %s', ([status, screen, settings, backups]) => {
    for (const postgrest of status === 'ACTIVE_HEALTHY' ? (['ONLINE'] as const) : (['ONLINE', 'OFFLINE'] as const)) {
      expect(gate(status, postgrest, null)).toBe(screen)
      expect(gate(status, postgrest, 'settings')).toBe(settings)
      expect(gate(status, postgrest, 'backups')).toBe(backups)
    }
  })

  test('a healthy project whose API does not answer is connecting, but for its settings and backups', () => {
    expect(gate('ACTIVE_HEALTHY', 'OFFLINE', null)).toBe('connecting')
    expect(gate('ACTIVE_HEALTHY', 'OFFLINE', 'settings')).toBeNull()
    expect(gate('ACTIVE_HEALTHY', 'OFFLINE', 'backups')).toBeNull()
  })
})
