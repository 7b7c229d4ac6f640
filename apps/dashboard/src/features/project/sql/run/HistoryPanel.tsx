import { type HistoryEntry, projectPermissions, RUN_STATUSES } from '@stoa/contract'
import {
  Badge,
  Button,
  Dialog,
  Empty,
  ErrorState,
  formatAge,
  formatDuration,
  formatNumber,
  NoMatch,
  SearchField,
  Segmented,
  Select,
  SkeletonRows,
  StatusColumn,
} from '@stoa/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { usePermission } from '../../../../api/permissions.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { useDebouncedText } from '../../../../parts/query-params/use-debounced-text.ts'
import { useDocuments } from '../snippets/documents.ts'

type Members = 'own' | 'all'
/** Stands for runs of any status: a Select has no empty value. */
type Status = HistoryEntry['status'] | 'any'
const PAGE = 50

/** What was run in this project, newest first: one's own runs and, for those who may see them, everybody's. */
export function HistoryPanel({ onClose }: { onClose: () => void }) {
  const { ref } = useProject()
  const documents = useDocuments(ref)
  const navigate = useNavigate()
  const all = usePermission(projectPermissions.readHistory, { ref })
  const [members, setMembers] = useState<Members>('own')
  const [status, setStatus] = useState<Status>('any')
  const [search, setSearch] = useState('')
  const [text, setText] = useDebouncedText(search, setSearch)
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...orpc.project.sql.history.infiniteOptions({
      input: (after: string | undefined) => ({
        ref,
        members,
        search,
        limit: PAGE,
        ...(status === 'any' ? {} : { status }),
        ...(after ? { after } : {}),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => (last.more ? last.entries.at(-1)?.id : undefined),
    }),
    // What was run since it was last open is wanted.
    staleTime: 0,
  })
  const entries = data?.pages.flatMap((page) => page.entries)
  return (
    <Dialog
      onClose={onClose}
      variant="sheet"
      title="History"
      description="Runs of the last 90 days. Passwords are left out."
    >
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <SearchField label="Search runs" value={text} onValueChange={setText} className="min-w-40 flex-1" />
          <Select
            size="sm"
            aria-label="How it ended"
            value={status}
            onValueChange={setStatus}
            options={[
              { value: 'any' as Status, label: 'Any end' },
              ...RUN_STATUSES.map((value) => ({ value, label: WORDS[value] })),
            ]}
            className="w-28"
          />
          <Segmented
            label="Whose runs"
            value={members}
            onValueChange={setMembers}
            options={[
              { value: 'own', label: 'Mine' },
              { value: 'all', label: 'All members', disabledReason: all.reason },
            ]}
          />
        </div>
        {error !== null ? (
          <ErrorState
            title="The history could not be loaded"
            reason={errorMessage(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : isPending ? (
          <SkeletonRows rows={8} />
        ) : entries === undefined || entries.length === 0 ? (
          search === '' && status === 'any' ? (
            <Empty title="Nothing was run yet" text="What is run in the SQL editor is listed here." />
          ) : (
            <NoMatch
              onClear={() => {
                setText('')
                setStatus('any')
              }}
            />
          )
        ) : (
          <ol aria-label="Runs" className="grid gap-2">
            {entries.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                isNamed={members === 'all'}
                onOpen={() => {
                  const { id } = documents.create({ sql: entry.sql })
                  void navigate({ to: '/project/$ref/sql/$snippetId', params: { ref, snippetId: id } })
                  onClose()
                }}
              />
            ))}
          </ol>
        )}
        {hasNextPage ? (
          <Button busy={isFetching} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}

const TONES = { running: 'work', done: 'ok', failed: 'bad', cancelled: 'neutral' } as const
const WORDS = { running: 'Running', done: 'Done', failed: 'Failed', cancelled: 'Cancelled' } as const
const NOT_WHOLE = {
  whole: null,
  cut: 'Only the beginning of this text was kept',
  'without-passwords': 'This text held a password, which was not kept',
} as const

function Entry({ entry, isNamed, onOpen }: { entry: HistoryEntry; isNamed: boolean; onOpen: () => void }) {
  const notWhole = NOT_WHOLE[entry.kept]
  return (
    <li className="grid gap-1.5 rounded-3 border border-line p-2.5">
      <pre className="ui-mono max-h-24 overflow-hidden text-12 whitespace-pre-wrap wrap-anywhere">{entry.sql}</pre>
      {entry.error === null ? null : <p className="text-12 text-bad-fg wrap-anywhere">{entry.error}</p>}
      <div className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-fg-3">
        <span className="flex items-center gap-1.5">
          <StatusColumn tone={TONES[entry.status]} />
          {WORDS[entry.status]}
        </span>
        <time dateTime={entry.started_at}>{formatAge(entry.started_at)}</time>
        {isNamed ? <span>{entry.user.name}</span> : null}
        {entry.ms === null ? null : <span>{formatDuration(entry.ms)}</span>}
        {entry.row_count === null ? null : (
          <span>
            {formatNumber(entry.row_count)} {entry.row_count === 1 ? 'row' : 'rows'}
          </span>
        )}
        <span>role {entry.role}</span>
        {entry.in_transaction === 'rollback' ? <Badge>Rolled back</Badge> : null}
        {notWhole === null ? null : <span>{notWhole}</span>}
        <span className="ml-auto">
          <Button size="sm" disabledReason={notWhole} onClick={onOpen}>
            Open in the editor
          </Button>
        </span>
      </div>
    </li>
  )
}
