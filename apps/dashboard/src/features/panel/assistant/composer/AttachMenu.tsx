import { CONTENT_API_VERSION } from '@stoa/contract'
import { Button, Empty, ErrorState, IconButton, Popover, SearchField, SkeletonRows, toast } from '@stoa/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { client } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import type { AttachedSnippet } from '../../../../parts/assistant/ask.ts'

const SEARCH_MS = 300
const SHOWN = 30
const headers = { version: CONTENT_API_VERSION } as const

/** Puts a saved query beside the question. */
export function AttachMenu({ projectRef, onPick }: { projectRef: string; onPick: (snippet: AttachedSnippet) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label="Attach a query"
      side="top"
      width={300}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Plus} size="xs" label="Attach a query" />}
    >
      <QueryList
        projectRef={projectRef}
        onPick={(snippet) => {
          setOpen(false)
          onPick(snippet)
        }}
      />
    </Popover>
  )
}

function QueryList({ projectRef, onPick }: { projectRef: string; onPick: (snippet: AttachedSnippet) => void }) {
  const [words, setWords] = useState('')
  const name = useLate(words.trim())
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['content-search', projectRef, name, 'assistant'],
    queryFn: () =>
      client.project.content.list({
        params: { ref: projectRef },
        headers,
        query: { type: 'sql', limit: SHOWN, sort_by: 'updated_at', sort_order: 'desc', ...(name !== '' && { name }) },
      }),
    placeholderData: keepPreviousData,
  })
  const pick = async (id: string, title: string) => {
    try {
      const { content } = await client.project.content.get({ params: { ref: projectRef, id }, headers })
      onPick({ name: title, sql: content.sql })
    } catch (refusal) {
      toast.error({ title: 'Attaching the query failed', description: errorMessage(refusal) })
    }
  }
  return (
    <div className="grid grid-cols-1 gap-1 p-1">
      <SearchField label="Find a query" value={words} onValueChange={setWords} />
      {error !== null ? (
        <ErrorState
          title="Failed to load the queries"
          detail={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : data === undefined ? (
        <SkeletonRows rows={3} rowHeight={28} />
      ) : data.data.length === 0 ? (
        <Empty title={name === '' ? 'No saved queries yet' : 'No query is called that'} />
      ) : (
        <ul className="max-h-56 overflow-y-auto">
          {data.data.map((query) => (
            <li key={query.id} className="grid">
              <Button
                size="sm"
                variant="quiet"
                className="justify-start"
                onClick={() => void pick(query.id, query.name)}
              >
                <span className="clip">{query.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A text as it was when somebody last stopped writing. */
function useLate(text: string): string {
  const [late, setLate] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), SEARCH_MS)
    return () => clearTimeout(timer)
  }, [text])
  return late
}
