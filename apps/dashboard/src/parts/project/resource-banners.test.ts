import type { ResourceWarning } from '@stoa/contract'
import { describe, expect, it } from 'vitest'
import { bannersOf, stillDismissed } from './resource-banners.ts'

const quiet: ResourceWarning = {
  project: 'abcdefghijklmnopqrst',
  is_readonly_mode_enabled: false,
  disk_io_exhaustion: null,
  disk_space_exhaustion: null,
  cpu_exhaustion: null,
  memory_and_swap_exhaustion: null,
  auth_rate_limit_exhaustion: null,
}

describe('banners', () => {
  it('are not there while nothing runs short', () => {
    expect(bannersOf(quiet, {})).toEqual([])
  })

  it('begin with the most urgent, and read-only mode speaks for the full disk', () => {
    const all: ResourceWarning = {
      ...quiet,
      is_readonly_mode_enabled: true,
      disk_io_exhaustion: 'warning',
      disk_space_exhaustion: 'critical',
      cpu_exhaustion: 'critical',
      auth_rate_limit_exhaustion: 'warning',
    }
    expect(bannersOf(all, {}).map(({ resource, level }) => `${resource} ${level}`)).toEqual([
      'read_only critical',
      'cpu_exhaustion critical',
      'disk_io_exhaustion warning',
      'auth_rate_limit_exhaustion warning',
    ])
    expect(bannersOf(all, {})[0]?.text).toContain('drop under 95%')
    expect(bannersOf(all, {})[0]?.text).toContain('raised up to 200GB')
    expect(bannersOf(all, {}).at(-1)?.text).toContain('past 24 hours')
  })

  it('stay closed at the level they were closed at, and come back when it gets worse', () => {
    const dismissed = { cpu_exhaustion: 'warning' } as const
    expect(bannersOf({ ...quiet, cpu_exhaustion: 'warning' }, dismissed)).toEqual([])
    expect(bannersOf({ ...quiet, cpu_exhaustion: 'critical' }, dismissed)).toHaveLength(1)
    expect(bannersOf({ ...quiet, cpu_exhaustion: 'warning' }, { cpu_exhaustion: 'critical' })).toEqual([])
  })

  it('come back when a level was left and is reached again', () => {
    expect(stillDismissed(quiet, { cpu_exhaustion: 'warning' })).toEqual({})
    expect(stillDismissed({ ...quiet, cpu_exhaustion: 'warning' }, { cpu_exhaustion: 'critical' })).toEqual({
      cpu_exhaustion: 'warning',
    })
    expect(stillDismissed({ ...quiet, cpu_exhaustion: 'critical' }, { cpu_exhaustion: 'warning' })).toEqual({
      cpu_exhaustion: 'warning',
    })
  })
})
