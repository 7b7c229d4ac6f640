import { CONTENT_UNDO_DAYS, type ContentSummary, type Folder, SHARED_IN_FOLDER } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client, orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import type { Documents } from './documents.ts'
import type { Entry } from './tree.ts'
import { CONTENT_HEADERS } from './world.ts'

export type Sort = 'name' | 'updated_at' | 'inserted_at'

/** How many queries one call brings, for the tree and for a search. */
const TREE_PAGE = 500
const SEARCH_PAGE = 50

const orderOf = (sort: Sort) => ({ sort_by: sort, sort_order: sort === 'name' ? ('asc' as const) : ('desc' as const) })
const base = (ref: string) => ({ params: { ref }, headers: CONTENT_HEADERS })
const listKey = (ref: string) => ['content', ref] as const

async function readAll(ref: string, sort: Sort): Promise<ContentSummary[]> {
  const found: ContentSummary[] = []
  let cursor: string | undefined
  do {
    const query = { ...orderOf(sort), limit: TREE_PAGE, ...(cursor !== undefined && { cursor }) }
    const page = await client.project.content.list({ ...base(ref), query })
    found.push(...page.data)
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

/** All queries that the account sees, without their texts, and its folders; they follow what is saved anywhere. */
export function useContent(documents: Documents, sort: Sort) {
  const { ref } = documents
  const queries = useQueryClient()
  const all = useQuery({
    queryKey: [...listKey(ref), sort],
    queryFn: () => readAll(ref, sort),
    placeholderData: keepPreviousData,
  })
  const folders = useQuery(orpc.project.content.folders.list.queryOptions({ input: base(ref) }))
  useEffect(
    () =>
      documents.onChange((saved) => {
        if (saved !== null) {
          queries.setQueriesData<ContentSummary[]>({ queryKey: listKey(ref) }, (known) =>
            known?.map((one) => (one.id === saved.id ? { ...one, ...saved } : one)),
          )
          const lists = queries.getQueriesData<ContentSummary[]>({ queryKey: listKey(ref) })
          if (lists.every(([, list]) => list?.some(({ id }) => id === saved.id))) return
        } else void queries.invalidateQueries({ queryKey: orpc.project.content.folders.list.key() })
        void queries.invalidateQueries({ queryKey: listKey(ref) })
      }),
    [documents, queries, ref],
  )
  return { all, folders }
}

/** Queries with a part of their name, page by page from the server. Asks for nothing while there is nothing to find. */
export const useSearch = (ref: string, name: string, sort: Sort) =>
  useInfiniteQuery({
    queryKey: ['content-search', ref, name, sort],
    queryFn: ({ pageParam }) =>
      client.project.content.list({
        ...base(ref),
        query: { name, ...orderOf(sort), limit: SEARCH_PAGE, ...(pageParam !== null && { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    enabled: name !== '',
    placeholderData: keepPreviousData,
  })

/**
 * What can be done to queries and folders from the list. Each says itself what went wrong.
 * @param leave goes to another document when the one that is shown is among those that go
 */
export function useContentActions(documents: Documents, leave: (ids: readonly string[]) => Promise<void>) {
  const { ref } = documents
  const queries = useQueryClient()
  const foldersKey = orpc.project.content.folders.list.queryKey({ input: base(ref) })
  const changed = () => {
    void queries.invalidateQueries({ queryKey: listKey(ref) })
    void queries.invalidateQueries({ queryKey: ['content-search', ref] })
    void queries.invalidateQueries({ queryKey: orpc.project.content.folders.list.key() })
    documents.tellList()
  }
  const insertFailed = (error: unknown) => toast.error({ title: `Failed to insert content: ${errorMessage(error)}` })

  async function update(
    entry: Entry,
    part: { visibility?: Entry['visibility']; folder_id?: string | null; name?: string; favorite?: boolean },
  ) {
    const paint = (values: Partial<Entry>) =>
      queries.setQueriesData<ContentSummary[]>({ queryKey: listKey(ref) }, (known) =>
        known?.map((one) => (one.id === entry.id ? { ...one, ...values } : one)),
      )
    paint(part)
    try {
      await documents.known(entry.id)?.flush()
      const saved = await client.project.content.update({
        params: { ref, id: entry.id },
        headers: CONTENT_HEADERS,
        body: part,
      })
      documents.known(entry.id)?.note(saved)
      paint(saved)
    } catch (error) {
      paint(entry)
      insertFailed(error)
    }
    changed()
  }

  async function restore(ids: string[], folderIds: string[]): Promise<void> {
    try {
      await client.project.content.restore({ ...base(ref), body: { ids, folder_ids: folderIds } })
    } catch (error) {
      insertFailed(error)
    }
    changed()
  }

  const undoable = (title: string, ids: string[], folderIds: string[] = []) =>
    toast.success({
      title,
      description: `It can be brought back for ${CONTENT_UNDO_DAYS} days.`,
      duration: 15_000,
      action: { label: 'Undo', onClick: () => void restore(ids, folderIds) },
    })

  return {
    /** An open query is renamed as an edit, which is saved a moment later; others at once. */
    rename(entry: Entry, name: string): void {
      const document = documents.known(entry.id)
      if (document === undefined) void update(entry, { name })
      else document.rename(name)
    },
    setFavorite(entry: Entry, favorite: boolean): void {
      const document = documents.known(entry.id)
      if (document === undefined) void update(entry, { favorite })
      else {
        document.setFavorite(favorite)
        queries.setQueriesData<ContentSummary[]>({ queryKey: listKey(ref) }, (known) =>
          known?.map((one) => (one.id === entry.id ? { ...one, favorite } : one)),
        )
      }
    },
    /** Shares a query with the project, which takes it out of its folder, or makes it private again. */
    share: (entry: Entry, visibility: Entry['visibility']) => void update(entry, { visibility, folder_id: null }),
    move(entries: readonly Entry[], folder: string | null): void {
      for (const entry of entries) {
        if (entry.visibility === 'project' && folder !== null) toast.error(SHARED_IN_FOLDER)
        else if (entry.visibility === 'project') void update(entry, { visibility: 'user' })
        else if (entry.folder_id !== folder) void update(entry, { folder_id: folder })
      }
    },
    /** @returns the id of the copy; undefined when the text could not be read */
    async duplicate(entry: Entry): Promise<string | undefined> {
      try {
        const open = documents.known(entry.id)
        const ready = open?.state.get().phase === 'ready'
        const sql = ready
          ? open.text()
          : (await client.project.content.get({ params: { ref, id: entry.id }, headers: CONTENT_HEADERS })).content.sql
        return documents.create({ sql, name: `${entry.name} (copy)`, folder: entry.folder_id }).id
      } catch (error) {
        toast.error({ title: `Failed to create new query: ${errorMessage(error)}` })
        return undefined
      }
    },
    async remove(entries: readonly Entry[]): Promise<void> {
      const ids = entries.map(({ id }) => id)
      try {
        await Promise.all(ids.map((id) => documents.known(id)?.flush()))
        await client.project.content.remove({ ...base(ref), query: { ids: ids.join(',') } })
        await leave(ids)
        for (const id of ids) documents.drop(id)
        undoable(entries.length === 1 ? `Deleted “${entries[0]?.name}”` : `Deleted ${entries.length} queries`, ids)
      } catch (error) {
        toast.error({ title: 'Deleting failed', description: errorMessage(error) })
      }
      changed()
    },
    async removeFolder(folder: { id: string; name: string }): Promise<void> {
      try {
        await documents.flush()
        const gone = await client.project.content.folders.remove({ ...base(ref), query: { ids: folder.id } })
        await leave(gone.ids)
        for (const id of gone.ids) documents.drop(id)
        undoable(`Deleted “${folder.name}”`, gone.ids, gone.folder_ids)
      } catch (error) {
        toast.error({ title: 'Deleting failed', description: errorMessage(error) })
      }
      changed()
    },
    /** @returns whether it was made */
    async createFolder(name: string): Promise<boolean> {
      try {
        const made = await client.project.content.folders.create({ ...base(ref), body: { name } })
        queries.setQueryData<Folder[]>(foldersKey, (known) => [...(known ?? []), made])
        toast.success('Successfully created folder')
      } catch (error) {
        toast.error({ title: `Failed to create folder: ${errorMessage(error)}` })
        return false
      } finally {
        changed()
      }
      return true
    },
    /** @returns whether it was saved */
    async updateFolder(id: string, name: string, parentId?: string | null): Promise<boolean> {
      try {
        const body = { name, ...(parentId !== undefined && { parentId }) }
        const saved = await client.project.content.folders.update({
          params: { ref, id },
          headers: CONTENT_HEADERS,
          body,
        })
        queries.setQueryData<Folder[]>(foldersKey, (known) => known?.map((one) => (one.id === id ? saved : one)))
        toast.success('Successfully updated folder')
      } catch (error) {
        toast.error({ title: `Failed to save folder: ${errorMessage(error)}` })
        return false
      } finally {
        changed()
      }
      return true
    },
  }
}
export type ContentActions = ReturnType<typeof useContentActions>
