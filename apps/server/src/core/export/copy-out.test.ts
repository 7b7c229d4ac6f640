import { Duplex } from 'node:stream'
import { ROW_TOO_LARGE } from '@stoa/contract'
import pg from 'pg'
import { expect, it } from 'vitest'
import { GuardedSocket } from '../sql/guarded-socket.ts'
import { copyOut } from './copy-out.ts'
import { rowWriter } from './row-writer.ts'

/** A message of the server's: its kind, and what it holds. */
function message(kind: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const zeros = (count: number) => Buffer.alloc(count)
const READY = Buffer.concat([message('R', zeros(4)), message('Z', 'I')])

/** A server without a network, which answers one query with these bytes, in pieces that end where it is told. */
class ScriptedServer extends Duplex {
  readonly #answer: Buffer
  readonly #cuts: readonly number[]
  constructor(answer: Buffer, cuts: readonly number[]) {
    super()
    this.#answer = answer
    this.#cuts = cuts
  }
  connect(): void {
    setImmediate(() => this.emit('connect'))
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
  override _read(): void {}
  override _write(sent: Buffer, _encoding: string, done: () => void): void {
    done()
    if (sent[0] === 'Q'.charCodeAt(0)) {
      let from = 0
      for (const to of [...this.#cuts, this.#answer.length]) {
        // Each piece in a buffer of its own, as a socket gives it.
        if (to > from) this.push(Buffer.from(this.#answer.subarray(from, to)))
        from = to
      }
    } else if (sent[0] === 0) this.push(READY)
  }
}

/** The same behind the socket of a project's server, which gives rows past the driver. */
class ScriptedSocket extends GuardedSocket {
  readonly #answer: Buffer
  readonly #cuts: readonly number[]
  constructor(answer: Buffer, cuts: readonly number[]) {
    super(ROW_TOO_LARGE)
    this.#answer = answer
    this.#cuts = cuts
  }
  override connect(): this {
    setImmediate(() => this.emit('connect'))
    return this
  }
  override write(sent: Buffer | string): boolean {
    if (sent[0] === 0) setImmediate(() => this.emit('data', READY))
    if (sent[0] === 'Q'.charCodeAt(0)) setImmediate(() => this.#send())
    return true
  }
  #send(): void {
    let from = 0
    for (const to of [...this.#cuts, this.#answer.length]) {
      if (to > from) this.emit('data', Buffer.from(this.#answer.subarray(from, to)))
      from = to
    }
  }
}

type Server = typeof ScriptedServer | typeof ScriptedSocket

async function exported(answer: Buffer, cuts: readonly number[], Scripted: Server): Promise<string> {
  // The kind of stream that the driver asks for is a socket; it uses no more of one than these have.
  const client = new pg.Client({ user: 'test', stream: () => new Scripted(answer, cuts) as never })
  await client.connect()
  const columns = [{ name: 'words', typeId: 25, number: 1 }]
  const { stream } = await copyOut(client, 'copy', rowWriter('json', columns, 'result'), () => {})
  return new Response(stream).text()
}

/** What the server sends for some rows. */
const answerOf = (rows: readonly string[]) =>
  Buffer.concat([
    message('H', zeros(3)),
    ...rows.map((row) => message('d', `${row.replaceAll('\\', '\\\\')}\n`)),
    message('c'),
    message('C', `COPY ${rows.length}`, zeros(1)),
    message('Z', 'I'),
  ])
const fileOf = (rows: readonly string[]) => `[\n${rows.join(',\n')}\n]\n`

const ROWS = ['cod', 'Ångström 🚢', 'a\nb\\c', '', 'x'.repeat(40), 'ü', 'eel'].map((words) => JSON.stringify({ words }))
const ANSWER = answerOf(ROWS)
const WHOLE = fileOf(ROWS)

const SERVERS: Server[] = [ScriptedServer, ScriptedSocket]

it.for(SERVERS)('writes the same file in whatever pieces the rows come, by %o', async (server) => {
  const every = (size: number) => Array.from({ length: Math.ceil(ANSWER.length / size) }, (_, i) => (i + 1) * size)
  for (let size = 1; size <= ANSWER.length; size++)
    expect(await exported(ANSWER, every(size), server), `by ${size}`).toBe(WHOLE)
})

it.for(SERVERS)('writes the same file wherever two cuts go through the rows, by %o', async (server) => {
  for (let first = 1; first < ANSWER.length; first += 3)
    for (let second = first + 1; second < ANSWER.length; second += 7)
      expect(await exported(ANSWER, [first, second], server), `${first}, ${second}`).toBe(WHOLE)
})

it.for(SERVERS)('writes rows of any size, also such as are larger than what is collected, by %o', async (server) => {
  const rows = [10, 70_000, 131_072, 400_000, 5].map((size) => JSON.stringify({ words: 'å'.repeat(size) }))
  const answer = answerOf(rows)
  const cuts = Array.from({ length: Math.ceil(answer.length / 65_536) }, (_, i) => (i + 1) * 65_536)
  expect((await exported(answer, cuts, server)) === fileOf(rows)).toBe(true)
})
