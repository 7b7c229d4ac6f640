import { type ApiRequestEntry, REQUESTS_DAYS } from '@stoa/contract'
import { CopyRow, CopyRows, Dialog, Empty, ErrorState, formatBytes, SkeletonRows } from '@stoa/ui'
import { errorMessage } from '../../../api/errors.ts'
import { useRequest } from './use-requests.ts'
import { roleWords, tookWords } from './words.ts'

/** Everything that is known of one request. */
export function RequestDetail({
  projectRef,
  id,
  listed,
  onClose,
}: {
  projectRef: string
  id: number
  listed: readonly ApiRequestEntry[]
  onClose: () => void
}) {
  const { entry, error, isPending, isFetching, refetch } = useRequest(projectRef, id, listed)
  return (
    <Dialog onClose={onClose} variant="sheet" title="Request">
      {entry !== undefined ? (
        <Facts entry={entry} />
      ) : error !== null ? (
        <ErrorState
          title="Failed to load the request"
          reason={errorMessage(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : isPending ? (
        <SkeletonRows rows={8} />
      ) : (
        <Empty title="This request is no longer there" text={`Requests are kept for ${REQUESTS_DAYS} days.`} />
      )}
    </Dialog>
  )
}

function Facts({ entry: { at, method, path, status, ms, role, bytes, request_id } }: { entry: ApiRequestEntry }) {
  return (
    <CopyRows>
      <CopyRow name="Method" value={method} />
      <CopyRow name="Path" value={path} />
      <CopyRow name="Status" value={String(status)} />
      <CopyRow name="Time" value={at} />
      <CopyRow name="Took" value={tookWords(ms)} />
      <CopyRow name="Role" value={roleWords(role)} />
      <CopyRow name="Answer size" value={bytes === null ? 'Not known' : formatBytes(bytes)} />
      <CopyRow name="Request id" value={request_id} />
    </CopyRows>
  )
}
