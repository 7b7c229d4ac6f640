import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOf, send } from './message.ts'

// How Node's messages are read and answered, byte by byte.

const PATIENCE_MS = 20_000
let answer: (message: IncomingMessage, response: ServerResponse) => void = () => {}
const server = createServer((message, response) => answer(message, response))
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Sends bytes and gives all that comes back until the server hangs up. */
const exchange = (text: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
    const parts: Buffer[] = []
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('No answer')))
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(parts)))
    socket.write(text)
  })

test.for([
  ['/p/a/rest/v1/t?id=eq.1&x=%20', '/p/a/rest/v1/t', 'id=eq.1&x=%20'],
  ['/p/a/rest/v1/t', '/p/a/rest/v1/t', ''],
  ['/p/a/../b/rest/v1/t?x', '/p/b/rest/v1/t', 'x'],
  ['/x/%2e%2e/p/a/rest/v1/t', '/p/a/rest/v1/t', ''],
  ['/p/a//rest?y=1', '/p/a//rest', 'y=1'],
  ['//elsewhere/p/a?y', '//elsewhere/p/a', 'y'],
  ['http://elsewhere/p/a/./b?y', '/p/a/b', 'y'],
  ['/p/%D8%AA?y', '/p/%D8%AA', 'y'],
  ['/p\\a', '/p/a', ''],
] as const)('the target %s is %s with %s', async ([target, path, search]) => {
  let seen: unknown
  answer = (message, response) => {
    const call = callOf(message)
    seen = call && [call.path, call.search, call.headers.get('x-a'), new Map(call.headers).get('x-a')]
    response.end()
  }
  await exchange(`GET ${target} HTTP/1.1\r\nHost: h\r\nX-A: 1\r\nX-A: 2\r\nConnection: close\r\n\r\n`)
  expect(seen).toEqual([path, search, '1, 2', '1, 2'])
})

test('a target that is no address is nobody’s', async () => {
  let seen: unknown = 'nothing'
  answer = (message, response) => {
    seen = callOf(message)
    response.end()
  }
  await exchange('OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n')
  expect(seen).toBeNull()
})

test('headers go out byte by byte beside a text in UTF-8', async () => {
  answer = (message, response) =>
    send(
      {
        status: 200,
        statusText: 'Fine',
        headers: [
          ['x-name', Buffer.from('ü').toString('latin1')],
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
          ['content-length', '2'],
        ],
        body: 'é',
      },
      message,
      response,
    )
  const bytes = await exchange('GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n')
  const text = bytes.toString('utf8')
  expect(text).toMatch(/^HTTP\/1\.1 200 Fine\r\n/)
  expect(text).toContain('x-name: ü\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n')
  expect(text.endsWith('\r\n\r\né')).toBe(true)
})

test('a body is read as far as it may be large', async () => {
  const read: unknown[] = []
  answer = (message, response) => {
    callOf(message)
      ?.body(4)
      .then((body) => {
        read.push(typeof body === 'string' || body === null ? body : Buffer.from(body).toString())
        send({ status: 200, headers: [['content-length', '0']], body: null }, message, response)
      })
  }
  const head = (more: string) => `POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n${more}\r\n`
  await exchange(`${head('Content-Length: 4\r\n')}abcd`)
  await exchange(`${head('Content-Length: 5\r\n')}abcde`)
  await exchange(`${head('Transfer-Encoding: chunked\r\n')}3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n`)
  await exchange(head(''))
  expect(read).toEqual(['abcd', 'too-large', 'too-large', null])
})
