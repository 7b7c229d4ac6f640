import {
  type ContentSummary,
  contentPermissions,
  NEW_QUERY,
  NOT_SAVED_WITHOUT_PERMISSION,
  type Snippet,
} from '@stoa/contract'
import { toast } from '@stoa/ui'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { answerPermission } from '../../../../api/answer-permission.ts'
import { beforeSignOut } from '../../../../api/session.ts'
import { shellQuery, useShell } from '../../../../api/shell.ts'
import { forgetState } from '../../../../parts/sql-code/kept-states.ts'
import { takeHandedOver } from '../../../../parts/sql-handoff/handoff.ts'
import { forgetRunner } from '../../../../parts/sql-run/runner.ts'
import { createValue, type Value } from '../../../../parts/value/value.ts'
import { createDocument, type Document } from './document.ts'
import type { DocumentMessage } from './document-state.ts'
import { removeDraft, rescueDraft, takeEarly, unsavedDrafts } from './draft-store.ts'
import type { Tabs } from './stored-tabs.ts'
import { closeTab, keepTab, moveTab, renameTab, showTab, tabsOf } from './tabs.ts'
import { worldOf } from './world.ts'

/** What pages of one browser tell each other: about a document, or that the tree has changed. */
type Message = DocumentMessage | { readonly type: 'list' }

/** A query that the server does not have yet. */
export type Local = { readonly id: string; readonly name: string; readonly folder_id: string | null }

/** How long a text waits before other pages hear of it, in ms. */
const TELL_MS = 150
/** After how long texts that a killed page left unsaved are looked for, in ms. */
const RECOVER_MS = 1_500

export type Documents = ReturnType<typeof createDocuments>

function createDocuments(account: string, ref: string, queries: QueryClient) {
  const all = new Map<string, Document>()
  const tabs = tabsOf(account, ref)
  /** Queries that the server does not have yet, for the list that shows them all the same. */
  const locals = createValue<readonly Local[]>([])
  const listeners = new Set<(snippet: ContentSummary | null) => void>()
  const channel = new BroadcastChannel(`stoa-sql ${account} ${ref}`)
  const shell = () => queries.getQueryData(shellQuery().queryKey)
  const around = worldOf(ref, account, shell)

  // Of what is typed quickly, others hear the last, and of what was saved: neither stands for the other.
  const waiting = new Map<string, DocumentMessage>()
  let telling = false
  function tellNow(): void {
    telling = false
    for (const one of waiting.values()) channel.postMessage(one)
    waiting.clear()
  }
  function tell(message: DocumentMessage): void {
    const key = `${message.type} ${message.id}`
    waiting.delete(key)
    waiting.set(key, message)
    if (telling) return
    telling = true
    setTimeout(tellNow, TELL_MS)
  }
  const changed = (snippet: ContentSummary | null) => {
    for (const listener of listeners) listener(snippet)
  }

  function noteLocals(): void {
    const next = [...all.values()].flatMap(({ id, state, folder }): Local[] => {
      const { summary, dirty, name } = state.get()
      return summary === null && dirty ? [{ id, name, folder_id: folder }] : []
    })
    if (JSON.stringify(next) !== JSON.stringify(locals.get())) locals.set(next)
  }

  const world = { ...around, tell, saved: (snippet: Snippet) => changed(snippet) }
  function add(id: string, begin: Parameters<typeof createDocument>[2]): Document {
    const document = createDocument(id, world, begin)
    all.set(id, document)
    document.state.subscribe(() => {
      noteLocals()
      const { name, dirty, summary } = document.state.get()
      const label = summary === null && !dirty ? '' : name
      const tab = tabs.get().tabs.find((one) => one.id === id)
      if (tab && tab.name !== label) tabs.set(renameTab(tabs.get(), id, label))
      // What was changed is no longer only looked at.
      if (tab?.preview && dirty) tabs.set(keepTab(tabs.get(), id))
    })
    return document
  }

  function open(id: string, name?: string): Document {
    const known = all.get(id)
    if (known) return known
    const given = takeHandedOver(id)
    if (given !== undefined) return create({ id, ...given })
    const tab = tabs.get().tabs.find((one) => one.id === id)
    return add(id, { name: (name ?? tab?.name) || NEW_QUERY, draft: takeEarly(account, ref, id) })
  }

  function forget(id: string): void {
    forgetRunner(ref, id)
    forgetState(id)
  }

  /** Lets go of a document, once the server has all of it. */
  async function release(id: string): Promise<void> {
    const document = all.get(id)
    if (document === undefined) return
    const isBlank = document.isBlank()
    if (!isBlank) await document.flush()
    // Opened again meanwhile, or not saved: it goes on trying.
    if (tabs.get().tabs.some((tab) => tab.id === id) || document.state.get().dirty) return
    document.close()
    all.delete(id)
    forget(id)
    if (isBlank) await removeDraft(account, ref, id)
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'list') return changed(null)
    all.get(data.id)?.hear(data)
    if (data.type === 'saved') changed(data.summary)
  }
  window.addEventListener('pagehide', () => {
    tellNow()
    for (const document of all.values()) {
      const draft = document.unstored()
      if (draft !== null) rescueDraft(account, ref, document.id, draft)
    }
  })
  document.addEventListener('visibilitychange', () => {
    const { active } = tabs.get()
    if (document.visibilityState === 'visible' && active !== null) all.get(active)?.refresh()
  })
  window.addEventListener('online', () => {
    for (const document of all.values()) document.refresh()
  })
  const flush = async () => void (await Promise.allSettled([...all.values()].map((document) => document.flush())))
  beforeSignOut(flush)
  setTimeout(async () => {
    for (const id of await unsavedDrafts(account, ref)) open(id)
  }, RECOVER_MS)

  /** Opens an empty document, which is saved as soon as something is written into it. */
  function blank(): string {
    const id = crypto.randomUUID()
    add(id, { name: NEW_QUERY, fresh: { sql: '', folder: null } })
    tabs.set(showTab(tabs.get(), { id, name: '' }))
    return id
  }

  /** Makes a query, which is saved a moment later where the account may save. */
  function create(what: { id?: string; sql?: string; name?: string; folder?: string | null } = {}): Document {
    const id = what.id ?? crypto.randomUUID()
    const name = what.name ?? NEW_QUERY
    const made = add(id, { name, fresh: { sql: what.sql ?? '', folder: what.folder ?? null } })
    tabs.set(showTab(tabs.get(), { id, name }))
    made.mark()
    const known = shell()
    if (known && !answerPermission(known, contentPermissions.create, { ref }).allowed)
      toast.info({ id: 'sql-not-saved', title: NOT_SAVED_WITHOUT_PERMISSION })
    return made
  }

  return {
    ref,
    tabs: tabs as Pick<Value<Tabs>, 'get' | 'subscribe'>,
    locals: locals as Pick<Value<readonly Local[]>, 'get' | 'subscribe'>,
    open,
    /** A document that is open, or has something to save. */
    known: (id: string): Document | undefined => all.get(id),
    blank,
    /** The document that was open last, or an empty one. */
    first: (): string => tabs.get().active ?? blank(),
    create,
    /** Shows a document's tab. */
    show(id: string, options: { readonly name?: string; readonly preview?: boolean } = {}): void {
      const name = options.name ?? all.get(id)?.state.get().name ?? ''
      const next = showTab(tabs.get(), { id, name, ...(options.preview && { preview: true }) })
      const gone = tabs.get().tabs.filter((tab) => !next.tabs.some((one) => one.id === tab.id))
      if (next.active !== tabs.get().active || next.tabs !== tabs.get().tabs) tabs.set(next)
      for (const tab of gone) void release(tab.id)
      // What was deleted may be there again.
      if (all.get(id)?.state.get().phase === 'missing') all.get(id)?.refresh()
    },
    keepTab: (id: string) => tabs.set(keepTab(tabs.get(), id)),
    moveTab: (id: string, to: number) => tabs.set(moveTab(tabs.get(), id, to)),
    /** Closes a tab, which the screen has left; what is in it stays, and is saved. */
    close(id: string): void {
      tabs.set(closeTab(tabs.get(), id))
      void release(id)
    },
    /** Forgets a document that was deleted. The screen has left it: what it shows is opened anew. */
    drop(id: string): void {
      all.get(id)?.close()
      all.delete(id)
      forget(id)
      tabs.set(closeTab(tabs.get(), id))
      void removeDraft(account, ref, id)
      noteLocals()
    },
    flush,
    /** Tells the other pages of this browser that the tree has changed. */
    tellList: () => channel.postMessage({ type: 'list' } satisfies Message),
    /** Hears of saved snippets, with null of other changes of the tree. */
    onChange(listener: (snippet: ContentSummary | null) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const stores = new Map<string, Documents>()

/** The documents of an account's in a project. They are kept outside React while the page lives. */
export function useDocuments(ref: string): Documents {
  const account = useShell().profile.id
  const queries = useQueryClient()
  const key = `${account} ${ref}`
  const known = stores.get(key)
  if (known) return known
  const made = createDocuments(account, ref, queries)
  stores.set(key, made)
  return made
}
