import { errorMessage } from './errors.ts'

/** What is asked of a query whose failure is shown. */
type Asked = {
  readonly data: unknown
  readonly error: unknown
  readonly isError: boolean
  readonly isFetching: boolean
  refetch(): unknown
}

const again = (query: Asked) => ({ onRetry: () => void query.refetch(), retrying: query.isFetching })

/** Why a query failed and how it is asked again, for `ErrorState`. */
export const failureOf = (query: Asked) => ({ reason: errorMessage(query.error), ...again(query) })

/**
 * The same for `DataList`, which goes on showing rows that it has when asking for them again fails.
 * @param title what failed, such as "Failed to load members"
 */
export const listFailure = (query: Asked, title: string) => ({
  error: query.isError && query.data === undefined ? { title, reason: errorMessage(query.error) } : null,
  ...again(query),
})
