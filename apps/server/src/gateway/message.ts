import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderSource, RestAnswer } from '@stoa/rest'
import { readBody } from './body.ts'

/** A request as it comes in, before anybody has read its body. */
export type Call = {
  readonly method: string
  readonly path: string
  /** The query string without its question mark. */
  readonly search: string
  readonly headers: HeaderSource
  /** Reads the body as long as it is no larger than so many bytes. */
  body(most: number): Promise<Uint8Array<ArrayBuffer> | null | 'too-large'>
}

/** Paths that mean what they say: no dots to resolve, nothing to escape. */
const PLAIN_PATH = /^(?:\/[\w~$@!*'(),:;=+-][\w.~$@!*'(),:;=+%-]*)*\/?$/

/** How long a client may go on sending what nobody wants any more, in milliseconds. */
const LINGER_MS = 5_000

const textOf = (value: string | string[] | undefined): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : value.join(', ')

/** The headers of one of Node's messages. */
class MessageHeaders implements HeaderSource {
  readonly #message: IncomingMessage

  constructor(message: IncomingMessage) {
    this.#message = message
  }

  get(name: string): string | null {
    return textOf(this.#message.headers[name])
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return Object.entries(this.#message.headers)
      .map(([name, value]): [string, string] => [name, textOf(value) ?? ''])
      .values()
  }
}

/** Path and query string of a request's target; null for a target that is no address. */
function addressOf(target: string): { path: string; search: string } | null {
  const at = target.indexOf('?')
  const path = at < 0 ? target : target.slice(0, at)
  if (path !== '' && PLAIN_PATH.test(path) && !target.includes('#'))
    return { path, search: at < 0 ? '' : target.slice(at + 1) }
  const whole = target.startsWith('/') ? `http://localhost${target}` : target
  if (!/^https?:\/\//i.test(whole) || !URL.canParse(whole)) return null
  const { pathname, search } = new URL(whole)
  return { path: pathname, search: search.slice(1) }
}

/** What one of Node's messages asks; null when it names no address. */
export function callOf(message: IncomingMessage): Call | null {
  const address = addressOf(message.url ?? '')
  return (
    address && {
      method: message.method ?? 'GET',
      ...address,
      headers: new MessageHeaders(message),
      body: (most) => readBody(message, most),
    }
  )
}

/** Sends an answer, as one piece where it can be. */
export function send(answer: RestAnswer, message: IncomingMessage, response: ServerResponse): void {
  const { status, statusText, headers } = answer
  const flat: string[] = []
  let plain = true
  for (const [name, value] of headers) {
    flat.push(name, value)
    plain &&= !/[\x80-\xff]/.test(value)
  }
  if (statusText === undefined) response.writeHead(status, flat)
  else response.writeHead(status, statusText, flat)
  // Headers that go out together with a text would be written in its encoding, and not byte by byte.
  const { body } = answer
  response.end(typeof body === 'string' && !plain ? Buffer.from(body) : (body ?? undefined))
  if (message.complete) return
  // A client that is still sending reads the answer afterwards, unless it never comes to an end.
  message.resume()
  const late = setTimeout(() => message.destroy(), LINGER_MS)
  late.unref()
  message.once('close', () => clearTimeout(late))
}
