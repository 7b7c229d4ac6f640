import { mkdir, mkdtemp, rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomRef } from '@stoa/engine/conformance'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRoot } from './account.ts'
import { Allocator } from './allocate.ts'
import { removeFolder } from './files.ts'
import { type Layout, prepareLayout } from './layout.ts'
import { writeRecord } from './record.ts'

const VERSION = 'supabase-postgres-17.10.0'
const RESOURCES = { memoryMb: 256, maxConnections: 20, workers: 2 }
const HOST = '127.0.0.1'

let folder = ''
let layout: Layout
let first = 0
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-test-ports-'))
  layout = await prepareLayout(folder, undefined)
  first = 10_000 + 100 * Math.floor(Math.random() * 225)
})
afterEach(() => removeFolder(folder))

const allocator = (ports: number, uidBase = 200_000) =>
  new Allocator(layout, { portRange: [first, first + ports - 1], uidBase, host: HOST })

/** Makes a server's record as `create` does: beside its place, then moved there. */
const occupy = async (from: Allocator, takesMs = 0): Promise<{ ref: string; port: number; uid: number | null }> => {
  const ref = randomRef()
  return from.reserve(async (given) => {
    await mkdir(join(layout.projects, `${ref}.new`))
    await writeRecord(join(layout.projects, `${ref}.new`), { version: VERSION, resources: RESOURCES, ...given })
    await sleep(takesMs)
    await rename(join(layout.projects, `${ref}.new`), join(layout.projects, ref))
    return { ref, ...given }
  })
}

test('servers that are made at once never share a port or an account', async () => {
  const one = allocator(100)
  const all = await Promise.all(Array.from({ length: 90 }, (_, index) => occupy(one, index % 12)))
  expect(new Set(all.map((given) => given.port)).size).toBe(90)
  expect(new Set(all.map((given) => given.uid)).size).toBe(isRoot ? 90 : 1)
})

test('a port that some other program listens on is passed over', async () => {
  const stranger = createServer()
  await new Promise<void>((resolve) => stranger.listen(first, HOST, resolve))
  try {
    expect((await occupy(allocator(5))).port).toBe(first + 1)
  } finally {
    stranger.close()
  }
})

test('a reservation that came to nothing gives its port back, a removed server too', async () => {
  const one = allocator(2)
  await expect(one.reserve(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const given = await occupy(one)
  expect(given.port).toBe(first)
  await removeFolder(join(layout.projects, given.ref))
  expect((await occupy(one)).port).toBe(first)
})

test('an account’s number is never given twice, also after its server is gone and by a platform that starts anew', async () => {
  const given = await occupy(allocator(5))
  await removeFolder(join(layout.projects, given.ref))
  const next = await occupy(allocator(5))
  expect([given.uid, next.uid]).toEqual(isRoot ? [200_001, 200_002] : [null, null])
})

test('when every port is taken, that is said', async () => {
  const one = allocator(1)
  await occupy(one)
  await expect(occupy(one)).rejects.toThrow(`Every port from ${first} to ${first} is taken`)
})
