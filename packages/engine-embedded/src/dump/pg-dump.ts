import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { MessageChannel, Worker } from 'node:worker_threads'
import { EngineError } from '@stoa/engine'
import { ADMIN } from '../access.ts'
import { ARRIVALS, type Compiled, type DumpJob, type DumpMessage, UNUSED } from './pg-dump-protocol.ts'

/** Bytes of the server's that may wait to be read before it is asked to pause. */
const MOST_WAITING = 8 * 1024 * 1024

/** How long the compiled program is kept for the next dump. */
const KEPT_MS = 10 * 60_000
/** pg_dump, compiled as far as dumps have needed it: one that begins with it takes a third of the processor's time. */
let program: Compiled | null = null
let forgetting: NodeJS.Timeout | null = null

function keep(compiled: Compiled): void {
  program = compiled
  if (forgetting) clearTimeout(forgetting)
  forgetting = setTimeout(() => {
    program = null
  }, KEPT_MS)
  forgetting.unref()
}

/**
 * What pg_dump writes about database `postgres`, as a stream in constant memory. It connects as the platform's superuser.
 * @param args arguments such as `--section=pre-data`
 * @throws (the stream) EngineError `failed` with pg_dump's own words
 */
export function pgDump(server: { sockets: string; port: number }, args: readonly string[]): Readable {
  const socket = connect(join(server.sockets, `.s.PGSQL.${server.port}`))
  const { port1: arriving, port2 } = new MessageChannel()
  const shared = new SharedArrayBuffer(8)
  const state = new Int32Array(shared)
  const job: DumpJob = { state: shared, arriving: port2, args: ['-U', ADMIN, '-d', 'postgres', ...args], program }
  const worker = new Worker(new URL('./pg-dump-worker.ts', import.meta.url), {
    workerData: job,
    transferList: [port2],
    argv: [],
    execArgv: [],
    env: {},
  })
  let waiting = 0
  const arrived = (bytes: Uint8Array | null): void => {
    arriving.postMessage(bytes)
    Atomics.add(state, ARRIVALS, 1)
    Atomics.notify(state, ARRIVALS)
  }
  socket.on('data', (bytes) => {
    waiting += bytes.length
    if (waiting > MOST_WAITING) socket.pause()
    arrived(bytes)
  })
  // A connection that breaks ends; pg_dump then says what it was doing.
  socket.on('error', () => {})
  socket.on('close', () => arrived(null))

  let ended = false
  const unread: number[] = []
  const free = (): void => {
    for (const bytes of unread.splice(0)) Atomics.sub(state, UNUSED, bytes)
    Atomics.notify(state, UNUSED)
  }
  const output = new Readable({
    highWaterMark: 1024 * 1024,
    read: free,
    destroy: (error, done) => {
      socket.destroy()
      arriving.close()
      worker.terminate().then(
        () => done(error),
        () => done(error),
      )
    },
  })
  const fail = (words: string): void => {
    output.destroy(new EngineError('failed', 'The database could not be written down.', words))
  }
  worker.on('message', (message: DumpMessage) => {
    if ('program' in message) keep(message.program)
    if (output.destroyed) return
    if ('send' in message) socket.write(message.send)
    else if ('read' in message) {
      waiting -= message.read
      if (waiting <= MOST_WAITING / 2) socket.resume()
    } else if ('text' in message) {
      unread.push(message.text.length)
      if (output.push(Buffer.from(message.text.buffer, message.text.byteOffset, message.text.length))) free()
    } else if ('end' in message) {
      ended = true
      if (message.end.code === 0) output.push(null)
      else fail(message.end.words)
    }
  })
  worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error)))
  worker.on('exit', () => {
    if (!ended) fail('pg_dump ended before its work was done.')
  })
  return output
}
