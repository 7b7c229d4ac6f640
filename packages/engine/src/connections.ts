import pg from 'pg'

// A server that stops ends its connections. The driver tells each client so by an event, also when a statement has
// been told already, and an event that nobody listens to ends the program. Whoever asks something hears it by the
// answer, so that the event itself may be passed over.

/** A client, not yet connected, that outlives its server: what becomes of its statements is all that it tells. */
export function lastingClient(config: string | pg.ClientConfig): pg.Client {
  const client = new pg.Client(config)
  client.on('error', () => {})
  return client
}

/**
 * A pool that outlives its server. It listens to connections that lie idle and to those that somebody has in hand, in
 * the middle of a transaction for example; one that is broken is not used again.
 */
export function lastingPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
