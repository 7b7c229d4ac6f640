import type pg from 'pg'

/** A request as clients send it. */
export type GraphqlRequest = {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  readonly operationName?: string | undefined
  /** Refuses everything but queries, for requests that must not change anything. */
  readonly readOnly?: boolean
}

/** Who asks: the role to act as, and the claims that row level security reads. */
export type GraphqlCaller = { readonly role: string; readonly claims: Readonly<Record<string, unknown>> }

/** An answer: its status, and its body as JSON. */
export type GraphqlAnswer = { readonly status: number; readonly body: string }

/**
 * Sockets that look at what a server sends before the driver does: the address of a module that has them as
 * `GuardedSocket`, since threads share no functions, and the sentence for a row that is larger than can be held.
 */
export type Guard = { readonly module: string; readonly tooLarge: string }

/** What a worker is started with. */
export type WorkerStart = {
  readonly connection: pg.PoolConfig
  readonly guard: Guard | null
  readonly schemas: readonly string[]
  /** How long a statement may take, in milliseconds. */
  readonly timeoutMs: number
}

export type ToWorker =
  | { readonly id: number; readonly kind: 'execute'; readonly request: GraphqlRequest; readonly caller: GraphqlCaller }
  | { readonly id: number; readonly kind: 'reload' }

export type FromWorker =
  | { readonly id: number; readonly answer: GraphqlAnswer }
  | { readonly id: number; readonly failed: string }
