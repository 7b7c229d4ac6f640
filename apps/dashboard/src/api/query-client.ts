import { QueryClient } from '@tanstack/react-query'
import { isTransient } from './errors.ts'

const RETRIES = 2

/** Makes the cache of everything asked from the server. What the server refused is not asked again by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The server may be on this very machine: a browser without a network still reaches it.
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
