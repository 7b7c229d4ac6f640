import { Worker } from 'node:worker_threads'
import type {
  FromWorker,
  GraphqlAnswer,
  GraphqlCaller,
  GraphqlRequest,
  Guard,
  ToWorker,
  WorkerStart,
} from './protocol.ts'

/** How long a statement may take, in milliseconds, unless told otherwise. */
const TIMEOUT_MS = 30_000
/** How much longer than its statements an answer may take until the thread is given up, in milliseconds. */
const GRACE_MS = 30_000

export type GraphqlOptions = {
  /** How to connect, as a role that may act as the callers' roles. */
  readonly connection: WorkerStart['connection']
  /** The sockets of its connections; the driver's own where it is left out. */
  readonly guard?: Guard | null
  /** The schemas whose tables and functions are shown. */
  readonly schemas: readonly string[]
  /** How long a statement may take, in milliseconds. */
  readonly timeoutMs?: number
}

/** A request could not be answered at all: the database is not reached, or the thread ended. */
export class GraphqlUnavailable extends Error {
  override readonly name = 'GraphqlUnavailable'
}

export type Graphql = {
  /**
   * Answers a request. The first one waits until the schema is built.
   * @throws GraphqlUnavailable
   */
  execute(request: GraphqlRequest, caller: GraphqlCaller): Promise<GraphqlAnswer>
  /** Builds the schema anew, from the database as it is now. Requests are answered from the old one until then. */
  reload(): Promise<void>
  /** Whether it still answers; once it does not it never will again. */
  readonly isOpen: boolean
  /** Ends its thread and its connections. */
  close(): Promise<void>
}

/** Makes the GraphQL of one database, in a thread of its own that starts at once. */
export function createGraphql({ connection, schemas, guard = null, timeoutMs = TIMEOUT_MS }: GraphqlOptions): Graphql {
  const start: WorkerStart = { connection, guard, schemas, timeoutMs }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: start,
    // What the libraries print is not for the log of the program around them.
    stdout: true,
    stderr: true,
    env: { ...process.env, GRAPHILE_ENV: 'production' },
  })
  const waiting = new Map<number, { resolve(answer: GraphqlAnswer): void; reject(error: Error): void }>()
  let last = 0
  let open = true
  const end = (message: string) => {
    open = false
    for (const { reject } of waiting.values()) reject(new GraphqlUnavailable(message))
    waiting.clear()
  }
  worker.stdout.resume()
  worker.stderr.resume()
  worker.on('message', (message: FromWorker) => {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if ('failed' in message) asked?.reject(new GraphqlUnavailable(message.failed))
    else asked?.resolve(message.answer)
  })
  worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)))
  worker.on('exit', () => end('The thread ended'))
  worker.unref()

  const ask = (what: { kind: 'reload' } | { kind: 'execute'; request: GraphqlRequest; caller: GraphqlCaller }) =>
    new Promise<GraphqlAnswer>((resolve, reject) => {
      if (!open) {
        reject(new GraphqlUnavailable('The thread ended'))
        return
      }
      const id = ++last
      // A thread that answers nothing any more is ended; the next request starts another.
      const timer = setTimeout(() => void worker.terminate(), timeoutMs + GRACE_MS)
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer)
          then(value)
        }
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject) })
      worker.postMessage({ id, ...what } satisfies ToWorker)
    })

  return {
    get isOpen() {
      return open
    },
    execute: (request, caller) => ask({ kind: 'execute', request, caller }),
    reload: async () => {
      await ask({ kind: 'reload' })
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
