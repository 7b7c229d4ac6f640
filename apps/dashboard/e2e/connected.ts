import pg from 'pg'

/**
 * Does something over a connection of its own.
 * @throws when the server does not let it in, and what `work` throws
 */
export async function connected<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  // A server that stops ends its connections, and an error that nobody listens to would end the tests.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
