import { type EditorView, filterText, sortText, type TableFilter, type TableSort } from '@stoa/contract'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { useProjectRef } from '../../../parts/project/project.ts'
import { showsLists } from '../../../parts/sql-run/database-lists.ts'
import {
  type EditorSearch,
  editorSearch,
  keepWords,
  type OpenTable,
  openInput,
  restored,
  SAVE_DEBOUNCE_MS,
} from './memory.ts'

/** With it, what an answer has in common with the one before stays the same object, also when other rows were asked for. */
const asIs = (view: EditorView): EditorView => view

/**
 * What the address of the table editor says, what the server answers to it, and the words that the answer shown was
 * asked for with, as it may be the one before.
 */
export function useEditor() {
  const ref = useProjectRef()
  const search = useSearch({ strict: false })
  const input = useMemo(() => openInput(ref, editorSearch(search)), [ref, search])
  const view = useQuery({
    ...orpc.project.editor.open.queryOptions({ input }),
    meta: showsLists(ref, 'tables', 'types', 'policies', 'schemas'),
    // Another sort or filter leaves the rows until the next ones are there.
    placeholderData: keepPreviousData,
    select: asIs,
    refetchOnWindowFocus: false,
  })
  const [shownWords, setShownWords] = useState<Words>(input)
  if (view.data !== undefined && !view.isPlaceholderData && shownWords !== input) setShownWords(input)
  return { ref, input, view, shownWords }
}

/** Asks for what an address will show before that is drawn, which takes as long as the answer. */
export function askAhead(queries: QueryClient, ref: string, search: EditorSearch): void {
  const plain = editorSearch(search)
  const opened = orpc.project.editor.open.queryOptions({ input: openInput(ref, restored(ref, plain) ?? plain) })
  // What is shown is not asked for again: rows further down would be read anew from the first one.
  if (queries.getQueryCache().find({ queryKey: opened.queryKey })?.isActive()) return
  void queries.prefetchQuery(opened)
}

/** The words that a table is looked at with. */
export type Words = { readonly sort: readonly TableSort[]; readonly filter: readonly TableFilter[] }

/** What the address of a table says when it is looked at with some words. */
export function addressOf(table: OpenTable, words: Words | null): EditorSearch {
  const sort = words?.sort.map(sortText) ?? []
  const filter = words?.filter.map(filterText) ?? []
  return { ...table, ...(sort.length > 0 && { sort }), ...(filter.length > 0 && { filter }) }
}

/** Goes to a table, or to the same one with other words, and remembers them a moment later. */
export function usePlace(ref: string) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const timer = useRef(0)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      // Whoever leaves within that moment finds it again too.
      waiting.current?.()
    },
    [],
  )
  return useCallback(
    (table: OpenTable, words: Words | null, { push = false }: { push?: boolean } = {}) => {
      clearTimeout(timer.current)
      waiting.current?.()
      waiting.current = null
      if (words !== null) {
        const keep = () => {
          waiting.current = null
          keepWords(ref, table, words.sort, words.filter)
        }
        // An address without words is completed from what is remembered: that it has none has to be known by then.
        if (words.sort.length + words.filter.length === 0) keep()
        else {
          waiting.current = keep
          timer.current = window.setTimeout(keep, SAVE_DEBOUNCE_MS)
        }
      }
      const search = addressOf(table, words)
      askAhead(queries, ref, search)
      void navigate({
        to: '/project/$ref/editor',
        params: { ref },
        search,
        replace: !push,
        resetScroll: false,
      })
    },
    [navigate, queries, ref],
  )
}
