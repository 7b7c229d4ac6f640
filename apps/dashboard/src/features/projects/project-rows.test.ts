import type { ProjectListItem } from '@stoa/contract'
import { describe, expect, test } from 'vitest'
import { countByFilter, oneOf, pollInterval, SORTS, selectRows, summarize, toRow } from './project-rows.ts'

const MB = 1024 * 1024

function project(name: string, changes: Partial<ProjectListItem> = {}): ProjectListItem {
  return {
    id: 1,
    ref: `${name.replace(/[^a-z]/g, '')}aaaaaaaaaaaaaaaaaaaa`.slice(0, 20),
    name,
    organization_slug: 'halden',
    region: 'local',
    status: 'ACTIVE_HEALTHY',
    dbVersion: 'supabase-postgres-17.10.0',
    compute_size: 'nano',
    created_at: '2026-11-01T00:00:00.000Z',
    status_since: '2026-11-01T00:00:00.000Z',
    memory_bytes: 40 * MB,
    disk_bytes: 60 * MB,
    ...changes,
  }
}

describe('a row', () => {
  test('says Healthy for a running project with memory to spare', () => {
    expect(toRow(project('harbor'))).toMatchObject({ tone: 'ok', word: 'Healthy', kind: 'running', attention: false })
  })

  test('names the memory of a running project that is nearly full, and still counts it as running', () => {
    const row = toRow(project('tide', { memory_bytes: 466 * MB }))
    expect(row).toMatchObject({ tone: 'warn', word: 'Memory at 91 %', kind: 'running', attention: true })
  })

  test('does not speak of memory while the status itself is the news', () => {
    expect(toRow(project('x', { status: 'RESTARTING', memory_bytes: 600 * MB })).word).toBe('Restarting')
  })

  test.each([
    ['PAUSE_FAILED', 'failed'],
    ['RESTORE_FAILED', 'failed'],
    ['UNKNOWN', 'unknown'],
  ] as const)('%s needs attention', (status, kind) => {
    expect(toRow(project('x', { status, memory_bytes: null }))).toMatchObject({ kind, attention: true })
  })
})

describe('the list', () => {
  const rows = [
    project('harbor', { memory_bytes: 412 * MB, created_at: '2026-11-03T00:00:00.000Z' }),
    project('Harbor-mobile', { memory_bytes: 96 * MB }),
    project('berth', { status: 'RESTORE_FAILED', memory_bytes: null }),
    project('museum', { status: 'INACTIVE', memory_bytes: null, disk_bytes: 900 * MB }),
    project('ledger', { status: 'UPGRADING', memory_bytes: 120 * MB }),
  ].map(toRow)
  const names = (found: typeof rows) => found.map((row) => row.project.name)

  test('finds by any part of the name in any case, and by the start of the ref', () => {
    expect(names(selectRows(rows, 'ARBOR', 'all', 'name'))).toEqual(['harbor', 'Harbor-mobile'])
    expect(names(selectRows(rows, 'museuma', 'all', 'name'))).toEqual(['museum'])
    expect(names(selectRows(rows, 'zzz', 'all', 'name'))).toEqual([])
  })

  test('filters and counts alike', () => {
    const counts = countByFilter(rows)
    expect(counts).toEqual({ all: 5, running: 2, paused: 1, attention: 1 })
    expect(names(selectRows(rows, '', 'attention', 'name'))).toEqual(['berth'])
    expect(names(selectRows(rows, '', 'paused', 'name'))).toEqual(['museum'])
  })

  test('sorts projects that use nothing last by memory, and the failed one first by status', () => {
    expect(names(selectRows(rows, '', 'all', 'memory')).slice(0, 3)).toEqual(['harbor', 'ledger', 'Harbor-mobile'])
    expect(names(selectRows(rows, '', 'all', 'status'))[0]).toBe('berth')
    expect(names(selectRows(rows, '', 'all', 'newest'))[0]).toBe('harbor')
    expect(names(selectRows(rows, '', 'all', 'disk'))[0]).toBe('museum')
  })

  test('is summed up in one sentence that leaves out what is not there', () => {
    expect(summarize(rows)).toBe('2 running, 1 in progress, 1 paused, 1 failed')
    expect(summarize([])).toBe('')
  })
})

test('the list is asked for every 4 s while an operation runs, and every 15 s otherwise', () => {
  expect(pollInterval(undefined)).toBe(15_000)
  expect(pollInterval([project('a'), project('b', { status: 'INACTIVE' })])).toBe(15_000)
  expect(pollInterval([project('a'), project('b', { status: 'COMING_UP' })])).toBe(4_000)
})

test('an unknown word in the address means the default', () => {
  expect(oneOf(SORTS, 'memory', 'name')).toBe('memory')
  expect(oneOf(SORTS, 'constructor', 'name')).toBe('name')
  expect(oneOf(SORTS, undefined, 'name')).toBe('name')
})
