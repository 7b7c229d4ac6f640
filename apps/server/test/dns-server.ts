import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Answer, decode, encode, type RecordType } from 'dns-packet'

const AUTHORITATIVE = 1 << 10
const NO_SUCH_NAME = 3

/** A name server of one's own on this machine, whose records a test sets. */
export class DnsServer {
  readonly #records: Answer[] = []
  readonly #socket = createSocket('udp4')
  /** While true, questions are left without an answer. */
  silent = false

  /** Starts it. Whoever does calls `close` in the end. */
  static async start(): Promise<DnsServer> {
    const server = new DnsServer()
    server.#socket.on('message', (message, from) => {
      if (server.silent) return
      const { id, questions = [] } = decode(message)
      const [question] = questions
      const name = question?.name.toLowerCase() ?? ''
      const own = server.#records.filter((record) => record.name === name)
      const answers = own.filter((record) => record.type === question?.type)
      const flags = AUTHORITATIVE | (own.length === 0 ? NO_SUCH_NAME : 0)
      server.#socket.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), from.port, from.address)
    })
    server.#socket.bind(0, '127.0.0.1')
    await once(server.#socket, 'listening')
    return server
  }

  /** Its address, as a setting. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`
  }

  set(name: string, type: RecordType & ('A' | 'CNAME' | 'TXT'), data: string): void {
    this.#records.push({ name, type, ttl: 60, data })
  }
  clear(): void {
    this.#records.length = 0
  }
  async close(): Promise<void> {
    this.#socket.close()
    await once(this.#socket, 'close')
  }
}
