import { expect, it } from 'vitest'
import { sizeChanges, sizeWords } from './size-words.ts'

const nano = { memory_mb: 512, max_connections: 60, workers: 2, disk_mb_per_second: 20 }
const small = { memory_mb: 2048, max_connections: 90, workers: 2, disk_mb_per_second: 80 }

it('a size is told in one line', () => {
  expect(sizeWords(small)).toBe('2 GB memory, 90 connections, 2 parallel workers')
})

it('only what becomes different is listed', () => {
  expect(sizeChanges(nano, small)).toEqual([
    { name: 'Memory', before: '512 MB', after: '2 GB' },
    { name: 'Connections at once', before: '60', after: '90' },
    { name: 'Disk throughput before a warning', before: '20 MB/s', after: '80 MB/s' },
  ])
  expect(sizeChanges(nano, nano)).toEqual([])
})
