import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Spool } from './spool.ts'

const MB = 1024 * 1024
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
function make(max: number, kept = true) {
  const lost: string[] = []
  const path = join(folder, String(files++))
  const spool = new Spool({ path: kept ? path : null, max, onLost: () => void lost.push('lost') })
  return { spool, path, lost }
}
/** A piece of 100 KB that begins with its number. */
const piece = (number: number) => Buffer.alloc(100 * 1024, `${number} `.padStart(8, '0'))
const whole = async (stream: ReadableStream<Uint8Array>) => Buffer.from(await new Response(stream).arrayBuffer())
/** Writes pieces, waiting whenever it is told to. */
async function write(spool: Spool, count: number): Promise<Buffer> {
  const pieces = Array.from({ length: count }, (_, number) => piece(number))
  for (const one of pieces) if (spool.append(one)) await new Promise<void>((resolve) => spool.onDrained(resolve))
  return Buffer.concat(pieces)
}

test('what fits into memory is in no file, and is read any number of times', async () => {
  const { spool, path } = make(MB)
  const text = await write(spool, 3)
  spool.end()
  expect(await whole(spool.read(() => {}))).toEqual(text)
  expect(await whole(spool.read(() => {}))).toEqual(text)
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test('a large one is read from its beginning by whoever comes late, while it is written', async () => {
  const { spool, path } = make(100 * MB)
  const early = whole(spool.read(() => {}))
  const text = await write(spool, 50)
  const late = whole(spool.read(() => {}))
  const more = await write(spool, 20)
  spool.end()
  const expected = Buffer.concat([text, more])
  expect((await early).equals(expected)).toBe(true)
  expect((await late).equals(expected)).toBe(true)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await spool.remove()
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test('what can be kept no longer still comes through to its reader, and leaves nothing behind', async () => {
  const { spool, path, lost } = make(MB)
  const reading = whole(spool.read(() => {}))
  const text = await write(spool, 60)
  spool.end()
  expect(lost).toEqual(['lost'])
  expect(spool.isWhole).toBe(false)
  expect((await reading).equals(text)).toBe(true)
  await expect.poll(async () => (await readdir(folder)).includes(path.split('/').at(-1) ?? '')).toBe(false)
})

test('without a file the source waits for the slowest reader, and goes on when that leaves', async () => {
  const { spool } = make(MB, false)
  let left = 0
  const reader = spool.read(() => left++).getReader()
  let waits = false
  for (let number = 0; number < 30 && !waits; number++) waits = spool.append(piece(number))
  expect(waits).toBe(true)
  const drained = new Promise<string>((resolve) => spool.onDrained(() => resolve('drained')))
  await reader.cancel()
  expect(await drained).toBe('drained')
  expect(left).toBe(1)
})
