import {
  type Report,
  type ReportBlock,
  type ReportConflict,
  type ReportContent,
  SNIPPET_SAVE_MS,
  type SnippetSaveState,
  snippetSaveLifecycle,
} from '@stoa/contract'
import { errorMessage, errorStatus, isTransient } from '../../../../api/errors.ts'
import { createValue, type Value } from '../../../../parts/value/value.ts'

/** What is known of a report on this page. */
export type ReportState = {
  /** As the server has it; its content may be older than `blocks`. */
  readonly report: Report
  /** The blocks as they are shown. */
  readonly blocks: readonly ReportBlock[]
  readonly save: SnippetSaveState
  /** Why the last save failed; null when it did not. */
  readonly failure: string | null
  /** Another content that was saved meanwhile, and is not this one. */
  readonly conflict: ReportConflict | null
}

type Draft = { readonly version: number; readonly blocks: readonly ReportBlock[] }

/** What a report is saved through; tests give their own. */
export type ReportWorld = {
  readonly save: (content: ReportContent, version: number) => Promise<Report>
  readonly keep: (draft: Draft | null) => void
  readonly kept: () => Draft | null
}

const CONFLICT = 409
/** After how long a save that could not reach the server is tried again, in ms. */
const AGAIN_MS = 5_000

/** Blocks as a text that is the same whatever the order of their keys, which the server may change. */
const said = (blocks: readonly ReportBlock[]): string =>
  JSON.stringify(blocks, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

const same = (some: readonly ReportBlock[], others: readonly ReportBlock[]): boolean => said(some) === said(others)

/**
 * A report that is open: its blocks as they are changed here, and their way to the server. It outlives its screen, so
 * that what was changed last is saved also when somebody leaves. What is not saved yet is kept in the browser.
 */
export class ReportDocument {
  readonly state: Value<ReportState>
  readonly #world: ReportWorld
  #timer: ReturnType<typeof setTimeout> | null = null

  /** @param report as the server has it */
  constructor(report: Report, world: ReportWorld) {
    this.#world = world
    this.state = createValue<ReportState>({
      report,
      blocks: report.content.blocks,
      save: 'IDLE',
      failure: null,
      conflict: null,
    })
    const draft = world.kept()
    if (draft === null || same(draft.blocks, report.content.blocks)) {
      if (draft !== null) world.keep(null)
      return
    }
    // Changed before a reload, and never saved. The server says whether it was made from what stands now.
    this.#set({ blocks: draft.blocks, report: { ...report, version: draft.version } })
    this.#soon(0)
  }

  #set(part: Partial<ReportState>): void {
    this.state.set({ ...this.state.get(), ...part })
  }

  /** Whether something was changed here that the server does not have. */
  get isDirty(): boolean {
    const { blocks, report } = this.state.get()
    return !same(blocks, report.content.blocks)
  }

  /** Takes what the server has now, unless something here is not saved yet. */
  arrive(report: Report): void {
    const { report: known, save } = this.state.get()
    if (this.isDirty || save === 'UPDATING' || report.version < known.version) {
      this.#set({ report: { ...report, version: known.version, content: known.content } })
      return
    }
    this.#set({ report, blocks: report.content.blocks, failure: null, conflict: null })
  }

  /** Changes the blocks; they are saved a moment later. */
  change(blocks: readonly ReportBlock[]): void {
    if (same(blocks, this.state.get().blocks)) return
    this.#set({ blocks })
    this.#keep()
    if (this.state.get().conflict === null) this.#soon(SNIPPET_SAVE_MS)
  }

  /** Saves now what waits to be saved. */
  flush(): void {
    if (this.isDirty && this.state.get().conflict === null) this.#soon(0)
  }

  /** Ends a conflict: with what is here, or with what is on the server. */
  resolve(whose: 'mine' | 'theirs'): void {
    const { conflict, report, blocks } = this.state.get()
    if (conflict === null) return
    const { version, content } = conflict
    this.#set({
      report: { ...report, version, content },
      blocks: whose === 'mine' ? blocks : content.blocks,
      conflict: null,
      failure: null,
      save: 'IDLE',
    })
    this.#keep()
    if (this.isDirty) this.#soon(0)
  }

  #keep(): void {
    const { report, blocks } = this.state.get()
    this.#world.keep(this.isDirty ? { version: report.version, blocks } : null)
  }

  #soon(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#save()
    }, ms)
  }

  async #save(): Promise<void> {
    const { blocks, report, save } = this.state.get()
    if (!this.isDirty || !snippetSaveLifecycle.can(save, 'save')) return
    this.#set({ save: 'UPDATING' })
    try {
      const saved = await this.#world.save({ schema_version: '1.0', blocks: [...blocks] }, report.version)
      this.#set({ report: saved, save: 'IDLE', failure: null })
      this.#keep()
      // What was changed while this was on its way.
      if (this.isDirty) this.#soon(SNIPPET_SAVE_MS)
    } catch (error) {
      const data = conflictOf(error)
      this.#set({ save: 'UPDATING_FAILED', failure: errorMessage(error), conflict: data })
      if (data === null && isTransient(error)) this.#soon(AGAIN_MS)
    }
  }
}

/** The content that stands in the way of a save; null when it failed otherwise. */
function conflictOf(error: unknown): ReportConflict | null {
  if (errorStatus(error) !== CONFLICT) return null
  const { data } = error as { data?: ReportConflict }
  return data?.content === undefined ? null : data
}

const documents = new Map<string, ReportDocument>()

/** The document of a report, one for each while the page lives. */
export function reportDocument(ref: string, report: Report, world: () => ReportWorld): ReportDocument {
  const key = `${ref}/${report.id}`
  const known = documents.get(key)
  if (known !== undefined) return known
  const made = new ReportDocument(report, world())
  documents.set(key, made)
  return made
}

/** Lets go of a report that is gone. */
export function forgetReport(ref: string, id: string): void {
  documents.delete(`${ref}/${id}`)
}
