import type { ContentConflict, ContentSummary, Snippet, SnippetSaveState } from '@stoa/contract'
import type { Draft } from './draft-store.ts'

/** What a save sends: the id, and what changed. */
export type Payload = {
  readonly id: string
  readonly name?: string
  readonly favorite?: boolean
  readonly folder_id?: string
  readonly content?: { readonly sql: string }
  readonly version?: number
}

/** Why a call failed, as a document needs to know it. */
export type SaveFailure =
  | { readonly kind: 'conflict'; readonly conflict: ContentConflict }
  /** There is no such query, or not any more. */
  | { readonly kind: 'gone' }
  /** Trying again may help. */
  | { readonly kind: 'transient'; readonly message: string | null }
  | { readonly kind: 'refused'; readonly message: string }

/** What a document asks of the world around it. */
export type DocumentWorld = {
  load(id: string): Promise<Snippet>
  save(payload: Payload): Promise<Snippet>
  /** Reads what a failed call threw. */
  failure(error: unknown): SaveFailure
  readDraft(id: string): Promise<Draft | null>
  /** Takes a draft at once, until it is written. */
  holdDraft(id: string, draft: Draft): void
  writeDraft(id: string, draft: Draft): Promise<void>
  /** Tells the other pages of this browser. */
  tell(message: DocumentMessage): void
  /** Whether the account may save a query of this owner's; null is one that has not been saved yet. */
  mayWrite(owner: string | null): boolean
  saved(snippet: Snippet): void
  /** Is told once when saving begins to fail, not again before it has worked. */
  saveFailed(document: { readonly id: string }, message: string | null, isNew: boolean): void
  notKept(): void
}

/** How a document comes to be: as something new, or from what the browser and the server have. */
export type DocumentBeginning = {
  readonly name: string
  readonly draft?: Draft | null | undefined
  readonly fresh?: { readonly sql: string; readonly folder: string | null } | undefined
}

/** What pages of one browser tell each other about a document. */
export type DocumentMessage =
  | { readonly type: 'text'; readonly id: string; readonly sql: string }
  | { readonly type: 'saved'; readonly id: string; readonly sql: string; readonly summary: ContentSummary }

export type DocumentState = {
  /** `missing`: there is no such query; `failed`: it could not be read, and nothing of it is in this browser. */
  readonly phase: 'loading' | 'ready' | 'missing' | 'failed'
  readonly error: string | null
  readonly name: string
  /** What the server said last; null for what it does not have. */
  readonly summary: ContentSummary | null
  readonly saving: SnippetSaveState
  /** Whether something is not saved yet. */
  readonly dirty: boolean
  /** Somebody else saved another text: nothing is saved before this is decided. */
  readonly conflict: ContentConflict | null
  /** It was deleted while it was open. */
  readonly gone: boolean
  readonly mayWrite: boolean
}

/** The state of a document of which nothing is known yet. */
export const loadingState = (name: string, mayWrite: boolean): DocumentState => ({
  phase: 'loading',
  error: null,
  name,
  summary: null,
  saving: 'IDLE',
  dirty: false,
  conflict: null,
  gone: false,
  mayWrite,
})
