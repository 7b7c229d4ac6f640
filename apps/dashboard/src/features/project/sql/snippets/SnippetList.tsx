import {
  Button,
  Empty,
  ErrorState,
  IconButton,
  Menu,
  MenuCheck,
  MenuLabel,
  NoMatch,
  SearchField,
  SkeletonRows,
} from '@stoa/ui'
import { useNavigate } from '@tanstack/react-router'
import { ArrowDownUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../../api/errors.ts'
import { useShell } from '../../../../api/shell.ts'
import { useDebouncedText } from '../../../../parts/query-params/use-debounced-text.ts'
import { useValue } from '../../../../parts/value/value.ts'
import type { Documents } from './documents.ts'
import { SnippetTree } from './SnippetTree.tsx'
import { closeTab } from './tabs.ts'
import { type Entry, rowsOf, type TreeRow } from './tree.ts'
import { type Sort, useContent, useContentActions, useSearch } from './use-content.ts'
import { useFolders } from './use-folders.ts'
import { readSort, readToggled, storeSort, storeToggled } from './view-store.ts'

const SORTS: readonly { readonly id: Sort; readonly label: string }[] = [
  { id: 'name', label: 'Name' },
  { id: 'updated_at', label: 'Last edited' },
  { id: 'inserted_at', label: 'Newest' },
]

/**
 * The project's queries as a tree, or those that a search finds.
 * @param wantsFolder whether a new folder is asked for, which `onFolder` says was begun
 */
export function SnippetList({
  documents,
  shown,
  wantsFolder,
  onFolder,
}: {
  documents: Documents
  shown: string | null
  wantsFolder: boolean
  onFolder: () => void
}) {
  const { ref } = documents
  const navigate = useNavigate()
  const { id: account } = useShell().profile
  const [sort, setSort] = useState<Sort>(readSort)
  const [searched, setSearched] = useState('')
  const [text, setText] = useDebouncedText(searched, setSearched)
  const [toggled, setToggled] = useState(() => readToggled(ref))
  const { all, folders } = useContent(documents, sort)
  const name = searched.trim()
  const search = useSearch(ref, name, sort)
  const actions = useContentActions(documents, async (ids) => {
    if (shown === null || !ids.includes(shown)) return
    const tabs = ids.reduce(closeTab, documents.tabs.get())
    const snippetId = tabs.active ?? documents.blank()
    await navigate({ to: '/project/$ref/sql/$snippetId', params: { ref, snippetId } })
  })
  const held = useFolders(ref, folders.data ?? [], actions)
  const locals = useValue(documents.locals)

  useEffect(() => {
    if (!wantsFolder) return
    onFolder()
    setSearched('')
    setText('')
    held.create()
  })

  const toggle = (key: string) =>
    setToggled((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      storeToggled(ref, after)
      return after
    })

  const known = new Set(all.data?.map(({ id }) => id))
  const unsaved = locals
    .filter(({ id }) => !known.has(id))
    .map((local): Entry => ({ ...local, favorite: false, visibility: 'user', owner_id: account }))
  const found = search.data?.pages.flatMap((page) => page.data)
  const rows =
    name === '' ? rowsOf([...unsaved, ...(all.data ?? [])], held.holders, toggled) : (found ?? []).map(foundRow)
  const asking = name === '' ? (all.data && folders.data ? null : (all.error ?? folders.error)) : search.error
  const isLoading = name === '' ? all.data === undefined || folders.data === undefined : found === undefined

  return (
    <div className="sql-list">
      <div className="sql-find">
        <SearchField
          label="Find a query"
          value={text}
          onValueChange={setText}
          trailing={
            <Menu label="Sort" trigger={<IconButton icon={ArrowDownUp} label={`Sort: ${labelOf(sort)}`} size="xs" />}>
              <MenuLabel>Sort by</MenuLabel>
              {SORTS.map(({ id, label }) => (
                <MenuCheck
                  key={id}
                  checked={sort === id}
                  onCheckedChange={() => {
                    setSort(id)
                    storeSort(id)
                  }}
                >
                  {label}
                </MenuCheck>
              ))}
            </Menu>
          }
        />
      </div>
      {asking ? (
        <ErrorState
          title="The queries could not be read"
          reason={errorMessage(asking)}
          onRetry={() => void Promise.all([all.refetch(), folders.refetch(), name === '' ? null : search.refetch()])}
        />
      ) : isLoading ? (
        <SkeletonRows rows={8} />
      ) : name !== '' && rows.length === 0 ? (
        <NoMatch title={`No query is named “${name}”`} onClear={() => setText('')} />
      ) : (
        <SnippetTree
          documents={documents}
          rows={rows}
          shown={shown}
          held={held}
          actions={actions}
          onToggle={toggle}
          flat={name !== ''}
        />
      )}
      {name !== '' && search.hasNextPage ? (
        <div className="p-2">
          <Button size="sm" busy={search.isFetchingNextPage} onClick={() => void search.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
      {name === '' && all.data?.length === 0 && unsaved.length === 0 && held.holders.length === 0 ? (
        <Empty title="No queries yet" text="What you write in the editor is saved here by itself." />
      ) : null}
    </div>
  )
}

const labelOf = (sort: Sort): string => SORTS.find(({ id }) => id === sort)?.label ?? ''

const foundRow = (entry: Entry, index: number, all: readonly Entry[]): TreeRow => ({
  kind: 'snippet',
  key: `found ${entry.id}`,
  section: entry.visibility === 'project' ? 'shared' : 'private',
  entry,
  level: 1,
  at: index + 1,
  of: all.length,
  parent: null,
})
