import { once } from 'node:events'
import { createServer } from 'node:net'
import { ROW_TOO_LARGE } from '@stoa/contract'
import { expect, test } from 'vitest'
import { GuardedSocket } from './guarded-socket.ts'

/** A message: its kind, and as many bytes as its length says, or the length alone. */
function message(kind: string, length: number, isWhole = true): Buffer {
  const made = Buffer.alloc(isWhole ? 1 + length : 5)
  made.write(kind)
  made.writeUInt32BE(length, 1)
  return made
}

/** Sends bytes in pieces of a size to a guarded socket. @returns how many arrived, and how it ended */
async function received(bytes: Buffer, size: number, onData = (_: Buffer) => {}): Promise<[number, string | null]> {
  const socket = new GuardedSocket(ROW_TOO_LARGE)
  let count = 0
  let failure: string | null = null
  socket.on('error', (error) => {
    failure = error.message
  })
  socket.on('data', (chunk: Buffer) => {
    count += chunk.length
    onData(chunk)
  })
  for (let at = 0; at < bytes.length && !socket.destroyed; at += size)
    socket.emit('data', bytes.subarray(at, at + size))
  if (socket.destroyed) await new Promise((resolve) => socket.on('close', resolve))
  socket.destroy()
  return [count, failure]
}

const SMALL = Buffer.concat([message('T', 30), message('D', 4), message('D', 1000), message('C', 12)])
const HUGE = message('D', 200 * 1024 * 1024, false)

test.for([1, 2, 3, 4, 5, 6, 7, 31, 64, 5000])('gives all that comes, in pieces of %d', async (size) => {
  expect(await received(SMALL, size)).toEqual([SMALL.length, null])
})

test.for([1, 2, 4, 5, 9, 5000])('ends at a message that is too large, in pieces of %d', async (size) => {
  const [count, failure] = await received(Buffer.concat([SMALL, HUGE, SMALL]), size)
  expect(failure).toBe(ROW_TOO_LARGE)
  // Where its head comes in pieces, some of them have been given.
  expect(count - SMALL.length).toBeGreaterThanOrEqual(0)
  expect(count - SMALL.length).toBeLessThan(5)
})

test.for([1, 5, 6, 31, 1010, 1100, 5000])('hands out rows between the other messages, in pieces of %d', (size) => {
  const messages = [message('T', 30), message('D', 4), message('D', 1000), message('C', 12), message('D', 9)]
  const bytes = Buffer.concat(messages)
  const socket = new GuardedSocket(ROW_TOO_LARGE)
  const told: Buffer[] = []
  let rows = 0
  socket.on('data', (chunk: Buffer) => told.push(chunk))
  socket.onRow = (chunk, from, to) => {
    // Without its head, which is kind and length.
    told.push(chunk.subarray(from - 5, to))
    rows++
  }
  for (let at = 0; at < bytes.length; at += size) socket.emit('data', bytes.subarray(at, at + size))
  expect(Buffer.concat(told).equals(bytes)).toBe(true)
  // One that comes in pieces is the driver's.
  expect(rows).toBe({ 1: 0, 5: 0, 6: 1, 31: 1, 1010: 2, 1100: 3, 5000: 3 }[size])
  socket.destroy()
})

test('hands out what COPY sends apart from rows, and only while somebody takes it', () => {
  const socket = new GuardedSocket(ROW_TOO_LARGE)
  const told: string[] = []
  socket.on('data', (chunk: Buffer) => told.push(`driver ${chunk.length}`))
  socket.onCopyData = (_, from, to) => {
    told.push(`copy ${to - from}`)
    if (to - from === 7) socket.onCopyData = null
  }
  socket.emit('data', Buffer.concat([message('H', 6), ...[20, 11].map((size) => message('d', size)), message('D', 9)]))
  socket.emit('data', Buffer.concat([message('d', 12), message('c', 4)]))
  expect(told).toEqual(['driver 7', 'copy 16', 'copy 7', 'driver 10', 'driver 18'])
  socket.destroy()
})

test('lets through what COPY sends, whatever its size', async () => {
  const [, failure] = await received(message('d', 200 * 1024 * 1024, false), 5)
  expect(failure).toBeNull()
})

test('ends where whoever reads cannot read, and says so', async () => {
  const broken = (error: Error) => () => {
    throw error
  }
  expect((await received(SMALL, 5000, broken(new Error('out of step'))))[1]).toBe('out of step')
  expect((await received(SMALL, 5000, broken(new RangeError('Invalid string length'))))[1]).toBe(ROW_TOO_LARGE)
})

test('is the socket of a connection', async () => {
  const server = createServer((one) => one.end(SMALL)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const socket = new GuardedSocket(ROW_TOO_LARGE)
  const pieces: Buffer[] = []
  socket.on('data', (chunk: Buffer) => pieces.push(chunk))
  socket.connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
  await once(socket, 'close')
  expect(Buffer.concat(pieces).equals(SMALL)).toBe(true)
  server.close()
})
