import { Button, Empty, ErrorState, Icon, NoMatch, SearchField, SkeletonRows, toast } from '@stoa/ui'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { FileCode } from 'lucide-react'
import { useState } from 'react'
import { client, orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { failureOf } from '../../../../api/failure.ts'
import { useDebouncedText } from '../../../../parts/query-params/use-debounced-text.ts'

const LISTED = 50
const headers = { version: '2' } as const

/** The queries that the account sees, to take one into a report. */
export function SnippetChoice({
  projectRef: ref,
  onPick,
}: {
  projectRef: string
  onPick: (picked: { name: string; text: string }) => void
}) {
  const [name, setName] = useState('')
  const [text, setText] = useDebouncedText(name, setName)
  const list = useQuery({
    ...orpc.project.content.list.queryOptions({
      input: { params: { ref }, headers, query: { limit: LISTED, ...(name !== '' && { name }) } },
    }),
    placeholderData: keepPreviousData,
  })
  const pick = useMutation({
    mutationFn: (id: string) => client.project.content.get({ params: { ref, id }, headers }),
    onSuccess: (found) => onPick({ name: found.name, text: found.content.sql }),
    onError: (error) => toast.error(errorMessage(error)),
  })
  const found = list.data?.data
  return (
    <div className="grid gap-2">
      <SearchField label="Find a query" value={text} onValueChange={setText} />
      <div className="max-h-64 min-h-40 overflow-y-auto">
        {found === undefined ? (
          list.isError ? (
            <ErrorState title="The queries could not be loaded" {...failureOf(list)} />
          ) : (
            <SkeletonRows rows={5} />
          )
        ) : found.length === 0 ? (
          name === '' ? (
            <Empty title="No saved queries yet" text="Queries of the SQL editor can be taken into a report." />
          ) : (
            <NoMatch title="No queries match" onClear={() => setText('')} />
          )
        ) : (
          <ul aria-label="Saved queries" className="grid">
            {found.map(({ id, name: title, owner, visibility }) => (
              <li key={id} className="flex items-center gap-2 border-b border-line-faint py-1">
                <Icon of={FileCode} size="sm" />
                <span className="clip grow">{title}</span>
                {visibility === 'project' ? <span className="text-12 text-fg-3">by {owner.username}</span> : null}
                <Button
                  size="sm"
                  aria-label={`Take ${title}`}
                  busy={pick.isPending && pick.variables === id}
                  onClick={() => pick.mutate(id)}
                >
                  Take
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
