import { expect, test } from 'vitest'
import { settingsFor } from './settings.ts'

const megabytes = (value: string | undefined): number => Number.parseInt(value ?? '', 10)

test('memory settings grow with the server and never shrink', () => {
  const sizes = [64, 128, 512, 1024, 4096, 16_384, 65_536].map((memoryMb) =>
    settingsFor({ memoryMb, maxConnections: 60, workers: 2 }),
  )
  for (const name of ['shared_buffers', 'effective_cache_size', 'maintenance_work_mem', 'max_wal_size', 'work_mem']) {
    const values = sizes.map((settings) => megabytes(settings[name]))
    expect(values, name).toEqual([...values].sort((a, b) => a - b))
    expect(values.at(-1), name).toBeGreaterThan(values[0] ?? 0)
  }
})

test('a server of 1 GB gets a quarter of it as buffers', () => {
  expect(settingsFor({ memoryMb: 1024, maxConnections: 60, workers: 2 })).toMatchObject({
    shared_buffers: '256MB',
    effective_cache_size: '768MB',
    work_mem: '4369kB',
    maintenance_work_mem: '64MB',
  })
})

test('all sessions sorting at once stay within the memory of the server', () => {
  for (const [memoryMb, maxConnections] of [
    [512, 60],
    [1024, 90],
    [8192, 240],
  ] as const) {
    const { work_mem = '' } = settingsFor({ memoryMb, maxConnections, workers: 2 })
    expect((Number.parseInt(work_mem, 10) * maxConnections) / 1024).toBeLessThanOrEqual(memoryMb / 4)
  }
})

test('people get all connections they were promised, the platform keeps five more', () => {
  expect(settingsFor({ memoryMb: 512, maxConnections: 60, workers: 2 })).toMatchObject({
    max_connections: '65',
    superuser_reserved_connections: '5',
  })
})

test('parallel queries get the workers they were promised, and half of them each', () => {
  expect(settingsFor({ memoryMb: 512, maxConnections: 60, workers: 5 })).toMatchObject({
    max_parallel_workers: '5',
    max_worker_processes: '7',
    max_parallel_workers_per_gather: '3',
  })
})

test('settings that a version does not know are not given to it', () => {
  const small = { memoryMb: 512, maxConnections: 60, workers: 2 }
  expect([15, 17, 18].map((major) => settingsFor(small, major).io_method)).toEqual([undefined, undefined, 'sync'])
})

test('changes can be decoded, statistics are loaded and a forgotten slot cannot fill the disk', () => {
  expect(settingsFor({ memoryMb: 512, maxConnections: 60, workers: 2 })).toMatchObject({
    wal_level: 'logical',
    shared_preload_libraries: 'pg_stat_statements',
    max_slot_wal_keep_size: '1GB',
    timezone: 'UTC',
  })
})
