import {
  type ContentConflict,
  type ContentSummary,
  needsSaving,
  SNIPPET_SAVE_MS,
  type SnippetChange,
  snippetSaveLifecycle,
} from '@stoa/contract'
import { createValue, type Value } from '../../../../parts/value/value.ts'
import {
  type DocumentBeginning,
  type DocumentMessage,
  type DocumentState,
  type DocumentWorld,
  loadingState,
  type SaveFailure,
} from './document-state.ts'
import type { Draft } from './draft-store.ts'
import { keepAmongVersions } from './give-way.ts'
import { latestWriter } from './latest-writer.ts'
import { ownTexts } from './own-texts.ts'
import { either, isSomething, NOTHING, type Pending } from './pending.ts'
import { retryTimes } from './retry-times.ts'

/** How long a text that was typed in another page waits for that page to save it. */
const OTHERS_SAVE_MS = 5_000

export type Document = ReturnType<typeof createDocument>

/**
 * One document: a text with what is known of it, kept in this browser at every change and saved a moment after.
 * It lives outside React and outlasts the screen.
 */
export function createDocument(id: string, world: DocumentWorld, begin: DocumentBeginning) {
  let text: string | null = null
  let base = 0
  let sent: string | null = null
  let favorite = false
  let pending: Pending = { ...NOTHING }
  let timer: ReturnType<typeof setTimeout> | undefined
  const retry = retryTimes()
  let saving: Promise<void> | null = null
  let failing = false
  let closed = false
  const own = ownTexts()
  /** What other pages said while there was no text that it could change. */
  const unheard: DocumentMessage[] = []
  /** Whether what is to be saved was typed in another page, which is to save it. */
  let isOthers = false

  const state = createValue(loadingState(begin.name, world.mayWrite(null)))
  /** The text as it last came from anywhere but the editor; null until there is one. */
  const shown = createValue<{ readonly sql: string } | null>(null)
  const writer = latestWriter((draft: Draft) => world.writeDraft(id, draft), world.notKept)

  const set = (part: Partial<DocumentState>) => {
    const before = state.get()
    const next = { ...before, ...part }
    const keys = Object.keys(part) as (keyof DocumentState)[]
    if (keys.some((key) => before[key] !== next[key])) state.set(next)
  }
  const draft = (): Draft => ({
    sql: text ?? '',
    version: base,
    dirty: isSomething(pending),
    sent,
    name: state.get().name,
    at: Date.now(),
  })
  const store = (what: Draft) => {
    world.holdDraft(id, what)
    writer.keep(what)
  }
  const keep = () => {
    if (text !== null && !closed) store(draft())
  }
  const settle = () => set({ dirty: isSomething(pending) })

  function show(sql: string): void {
    text = sql
    shown.set({ sql })
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    const { conflict, gone, mayWrite } = state.get()
    if (!closed && conflict === null && !gone && mayWrite) timer = setTimeout(() => void save(), ms)
  }

  function changed(change: SnippetChange, part: Partial<Pending>): void {
    if (!needsSaving(change)) return
    pending = { ...pending, ...part }
    isOthers = false
    settle()
    keep()
    schedule(SNIPPET_SAVE_MS)
  }

  function adopt(summary: ContentSummary): void {
    // Answers may overtake each other.
    if (summary.updated_at < (state.get().summary?.updated_at ?? '')) return
    favorite = pending.favorite ? favorite : summary.favorite
    set({
      summary: { ...summary, favorite },
      ...(!pending.name && { name: summary.name }),
      mayWrite: world.mayWrite(summary.owner_id),
    })
  }

  /** Takes over a text that another has saved, as the one that is shown. */
  function take(sql: string, version: number): void {
    base = version
    sent = null
    show(sql)
    keep()
  }

  /** Notes that the server has this text after all. */
  function resolved(): void {
    const { saving: before } = state.get()
    if (snippetSaveLifecycle.can(before, 'resolved')) set({ saving: snippetSaveLifecycle.next(before, 'resolved') })
  }

  /** Decides what a newer text on the server means for the one that is here. */
  function meet(conflict: ContentConflict): void {
    if (conflict.sql === text || conflict.sql === sent || own.has(conflict.sql)) {
      base = conflict.version
      sent = null
      if (conflict.sql === text) pending = { ...pending, text: false, made: false }
      resolved()
      settle()
      keep()
      if (isSomething(pending)) schedule(0)
      return
    }
    clearTimeout(timer)
    set({ conflict })
  }

  /** Takes over the text that stood in the way, once the own one is among the versions, where it can be had again. */
  async function giveWay({ sql, version }: ContentConflict): Promise<void> {
    const mine = text ?? ''
    const kept = await keepAmongVersions(world, { id, sql: mine, version }, set)
    if (kept === null) return
    base = kept
    own.remember(mine)
    follow(sql)
  }

  /** Lets a text follow the one that stood in the way. */
  function follow(sql: string): void {
    sent = null
    set({ conflict: null })
    show(sql)
    pending = { ...pending, text: true }
    world.tell({ type: 'text', id, sql })
    schedule(0)
    settle()
    keep()
  }

  async function load(): Promise<void> {
    set({ phase: text === null ? 'loading' : 'ready', error: null })
    const before = text
    try {
      const snippet = await world.load(id)
      if (closed) return
      adopt(snippet)
      const { sql } = snippet.content
      if (text === null) {
        take(sql, snippet.version)
        set({ phase: 'ready' })
        for (const message of unheard.splice(0)) hear(message)
      } else if (snippet.version > base) {
        if (pending.text || pending.made)
          meet({ version: snippet.version, sql, updated_at: snippet.updated_at, updated_by: null })
        else if (before === text) take(sql, snippet.version)
      }
      if (isSomething(pending)) schedule(isOthers ? OTHERS_SAVE_MS : 0)
    } catch (error) {
      const failure = world.failure(error)
      if (failure.kind === 'gone') {
        if (text === null) set({ phase: 'missing' })
        else if (base > 0) set({ gone: true })
        // What was never saved is not on the server, of course.
        else if (isSomething(pending)) schedule(0)
      } else if (text === null) {
        set({ phase: 'failed', error: failure.kind === 'conflict' ? null : failure.message })
      }
    }
  }

  async function save(): Promise<void> {
    clearTimeout(timer)
    if (saving !== null) return saving
    const { conflict, gone, mayWrite, name } = state.get()
    if (text === null || closed || conflict !== null || gone || !mayWrite || !isSomething(pending)) return
    saving = send(text, name).finally(() => {
      saving = null
      if (isSomething(pending) && !failing) schedule(SNIPPET_SAVE_MS)
    })
    return saving
  }

  async function send(sql: string, name: string): Promise<void> {
    const sending = pending
    const isNew = base === 0
    const withText = sending.text || sending.made || isNew
    pending = { ...NOTHING }
    if (withText) {
      sent = sql
      own.remember(sql)
    }
    set({ saving: snippetSaveLifecycle.next(state.get().saving, 'save') })
    // Still to be saved as far as this browser is concerned: the page may end before the answer comes.
    store({ ...draft(), dirty: true })
    try {
      const snippet = await world.save({
        id,
        ...((isNew || sending.name) && { name }),
        ...(sending.favorite && { favorite }),
        ...(isNew && begin.fresh?.folder && { folder_id: begin.fresh.folder }),
        ...(withText && { content: { sql }, version: base }),
      })
      base = snippet.version
      sent = null
      failing = false
      retry.reset()
      set({ saving: snippetSaveLifecycle.next('UPDATING', 'saved') })
      adopt(snippet)
      world.saved(snippet)
      world.tell({ type: 'saved', id, sql: snippet.content.sql, summary: snippet })
    } catch (error) {
      pending = either(pending, sending)
      set({ saving: snippetSaveLifecycle.next('UPDATING', 'failed') })
      failed(world.failure(error), isNew, sql)
    }
    settle()
    keep()
  }

  function failed(failure: SaveFailure, isNew: boolean, sql: string): void {
    if (failure.kind === 'conflict' || failure.kind === 'gone') {
      if (failure.kind === 'conflict') meet(failure.conflict)
      else set({ gone: true })
      return
    }
    if (!failing) world.saveFailed(self, failure.message, isNew)
    failing = true
    if (failure.kind === 'transient') schedule(retry.next())
    else if (text !== sql) schedule(SNIPPET_SAVE_MS)
  }

  function hear(message: DocumentMessage): void {
    if (text === null) {
      unheard.push(message)
      return
    }
    own.remember(message.sql)
    if (message.type === 'text') {
      if (message.sql === text) return
      show(message.sql)
      pending = { ...pending, text: true }
      isOthers = true
      settle()
      schedule(OTHERS_SAVE_MS)
      return
    }
    const isNewer = message.summary.version > base
    base = Math.max(base, message.summary.version)
    if (message.sql === text) {
      pending = { ...pending, text: false, made: false }
      clearTimeout(timer)
      set({ conflict: null })
      resolved()
    } else if (isNewer && sent === null && !pending.text && !pending.made) {
      // It was typed while this page did not hear it yet.
      show(message.sql)
    }
    failing = false
    adopt(message.summary)
    settle()
  }

  /**
   * Takes over what another page has kept since the draft was read that this one began with: it did not hear of it.
   * Not where the text has changed meanwhile, here or by what was heard.
   */
  function catchUp(found: Draft | null, began: string): void {
    if (closed || found === null || text !== began || found.sql === began) return
    if (!found.dirty && found.version > base) take(found.sql, found.version)
    else if (found.dirty) {
      base = Math.max(base, found.version)
      hear({ type: 'text', id, sql: found.sql })
    }
  }

  const self = {
    id,
    /** The folder that it is made in. */
    folder: begin.fresh?.folder ?? null,
    state: state as Pick<Value<DocumentState>, 'get' | 'subscribe'>,
    shown: shown as Pick<Value<{ readonly sql: string } | null>, 'get' | 'subscribe'>,
    text: (): string => text ?? '',
    /** Whether there is something in it, or was: an empty one that nobody touched need not be kept. */
    isBlank: (): boolean => (text ?? '') === '' && base === 0 && !isSomething(pending),
    isFavorite: (): boolean => favorite,
    /** Takes over what was typed. */
    edit(sql: string): void {
      if (sql === text) return
      text = sql
      own.remember(sql)
      changed('edit', { text: true })
      world.tell({ type: 'text', id, sql })
    },
    /** Replaces the text from outside the editor, as an edit that is saved. */
    replace(sql: string): void {
      if (sql === text) return
      shown.set({ sql })
      self.edit(sql)
    },
    rename(name: string): void {
      if (name === state.get().name) return
      set({ name })
      changed('rename', { name: true })
    },
    setFavorite(marked: boolean): void {
      favorite = marked
      const { summary } = state.get()
      if (summary) set({ summary: { ...summary, favorite } })
      changed('favorite', { favorite: true })
    },
    /** Marks it as needing save, as a new one is. */
    mark: (): void => changed('mark', { made: true }),
    /** Saves now what waits to be saved. */
    flush: async (): Promise<void> => {
      await saving
      await save()
    },
    /** Asks again what the server has, as when the page is looked at again. */
    refresh(): void {
      const { phase, conflict } = state.get()
      const isSettled = phase === 'ready' && base > 0 && conflict === null && saving === null
      if (isSettled || phase === 'failed' || phase === 'missing') void load()
      if (failing) schedule(0)
    },
    /** What the server said of it in another place, such as after a move. */
    note: adopt,
    /** Decides a conflict: this text follows the one that stood in the way. It may stand still when this resolves. */
    async resolve(sql: string): Promise<void> {
      const { conflict } = state.get()
      if (conflict === null) return
      if (sql === conflict.sql) return giveWay(conflict)
      base = conflict.version
      follow(sql)
    },
    /** Hears what another page of this browser did. */
    hear,
    /** What is not stored in this browser yet; null when all is. */
    unstored: (): Draft | null => writer.unstored(),
    /** Ends it: nothing more is saved or kept. */
    close(): void {
      closed = true
      clearTimeout(timer)
    },
  }

  function start({ sql, version, sent: unanswered, dirty, name }: Draft): void {
    show(sql)
    base = version
    sent = unanswered
    if (dirty) pending = { ...pending, text: true, name: version === 0 }
    set({ phase: 'ready', name: name || begin.name })
    settle()
    for (const message of unheard.splice(0)) hear(message)
  }

  function goOn(): void {
    if (closed) return
    // What nobody ever saved is here and nowhere else.
    if (text === null || base > 0 || sent !== null) void load()
    else if (isSomething(pending)) schedule(SNIPPET_SAVE_MS)
  }

  if (begin.fresh !== undefined) {
    show(begin.fresh.sql)
    set({ phase: 'ready' })
    keep()
  } else {
    const { draft: given } = begin
    if (given) start(given)
    // Also one that is given: it was read before this page could hear the others.
    void world
      .readDraft(id)
      .then((found) => (given ? catchUp(found, given.sql) : closed || found === null || start(found)))
      .catch(() => {})
      .then(goOn)
  }
  return self
}
