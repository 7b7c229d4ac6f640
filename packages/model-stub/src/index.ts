import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call of a tool. */
export type StubCall = {
  readonly name: string
  readonly input?: unknown
  /** Sent in place of the input as it is, whether or not it is JSON. */
  readonly raw?: string
}

/** What the model answers to one request. See the README. */
export type StubAnswer = {
  readonly text?: string
  readonly pieces?: readonly string[]
  /** More pieces, once they are known. */
  readonly later?: Promise<readonly string[]>
  readonly calls?: readonly StubCall[]
  readonly status?: number
  readonly message?: string
  readonly body?: string
  /** Sent as they are, one after the other. */
  readonly raw?: readonly (string | Uint8Array)[]
  readonly headers?: Readonly<Record<string, string>>
  readonly breaks?: boolean
  readonly error?: string
  readonly silent?: boolean
  readonly waits?: Promise<unknown>
}

/** A request that the model was sent. */
export type Asked = {
  readonly path: string
  readonly authorization: string | null
  readonly model: string
  readonly streamed: boolean
  readonly messages: readonly { readonly role: string; readonly content: unknown; readonly tool_calls?: unknown }[]
  /** Names of the tools that it was offered. */
  readonly tools: readonly string[]
  /** Everything that was sent, headers included, as one text to look for words in. */
  readonly text: string
  /** Resolves when whoever asked has gone away or has been answered. */
  readonly over: Promise<void>
}

export type ModelStub = {
  /** The address to give to the platform. */
  readonly url: string
  readonly asked: Asked[]
  /** Says what the next requests are answered with, one after the other. */
  answers(...next: readonly Reply[]): void
  /** What is answered when nothing else was said. */
  otherwise: Reply
  /** Forgets what was asked and what was still to be answered. */
  reset(): void
  close(): Promise<void>
}
type Reply = StubAnswer | ((asked: Asked) => StubAnswer)

const OK: StubAnswer = { text: 'OK' }
const PIECE = /[\s\S]{1,6}/gu
/** Ports that tests may take; systems hand out those above by themselves. */
const PORTS = [24_000, 32_000] as const
const ATTEMPTS = 20

/** Starts a model. Whoever starts it calls `close` in the end. */
export async function startModelStub(): Promise<ModelStub> {
  const queue: Reply[] = []
  const asked: Asked[] = []
  const open = new Set<ServerResponse>()
  const stub = { otherwise: OK as Reply }
  let serial = 0
  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = await read(request, response)
    asked.push(one)
    if (!one.path.endsWith('/chat/completions')) return refuse(response, 404, `There is nothing at ${one.path}`)
    const next = queue.shift() ?? stub.otherwise
    const reply = typeof next === 'function' ? next(one) : next
    await reply.waits
    if (reply.raw !== undefined) return sendRaw(response, reply)
    if (reply.status !== undefined) return refuse(response, reply.status, reply.message)
    if (reply.body !== undefined) {
      response.writeHead(200, { 'content-type': one.streamed ? 'text/event-stream' : 'application/json' })
      response.end(reply.body)
      return
    }
    const pieces = reply.pieces ?? reply.text?.match(PIECE) ?? []
    if (reply.silent && pieces.length === 0) return
    const calls = (reply.calls ?? []).map((call, index) => ({
      index,
      id: `call_${++serial}`,
      type: 'function',
      function: { name: call.name, arguments: call.raw ?? JSON.stringify(call.input ?? {}) },
    }))
    const reason = calls.length > 0 ? 'tool_calls' : 'stop'
    const about = { id: `answer_${++serial}`, created: 1, model: one.model }
    if (!one.streamed) {
      const message = {
        role: 'assistant',
        content: pieces.join('') || null,
        ...(calls.length > 0 && { tool_calls: calls.map(({ index: _, ...call }) => call) }),
      }
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      const choices = [{ index: 0, message, finish_reason: reason }]
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...about, object: 'chat.completion', choices, usage }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (delta: object, finish_reason: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      )
    for (const content of pieces) send({ role: 'assistant', content })
    for (const content of (await reply.later) ?? []) send({ role: 'assistant', content })
    if (reply.silent) return
    if (reply.breaks) {
      // What was said arrives, and the end of the answer does not.
      response.socket?.destroySoon()
      return
    }
    if (reply.error !== undefined)
      response.write(`data: ${JSON.stringify({ error: { message: reply.error, type: 'server_error' } })}\n\n`)
    else {
      for (const call of calls) send({ role: 'assistant', tool_calls: [call] })
      send({}, reason)
    }
    response.end('data: [DONE]\n\n')
  }

  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    answers: (...next) => void queue.push(...next),
    get otherwise() {
      return stub.otherwise
    },
    set otherwise(reply) {
      stub.otherwise = reply
    },
    reset() {
      queue.length = 0
      asked.length = 0
      stub.otherwise = OK
    },
    async close() {
      for (const response of open) response.destroy()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

/** What a server says whose form is its own. Each piece goes by itself. */
async function sendRaw(response: ServerResponse, reply: StubAnswer): Promise<void> {
  response.writeHead(reply.status ?? 200, { 'content-type': 'text/event-stream', ...reply.headers })
  for (const piece of reply.raw ?? []) {
    response.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  if (reply.breaks) response.socket?.resetAndDestroy()
  else response.end()
}

/** One piece of an answer, as the protocol writes it. For answers that are put together by hand. */
export const pieceOf = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'a', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`

function refuse(response: ServerResponse, status: number, message: string | undefined): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(message === undefined ? '' : JSON.stringify({ error: { message, type: 'error' } }))
}

async function read(request: IncomingMessage, response: ServerResponse): Promise<Asked> {
  const over = new Promise<void>((resolve) => response.on('close', () => resolve()))
  let body = ''
  request.setEncoding('utf8')
  for await (const piece of request) body += piece
  const sent = (body === '' ? {} : JSON.parse(body)) as {
    model?: string
    stream?: boolean
    messages?: Asked['messages']
    tools?: { function: { name: string } }[]
  }
  return {
    path: request.url ?? '',
    authorization: request.headers.authorization ?? null,
    model: sent.model ?? '',
    streamed: sent.stream === true,
    messages: sent.messages ?? [],
    tools: (sent.tools ?? []).map((tool) => tool.function.name),
    text: `${JSON.stringify(request.headers)}\n${body}`,
    over,
  }
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const [from, to] = PORTS
    const port = from + Math.floor(Math.random() * (to - from))
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject)
          resolve()
        })
      })
      return (server.address() as AddressInfo).port
    } catch (error) {
      if (attempt >= ATTEMPTS || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}
