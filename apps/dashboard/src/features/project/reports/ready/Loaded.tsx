import { ErrorState, Note, SkeletonRows } from '@stoa/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../../../../api/errors.ts'

/** Figures once they are there; before that a skeleton, or why they cannot be had. */
export function Loaded<Data>({
  query,
  failed,
  children,
}: {
  query: UseQueryResult<Data>
  /** What could not be done, as a title. */
  failed: string
  children: (data: Data) => ReactNode
}) {
  const { data, isError, error, isFetching, isPlaceholderData, refetch } = query
  if (data === undefined)
    return isError ? (
      <ErrorState title={failed} reason={errorMessage(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={8} />
    )
  return (
    <div aria-busy={isPlaceholderData}>
      {isError ? (
        <Note tone="bad" role="alert">
          The figures are not up to date: {errorMessage(error)}
        </Note>
      ) : null}
      {children(data)}
    </div>
  )
}
